// The inputs of a network: one for each kind of piece on each square, seen from one side's view.
#pragma once

#include <span>

#include "engine/board/position.h"
#include "nets/arch.h"

namespace tabiya {

// The plain input (0 to 767) of `piece` on `square` in `view`'s eyes: 384 for the other side's pieces, 64 a type, and
// the square, upside down for Black.
constexpr int plainInput(Color view, Piece piece, Square square) {
  return (colorOf(piece) == view ? 0 : 384) + 64 * index(typeOf(piece)) + index(relativeTo(view, square));
}

// The same for the mirrored sets: they turn the board left to right when the view's king stands on files e to h.
int mirroredInput(const NetArch& arch, std::span<const u8> kingMap, Color view, Square viewKing, Piece piece,
                  Square square);

// The input of any feature set. `viewKing` is the square of view's own king, as it stands on the board; `kingMap` (64
// buckets by that square as the view sees it) is read by MirroredBuckets only. Inline, because a search asks for every
// piece that moves and nearly always for plain inputs.
inline int inputIndex(const NetArch& arch, std::span<const u8> kingMap, Color view, Square viewKing, Piece piece,
                      Square square) {
  if (arch.features == FeatureSet::Plain) return plainInput(view, piece, square);
  return mirroredInput(arch, kingMap, view, viewKing, piece, square);
}

// A number for how the view's king turns the board and which bucket it picks: while it stays the same, a move changes
// only the inputs of the pieces that moved; when it changes, every input does. Always 0 for the plain set.
int inputFrame(const NetArch& arch, std::span<const u8> kingMap, Color view, Square viewKing);

}  // namespace tabiya
