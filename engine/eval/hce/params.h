// All numbers of the hand-crafted evaluation: piece values and piece-square tables, middlegame and endgame, and phase.
//
// Set by hand from plain principles (centre, shelter, seventh rank, running pawns), not tuned. The tables read like a
// printed board from White's side: the first row is rank 8.
#pragma once

#include <array>

#include "engine/board/types.h"

namespace tabiya::hce {

// A middlegame and an endgame value in one integer, so that one addition adds both: the endgame in the high half, the
// middlegame in the low half (Eugenio Bruno and Stockfish use the same trick).
class Score {
 public:
  constexpr Score() = default;
  constexpr Score(int mg, int eg) : packed_(static_cast<i32>(static_cast<u32>(eg) << 16) + mg) {}
  constexpr int mg() const { return static_cast<i16>(static_cast<u16>(static_cast<u32>(packed_))); }
  // The middlegame half borrows one from the endgame half when it is negative: rounding gives it back.
  constexpr int eg() const { return static_cast<i16>(static_cast<u16>((static_cast<u32>(packed_) + 0x8000u) >> 16)); }
  constexpr Score operator+(Score o) const { return fromPacked(packed_ + o.packed_); }
  constexpr Score operator-(Score o) const { return fromPacked(packed_ - o.packed_); }
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

using Table = std::array<int, 64>;  // rank 8 first

struct Params {
  std::array<int, 6> mgValue;  // by piece type; the king's never counts
  std::array<int, 6> egValue;
  std::array<Table, 6> mgTable;
  std::array<Table, 6> egTable;
  std::array<int, 6> phaseWeight;
};

inline constexpr int kMaxPhase = 24;

// White reads the tables upside down (they are printed rank 8 first), Black as they stand.
constexpr int tableIndex(Color color, Square square) {
  return color == Color::White ? index(flipRank(square)) : index(square);
}

// clang-format off
inline constexpr Params kHandSet{
  .mgValue = {100, 320, 330, 470, 900, 0},
  .egValue = {120, 320, 330, 520, 900, 0},
  .mgTable = {{
    { // pawns: the centre, and not the blocked d and e pawns
         0,   0,   0,   0,   0,   0,   0,   0,
        60,  66,  62,  70,  70,  62,  66,  60,
        18,  24,  32,  40,  40,  32,  24,  18,
         6,  10,  16,  28,  28,  12,   8,   4,
        -2,   0,  10,  24,  24,   4,  -2,  -4,
        -2,   2,   4,   8,   8,  -6,   4,   0,
         0,   6,  -2, -20, -20,  12,  10,   0,
         0,   0,   0,   0,   0,   0,   0,   0,
    },
    { // knights: the centre
       -60, -38, -28, -22, -22, -28, -38, -60,
       -36, -16,   2,   8,   8,   2, -16, -36,
       -22,   8,  20,  24,  24,  20,   8, -22,
       -16,   8,  22,  30,  30,  22,   8, -16,
       -18,   2,  18,  24,  24,  18,   2, -18,
       -24,   2,  14,  14,  14,  14,   4, -24,
       -36, -18,   0,   6,   6,   0, -18, -36,
       -56, -26, -26, -22, -22, -26, -26, -56,
    },
    { // bishops: long diagonals, fianchettoes
       -18, -10, -12, -14, -14, -12, -10, -18,
       -12,   2,   0,   2,   2,   0,   2, -12,
        -6,   6,  10,  10,  10,  10,   6,  -6,
        -4,   8,  10,  18,  18,  10,   8,  -4,
        -2,   6,  12,  18,  18,  12,   6,  -2,
         0,  12,  12,   8,   8,  12,  12,   0,
        -4,  16,   6,   6,   6,   6,  16,  -4,
       -16,  -6, -14, -10, -10, -14,  -6, -16,
    },
    { // rooks: the seventh rank, the central files
         6,   8,  10,  12,  12,  10,   8,   6,
        14,  18,  22,  24,  24,  22,  18,  14,
        -2,   4,   6,   8,   8,   6,   4,  -2,
        -6,   0,   2,   4,   4,   2,   0,  -6,
        -8,  -2,   0,   2,   2,   0,  -2,  -8,
       -10,  -2,   0,   2,   2,   0,  -2, -10,
       -12,  -4,   0,   4,   4,   0,  -4, -12,
        -6,  -4,   4,  12,  12,   6,  -4,  -6,
    },
    { // queens: anywhere but the corners; not early into the fray
       -10,  -4,   0,   4,   4,   0,  -4, -10,
        -8,  -6,   2,   2,   4,   4,   2,  -4,
        -4,   0,   4,   6,   8,   8,   6,   0,
        -4,   0,   4,   6,   6,   4,   2,  -2,
        -2,   2,   4,   6,   6,   4,   2,  -2,
        -4,   4,   6,   4,   4,   4,   4,  -4,
        -8,   0,   6,   6,   6,   2,   0,  -8,
       -12,  -8,  -4,   4,   0,  -8, -10, -14,
    },
    { // kings: behind the pawns of a castled position
       -60, -60, -64, -70, -70, -64, -60, -60,
       -50, -50, -56, -62, -62, -56, -50, -50,
       -42, -44, -50, -56, -56, -50, -44, -42,
       -36, -38, -46, -52, -52, -46, -38, -36,
       -28, -30, -38, -46, -46, -38, -30, -28,
       -14, -16, -24, -32, -32, -24, -16, -14,
        12,  12,  -8, -24, -24,  -8,  12,  12,
        22,  36,  14,  -8,   0,   6,  38,  26,
    },
  }},
  .egTable = {{
    { // pawns: forward
         0,   0,   0,   0,   0,   0,   0,   0,
        96,  92,  86,  80,  80,  86,  92,  96,
        56,  52,  46,  40,  40,  46,  52,  56,
        28,  24,  18,  14,  14,  18,  24,  28,
        12,  10,   4,   0,   0,   4,  10,  12,
         4,   4,   0,   0,   0,   0,   4,   4,
         4,   4,   4,   4,   4,   4,   4,   4,
         0,   0,   0,   0,   0,   0,   0,   0,
    },
    { // knights
       -50, -34, -22, -18, -18, -22, -34, -50,
       -30, -14,  -4,   2,   2,  -4, -14, -30,
       -20,   0,  12,  16,  16,  12,   0, -20,
       -14,   4,  18,  24,  24,  18,   4, -14,
       -14,   2,  16,  22,  22,  16,   2, -14,
       -20,  -4,   6,  14,  14,   6,  -4, -20,
       -32, -16,  -6,   0,   0,  -6, -16, -32,
       -48, -36, -24, -18, -18, -24, -36, -48,
    },
    { // bishops
       -14, -10,  -8,  -6,  -6,  -8, -10, -14,
        -8,  -2,   2,   2,   2,   2,  -2,  -8,
        -2,   2,   6,   6,   6,   6,   2,  -2,
        -2,   4,   8,  12,  12,   8,   4,  -2,
        -4,   4,   8,  10,  10,   8,   4,  -4,
        -6,   0,   6,   8,   8,   6,   0,  -6,
       -10,  -6,  -2,   0,   0,  -2,  -6, -10,
       -16, -10, -10,  -6,  -6, -10, -10, -16,
    },
    { // rooks
         8,   8,  10,  10,  10,  10,   8,   8,
        10,  12,  12,  12,  12,  12,  12,  10,
         4,   6,   6,   6,   6,   6,   6,   4,
         2,   2,   4,   2,   2,   4,   2,   2,
         0,   2,   2,   0,   0,   2,   2,   0,
        -4,  -2,  -2,  -2,  -2,  -2,  -2,  -4,
        -6,  -6,  -4,  -2,  -2,  -4,  -6,  -6,
        -8,  -4,  -2,  -2,  -2,  -4,  -4,  -8,
    },
    { // queens: the centre
       -12,   0,   4,   8,   8,   4,   0, -12,
        -8,   8,  14,  18,  18,  14,   8,  -8,
        -6,   8,  16,  24,  24,  16,   8,  -6,
        -2,  12,  20,  28,  28,  20,  12,  -2,
        -4,  10,  18,  26,  26,  18,  10,  -4,
       -10,   0,  12,  14,  14,  12,   0, -10,
       -16, -12,  -8,  -4,  -4,  -8, -12, -16,
       -22, -20, -16, -12, -12, -16, -20, -22,
    },
    { // kings: the centre, and away from the edge
       -58, -36, -26, -20, -20, -26, -36, -58,
       -30,  -6,   4,   8,   8,   4,  -6, -30,
       -18,   8,  20,  24,  24,  20,   8, -18,
       -16,   8,  24,  32,  32,  24,   8, -16,
       -20,   4,  20,  28,  28,  20,   4, -20,
       -24,  -4,  10,  16,  16,  10,  -4, -24,
       -34, -14,  -2,   4,   4,  -2, -14, -34,
       -60, -40, -26, -20, -20, -26, -40, -60,
    },
  }},
  .phaseWeight = {0, 1, 1, 2, 4, 0},
};
// clang-format on

}  // namespace tabiya::hce
