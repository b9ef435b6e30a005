// A middlegame and an endgame value in one integer, so that one addition adds both.
#pragma once

#include "engine/base/types.h"

namespace tabiya::hce {

// The endgame in the high half, the middlegame in the low half (Eugenio Bruno and Stockfish use the same trick).
class Score {
 public:
  constexpr Score() = default;
  constexpr Score(int mg, int eg) : packed_(static_cast<i32>(static_cast<u32>(eg) << 16) + mg) {}
  constexpr int mg() const { return static_cast<i16>(static_cast<u16>(static_cast<u32>(packed_))); }
  // The middlegame half borrows one from the endgame half when it is negative: rounding gives it back.
  constexpr int eg() const { return static_cast<i16>(static_cast<u16>((static_cast<u32>(packed_) + 0x8000u) >> 16)); }
  constexpr Score operator+(Score o) const { return fromPacked(packed_ + o.packed_); }
  constexpr Score operator-(Score o) const { return fromPacked(packed_ - o.packed_); }
  constexpr Score operator-() const { return fromPacked(-packed_); }
  constexpr Score operator*(int times) const { return fromPacked(packed_ * times); }
  constexpr Score& operator+=(Score o) { return packed_ += o.packed_, *this; }
  constexpr Score& operator-=(Score o) { return packed_ -= o.packed_, *this; }
  constexpr bool operator==(const Score&) const = default;

 private:
  static constexpr Score fromPacked(i32 packed) {
    Score s;
    s.packed_ = packed;
    return s;
  }
  i32 packed_ = 0;
};

}  // namespace tabiya::hce
