// Slider attacks by walking the rays: the definition that the tables of attacks.cpp are filled from and tested against.
#include <array>

#include "engine/board/attacks.h"

namespace tabiya {
namespace {

struct Direction {
  int east;
  int north;
};
constexpr std::array<Direction, 4> kBishopDirections{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Direction, 4> kRookDirections{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

constexpr bool onBoard(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

Bitboard walk(Square from, Bitboard occupied, const std::array<Direction, 4>& directions) {
  Bitboard seen;
  for (const Direction d : directions) {
    int file = fileOf(from) + d.east, rank = rankOf(from) + d.north;
    while (onBoard(file, rank)) {
      const Square s = squareAt(file, rank);
      seen = seen.with(s);
      if (occupied.contains(s)) break;
      file += d.east;
      rank += d.north;
    }
  }
  return seen;
}

// A square matters when its ray goes on behind it.
Bitboard relevant(Square from, const std::array<Direction, 4>& directions) {
  Bitboard squares;
  for (const Direction d : directions) {
    int file = fileOf(from) + d.east, rank = rankOf(from) + d.north;
    while (onBoard(file + d.east, rank + d.north)) {
      squares = squares.with(squareAt(file, rank));
      file += d.east;
      rank += d.north;
    }
  }
  return squares;
}

}  // namespace

Bitboard bishopAttacksByRays(Square square, Bitboard occupied) {
  return walk(square, occupied, kBishopDirections);
}

Bitboard rookAttacksByRays(Square square, Bitboard occupied) {
  return walk(square, occupied, kRookDirections);
}

Bitboard bishopRelevant(Square square) {
  return relevant(square, kBishopDirections);
}

Bitboard rookRelevant(Square square) {
  return relevant(square, kRookDirections);
}

}  // namespace tabiya
