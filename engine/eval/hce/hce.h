// The hand-crafted evaluation: material, piece-square tables and positional terms, blended from middlegame to endgame
// by the pieces left.
#pragma once

#include <array>

#include "engine/board/position.h"
#include "engine/eval/hce/params.h"
#include "engine/eval/hce/term_table.h"
#include "engine/eval/switches.h"

namespace tabiya::hce {

// Centipawns for the side to move, within +-kEvalLimit for any legal position.
int evaluate(const Position& position, const EvalSwitches& switches);

// The same, part by part: each side's own points.
struct Trace {
  std::array<std::array<Score, 2>, kGroups.size()> parts{};  // (group, colour)
  int phase = 0;
  int total = 0;  // White's side

  const std::array<Score, 2>& operator[](Group group) const { return parts[index(group)]; }
  Score sum(Color color) const;
};
Trace trace(const Position& position, const EvalSwitches& switches);

}  // namespace tabiya::hce
