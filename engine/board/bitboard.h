// A set of squares in one 64-bit word: bit n is square n.
#pragma once

#include <bit>

#include "engine/board/types.h"

namespace tabiya {

struct Bitboard {
  u64 bits = 0;

  constexpr Bitboard() = default;
  constexpr explicit Bitboard(u64 b) : bits(b) {}
  constexpr explicit Bitboard(Square s) : bits(1ULL << index(s)) {}

  constexpr bool empty() const { return bits == 0; }
  constexpr explicit operator bool() const { return bits != 0; }
  constexpr int count() const { return std::popcount(bits); }
  constexpr bool contains(Square s) const { return (bits >> index(s)) & 1; }
  constexpr bool several() const { return (bits & (bits - 1)) != 0; }
  // The lowest square; the set must not be empty.
  constexpr Square first() const { return squareAt(std::countr_zero(bits)); }
  constexpr Bitboard with(Square s) const { return Bitboard(bits | (1ULL << index(s))); }
  constexpr Bitboard without(Square s) const { return Bitboard(bits & ~(1ULL << index(s))); }

  constexpr Bitboard operator&(Bitboard o) const { return Bitboard(bits & o.bits); }
  constexpr Bitboard operator|(Bitboard o) const { return Bitboard(bits | o.bits); }
  constexpr Bitboard operator^(Bitboard o) const { return Bitboard(bits ^ o.bits); }
  constexpr Bitboard operator~() const { return Bitboard(~bits); }
  constexpr Bitboard& operator&=(Bitboard o) { return bits &= o.bits, *this; }
  constexpr Bitboard& operator|=(Bitboard o) { return bits |= o.bits, *this; }
  constexpr Bitboard& operator^=(Bitboard o) { return bits ^= o.bits, *this; }
  constexpr bool operator==(const Bitboard&) const = default;

  // Range-for over the squares, lowest first.
  struct Iterator {
    u64 rest;
    constexpr Square operator*() const { return squareAt(std::countr_zero(rest)); }
    constexpr Iterator& operator++() { return rest &= rest - 1, *this; }
    constexpr bool operator!=(const Iterator& o) const { return rest != o.rest; }
  };
  constexpr Iterator begin() const { return {bits}; }
  constexpr Iterator end() const { return {0}; }
};

inline constexpr Bitboard kAllSquares{~0ULL};
inline constexpr Bitboard kFileA{0x0101010101010101ULL};
inline constexpr Bitboard kFileH{0x8080808080808080ULL};
constexpr Bitboard fileBoard(int file) {
  return Bitboard(kFileA.bits << file);
}
constexpr Bitboard rankBoard(int rank) {
  return Bitboard(0xffULL << (8 * rank));
}

// All squares moved by `delta` (8 = north), without regard to the edges of the files.
constexpr Bitboard shifted(Bitboard b, int delta) {
  return Bitboard(delta >= 0 ? b.bits << delta : b.bits >> -delta);
}

}  // namespace tabiya
