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
  // Adjustments of a reduction, in plies: at expected cut nodes; when more than `count` moves of this ply were refuted,
  // and then once more at expected all-nodes; when the table's move is a capture; and less at expected all-nodes, where
  // the principal variation was, and for each `divisor` points of history.
  int lmrCutNode = 2;
  int lmrCutoffCount = 3;
  int lmrCutoffPlies = 1;
  int lmrCutoffAllNodePlies = 1;
  int cutoffCountDoubleExtended = 0;  // what a fail high by a doubly extended move counts
  int lmrTableCapture = 1;
  int lmrTableCapturePv = 0;
  int lmrAllNode = 1;
  int lmrTablePv = 1;
  int tablePvFailLowDepth = 3;  // above it, a fail low takes its parent's flag
  int lmrHistoryDivisor = 128;
  int lmrHistoryMax = 2;
  // Late move pruning: after base + depth^2 quiet moves.
  int lmpMaxDepth = 3;
  int lmpBase = 3;
  int lmpImproving = 1;  // times as many when improving
  // Reverse futility: evaluation - margin * depth >= beta.
  int rfpMaxDepth = 7;
  int rfpMargin = 80;
  int rfpImproving = 40;  // off the margin when improving; less than the margin itself
  // Razoring: evaluation + margin * depth < alpha.
  int razorMaxDepth = 2;
  int razorMargin = 300;
  // Futility: evaluation + base + perDepth * depth <= alpha.
  int futilityMaxDepth = 6;
  int futilityBase = 100;
  int futilityPerDepth = 100;
  // History pruning: quiet score < -margin * depth.
  int historyPruningMaxDepth = 4;
  int historyPruningMargin = 16;
  // ProbCut: a capture that beats beta + margin in a search so many plies shallower.
  int probCutMinDepth = 5;
  int probCutMargin = 100;
  int probCutReduction = 4;
  // Singular extensions: no other move comes within margin * depth of the table's score, which is at most so many plies
  // shallower than the node; twice, so many times a line, when none comes within the double margin of that either.
  int singularMinDepth = 4;
  int singularMargin = 3;
  int singularTableDepthMargin = 3;
  int doubleExtensionMargin = 50;
  int doubleExtensionLimit = 6;
  int negativeExtensionPlies = 1;
  // Correction history: the weight of one result and the shares of the tables in 256ths, the limit in centipawns.
  int correctionMaxWeight = 16;
  int correctionLimit = 64;
  int correctionPawnShare = 256;
  int correctionPieceShare = 32;
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
