// The random numbers of the position key: one a piece and square, the side, each castling right, each en passant file.
//
// SplitMix64 with a fixed seed, so keys are the same in every build (Zobrist, "A New Hashing Method with Application
// for Game Playing", 1970).
#pragma once

#include "engine/base/random.h"
#include "engine/board/types.h"

namespace tabiya::zobrist {

namespace detail {

struct Keys {
  // By piece number (0 to 13, of which 6 and 7 are no piece), then square.
  std::array<std::array<u64, 64>, 14> pieceSquare{};
  std::array<std::array<u64, 2>, 2> castling{};
  std::array<u64, 8> enPassant{};
  u64 blackToMove = 0;

  constexpr Keys() {
    Random random(0x7461626979610001ULL);
    for (auto& squares : pieceSquare)
      for (u64& key : squares) key = random.next();
    for (auto& sides : castling)
      for (u64& key : sides) key = random.next();
    for (u64& key : enPassant) key = random.next();
    blackToMove = random.next();
  }
};
inline constexpr Keys kKeys{};

}  // namespace detail

inline u64 pieceSquare(Piece piece, Square square) {
  return detail::kKeys.pieceSquare[index(piece)][index(square)];
}
inline u64 blackToMove() {
  return detail::kKeys.blackToMove;
}
inline u64 castling(Color color, CastlingSide side) {
  return detail::kKeys.castling[index(color)][index(side)];
}
inline u64 enPassant(int file) {
  return detail::kKeys.enPassant[file];
}

}  // namespace tabiya::zobrist
