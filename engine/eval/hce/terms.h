// The terms of the hand-crafted evaluation, reported one by one to a sink: value, trace and tuner share this walk.
//
// A sink has `void piece(Color, PieceType, int tableIndex)`: one piece's material and its entry in the table of its
// kind.
#pragma once

#include <algorithm>

#include "engine/board/position.h"
#include "engine/eval/hce/params.h"

namespace tabiya::hce {

template <class Sink>
void collectTerms(const Position& position, Sink& sink) {
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      for (const Square square : position.pieces(color, type)) sink.piece(color, type, tableIndex(color, square));
    }
  }
}

// From 0 (kings and pawns only) to kMaxPhase (all pieces): knights and bishops 1, rooks 2, queens 4.
inline int phaseOf(const Position& position, const Params& params) {
  int phase = 0;
  for (const PieceType type : kPieceTypes) phase += params.phaseWeight[index(type)] * position.pieces(type).count();
  return std::min(phase, kMaxPhase);
}

}  // namespace tabiya::hce
