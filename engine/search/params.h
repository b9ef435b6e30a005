// The search's numbers, in centipawns, plies or what the comment says. Their ranges stand in settings.cpp.
//
// Starting values from the book this engine follows; hundredths and the like are integers, so that every CPU counts the
// same nodes.
#pragma once

namespace tabiya {

struct SearchParams {
  // Aspiration: from this depth on, previous score +- delta, doubled at each failure; beyond the maximum, everything.
  int aspirationMinDepth = 5;
  int aspirationDelta = 25;
  int aspirationMaxDelta = 800;
  // Null move: reduction + depth / divisor plies less.
  int nullMinDepth = 3;
  int nullReduction = 3;
  int nullDepthDivisor = 6;
  // Late move reductions: base/100 + ln(depth) ln(move number) * 100/divisor plies.
  int lmrMinDepth = 3;
  int lmrMinMoves = 3;
  int lmrBase = 75;
  int lmrDivisor = 225;
  // Late move pruning: after base + depth^2 quiet moves.
  int lmpMaxDepth = 3;
  int lmpBase = 3;
  // Reverse futility: evaluation - margin * depth >= beta.
  int rfpMaxDepth = 7;
  int rfpMargin = 80;
  // Razoring: evaluation + margin * depth < alpha.
  int razorMaxDepth = 2;
  int razorMargin = 300;
  // Futility: evaluation + base + perDepth * depth <= alpha.
  int futilityMaxDepth = 6;
  int futilityBase = 100;
  int futilityPerDepth = 100;
  // Exchanges: a move losing more than margin * depth.
  int seeMaxDepth = 6;
  int seeQuietMargin = 60;
  int seeCaptureMargin = 100;
  // Delta pruning in the quiescence search: evaluation + victim + margin <= alpha.
  int deltaMargin = 200;
  // Internal iterative reductions.
  int iirMinDepth = 4;
};

}  // namespace tabiya
