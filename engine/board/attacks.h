// Which squares a piece attacks. Leapers from compile-time tables, sliders by magic multiplication or PEXT into one
// table that attacks.cpp fills before main; everything hot is inline.
//
// The slow ray walk (rays.cpp) is the definition; a test runs every relevant occupancy of every square against it.
#pragma once

#include <array>

#include "engine/board/bitboard.h"

namespace tabiya {

// The definition: walks each ray square by square.
Bitboard bishopAttacksByRays(Square square, Bitboard occupied);
Bitboard rookAttacksByRays(Square square, Bitboard occupied);
// The squares whose occupation can change the slider's attacks: its rays without their last squares.
Bitboard bishopRelevant(Square square);
Bitboard rookRelevant(Square square);

namespace detail {

constexpr Bitboard leaps(Square from, const std::array<std::array<int, 2>, 8>& steps) {
  u64 bits = 0;
  for (const auto& [east, north] : steps) {
    const int file = fileOf(from) + east, rank = rankOf(from) + north;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) bits |= 1ULL << index(squareAt(file, rank));
  }
  return Bitboard(bits);
}

struct LeaperTables {
  std::array<std::array<Bitboard, 64>, 2> pawn{};
  std::array<Bitboard, 64> knight{};
  std::array<Bitboard, 64> king{};
  std::array<Bitboard, 64> diagonal{};      // the whole a1-h8 diagonal through a square
  std::array<Bitboard, 64> antidiagonal{};  // the whole a8-h1 diagonal through a square

  constexpr LeaperTables() {
    for (int i = 0; i < 64; ++i) {
      const Square s = squareAt(i);
      // A repeated step changes nothing: it fills the eight places.
      pawn[0][i] = leaps(s, {{{-1, 1}, {1, 1}, {-1, 1}, {1, 1}, {-1, 1}, {1, 1}, {-1, 1}, {1, 1}}});
      pawn[1][i] = leaps(s, {{{-1, -1}, {1, -1}, {-1, -1}, {1, -1}, {-1, -1}, {1, -1}, {-1, -1}, {1, -1}}});
      knight[i] = leaps(s, {{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}});
      king[i] = leaps(s, {{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}});
      for (int j = 0; j < 64; ++j) {
        const Square t = squareAt(j);
        if (fileOf(s) - rankOf(s) == fileOf(t) - rankOf(t)) diagonal[i] |= Bitboard(t);
        if (fileOf(s) + rankOf(s) == fileOf(t) + rankOf(t)) antidiagonal[i] |= Bitboard(t);
      }
    }
  }
};
inline constexpr LeaperTables kLeapers{};

struct PairTables {
  std::array<std::array<Bitboard, 64>, 64> between;
  std::array<std::array<Bitboard, 64>, 64> line;
};
extern const PairTables kPairs;

// One square of one slider: where its part of the attack table starts and how an occupancy finds its place in it.
struct SliderSquare {
  u64 mask;
  u64 magic;
  u32 offset;
  u32 shift;
};

// Gathers the bits of `value` under `mask` at the low end. Only for a CPU with BMI2.
inline u64 pext(u64 value, u64 mask) {
#if defined(__BMI2__)
  return __builtin_ia32_pext_di(value, mask);
#elif defined(__x86_64__)
  // In assembler, so that a portable build can inline it behind its branch.
  u64 gathered;
  asm("pextq %2, %1, %0" : "=r"(gathered) : "r"(value), "r"(mask));
  return gathered;
#else
  u64 gathered = 0;
  for (u64 place = 1; mask != 0; mask &= mask - 1, place <<= 1)
    if (value & mask & (0 - mask)) gathered |= place;
  return gathered;
#endif
}

struct SliderTables {
  static constexpr std::size_t kEntries = 107'648;

  std::array<SliderSquare, 64> bishop;
  std::array<SliderSquare, 64> rook;
  // Which of the two ways of finding a place this table was filled for.
  bool usesPext;
  std::array<Bitboard, kEntries> attacks;

  // Fills the table from the ray walk. A magic number that maps two different attack sets to one place throws
  // std::logic_error: the numbers in the tree are damaged.
  explicit SliderTables(bool usePext);

  Bitboard lookup(const SliderSquare& s, Bitboard occupied, bool usePext) const {
    const u64 place = usePext ? pext(occupied.bits, s.mask) : ((occupied.bits & s.mask) * s.magic) >> s.shift;
    return attacks[s.offset + place];
  }
};
extern const SliderTables kSliders;

// CMake sets TABIYA_PEXT in a native build whose CPU has a fast PEXT. Else the table remembers what the CPU has, and
// the branch on it is always predicted.
#if defined(TABIYA_PEXT)
inline constexpr bool kAlwaysPext = true;
#else
inline constexpr bool kAlwaysPext = false;
#endif

}  // namespace detail

inline Bitboard pawnAttacks(Color color, Square square) {
  return detail::kLeapers.pawn[index(color)][index(square)];
}
inline Bitboard knightAttacks(Square square) {
  return detail::kLeapers.knight[index(square)];
}
inline Bitboard kingAttacks(Square square) {
  return detail::kLeapers.king[index(square)];
}
// Up to and including the first occupied square of each ray.
inline Bitboard bishopAttacks(Square square, Bitboard occupied) {
  const auto& t = detail::kSliders;
  return t.lookup(t.bishop[index(square)], occupied, detail::kAlwaysPext || t.usesPext);
}
inline Bitboard rookAttacks(Square square, Bitboard occupied) {
  const auto& t = detail::kSliders;
  return t.lookup(t.rook[index(square)], occupied, detail::kAlwaysPext || t.usesPext);
}
inline Bitboard queenAttacks(Square square, Bitboard occupied) {
  return bishopAttacks(square, occupied) | rookAttacks(square, occupied);
}

// The squares strictly between two squares of one line, else nothing.
inline Bitboard between(Square a, Square b) {
  return detail::kPairs.between[index(a)][index(b)];
}
// The whole line (edge to edge) through two different squares of one rank, file or diagonal, else nothing.
inline Bitboard lineThrough(Square a, Square b) {
  return detail::kPairs.line[index(a)][index(b)];
}
// The whole diagonal through a square, parallel to a1-h8 or to a8-h1.
inline Bitboard diagonalThrough(Square s) {
  return detail::kLeapers.diagonal[index(s)];
}
inline Bitboard antidiagonalThrough(Square s) {
  return detail::kLeapers.antidiagonal[index(s)];
}

// All squares that a side's pawns attack.
constexpr Bitboard pawnAttacks(Color color, Bitboard pawns) {
  const u64 notA = pawns.bits & ~kFileA.bits, notH = pawns.bits & ~kFileH.bits;
  return color == Color::White ? Bitboard(notA << 7 | notH << 9) : Bitboard(notA >> 9 | notH >> 7);
}

}  // namespace tabiya
