// Adds up the terms: a value as fast as can be, or a trace that keeps them apart.
#include "engine/eval/hce/hce.h"

#include "engine/eval/hce/terms.h"

namespace tabiya::hce {
namespace {

using PieceScores = std::array<std::array<Score, 64>, 6>;  // (piece type, table index)

constexpr PieceScores piecesWithTables(const Params& params, bool tables) {
  PieceScores scores{};
  for (int type = 0; type < 6; ++type) {
    for (int i = 0; i < 64; ++i) {
      scores[type][i] = Score(params.mgValue[type] + (tables ? params.mgTable[type][i] : 0),
                              params.egValue[type] + (tables ? params.egTable[type][i] : 0));
    }
  }
  return scores;
}

constexpr PieceScores kWithTables = piecesWithTables(kHandSet, true);
constexpr PieceScores kMaterialOnly = piecesWithTables(kHandSet, false);

struct ValueSink {
  const PieceScores& scores;
  std::array<Score, 2> sum{};

  void piece(Color color, PieceType type, int tableIndex) { sum[index(color)] += scores[index(type)][tableIndex]; }
};

struct TraceSink {
  bool tables;
  Trace trace{};

  void piece(Color color, PieceType type, int tableIndex) {
    const int t = index(type);
    trace.material[index(color)] += Score(kHandSet.mgValue[t], kHandSet.egValue[t]);
    if (tables) trace.tables[index(color)] += Score(kHandSet.mgTable[t][tableIndex], kHandSet.egTable[t][tableIndex]);
  }
};

int blend(Score score, int phase, bool tapered) {
  return tapered ? (score.mg() * phase + score.eg() * (kMaxPhase - phase)) / kMaxPhase : score.mg();
}

}  // namespace

int evaluate(const Position& position, const EvalSwitches& switches) {
  ValueSink sink{switches.pst ? kWithTables : kMaterialOnly};
  collectTerms(position, sink);
  const int us = index(position.sideToMove());
  return blend(sink.sum[us] - sink.sum[us ^ 1], phaseOf(position, kHandSet), switches.tapered);
}

Trace trace(const Position& position, const EvalSwitches& switches) {
  TraceSink sink{switches.pst};
  collectTerms(position, sink);
  Trace result = sink.trace;
  result.phase = phaseOf(position, kHandSet);
  const Score white = result.material[0] + result.tables[0];
  const Score black = result.material[1] + result.tables[1];
  result.total = blend(white - black, result.phase, switches.tapered);
  return result;
}

}  // namespace tabiya::hce
