// The random numbers of the position key: one a piece and square, the side, each castling right, each en passant file.
//
// SplitMix64 with a fixed seed, so keys are the same in every build (Zobrist, "A New Hashing Method with Application
// for Game Playing", 1970).
#pragma once

#include "engine/board/types.h"

namespace tabiya::zobrist {

u64 pieceSquare(Piece piece, Square square);
u64 blackToMove();
u64 castling(Color color, CastlingSide side);
u64 enPassant(int file);

}  // namespace tabiya::zobrist
