// The hand-crafted evaluation: material and piece-square tables, blended from middlegame to endgame by the pieces left.
#pragma once

#include "engine/board/position.h"
#include "engine/eval/hce/params.h"
#include "engine/eval/switches.h"

namespace tabiya::hce {

// Centipawns for the side to move, within +-kEvalLimit for any legal position.
int evaluate(const Position& position, const EvalSwitches& switches);

// The same, part by part.
struct Trace {
  std::array<Score, 2> material{};  // by colour
  std::array<Score, 2> tables{};
  int phase = 0;
  int total = 0;  // White's side
};
Trace trace(const Position& position, const EvalSwitches& switches);

}  // namespace tabiya::hce
