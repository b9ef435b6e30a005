#include "engine/protocol/report.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "engine/board/fen.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/hce/hce.h"
#include "engine/movegen/san.h"
#include "engine/protocol/wdl.h"

namespace tabiya {
namespace {

std::string pawns(int centipawns) {
  char text[32];
  std::snprintf(text, sizeof text, "%+.2f", centipawns / 100.0);
  return text;
}

// "+0.31" middlegame and endgame, in columns.
std::string bothPhases(hce::Score score) {
  char text[48];
  std::snprintf(text, sizeof text, "%9s%9s", pawns(score.mg()).c_str(), pawns(score.eg()).c_str());
  return text;
}

std::string evaluationRow(const std::string& name, hce::Score white, hce::Score black) {
  return "  " + name + std::string(16 - name.size(), ' ') + bothPhases(white) + bothPhases(black) +
         bothPhases(white - black) + "\n";
}

constexpr std::array<const char*, hce::kGroups.size()> kGroupNames{
    "Material", "Piece-squares", "Mobility", "Pawn structure", "Passed pawns", "Pieces", "King safety", "Tempo"};

}  // namespace

std::string formatScore(int score, Bound bound) {
  std::string text = isMateScore(score) ? "mate " + std::to_string(mateInMoves(score)) : "cp " + std::to_string(score);
  if (bound == Bound::Lower) text += " lowerbound";
  if (bound == Bound::Upper) text += " upperbound";
  return text;
}

std::string formatInfo(const SearchInfo& info, const Position& root, bool chess960, bool wdl) {
  const u64 nps = info.nodes * 1000 / static_cast<u64>(std::max<i64>(info.timeMs, 1));
  std::string text = "info depth " + std::to_string(info.depth) + " seldepth " + std::to_string(info.seldepth) +
                     " multipv " + std::to_string(info.multipv) + " score " + formatScore(info.score, info.bound);
  if (wdl) {
    const Wdl results = expectedResult(info.score, root);
    text +=
        " wdl " + std::to_string(results.win) + " " + std::to_string(results.draw) + " " + std::to_string(results.loss);
  }
  text += " nodes " + std::to_string(info.nodes) + " nps " + std::to_string(nps) + " time " +
          std::to_string(info.timeMs) + " hashfull " + std::to_string(info.hashfull) + " tbhits 0";
  if (!info.pv.empty()) text += " pv";
  Position position = root;
  for (const Move m : info.pv) {
    text += " " + toUci(position, m, chess960);
    position.makeMove(m);
  }
  return text;
}

std::string formatCurrentMove(const SearchInfo& info, const Position& root, bool chess960) {
  return "info depth " + std::to_string(info.depth) + " currmove " + toUci(root, info.currentMove, chess960) +
         " currmovenumber " + std::to_string(info.currentMoveNumber);
}

std::string formatBestMove(const SearchResult& result, const Position& root, bool chess960) {
  if (!result.best) return "bestmove (none)";
  std::string text = "bestmove " + toUci(root, result.best, chess960);
  if (result.ponder) {
    Position after = root;
    after.makeMove(result.best);
    text += " ponder " + toUci(after, result.ponder, chess960);
  }
  return text;
}

std::string describePosition(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += std::to_string(rank + 1) + " ";
    for (int file = 0; file < 8; ++file) {
      text += ' ';
      text += toChar(position.pieceAt(squareAt(file, rank)));
    }
    text += '\n';
  }
  char key[32];
  std::snprintf(key, sizeof key, "%016llx", static_cast<unsigned long long>(position.key()));
  return text + "   a b c d e f g h\n\nFen: " + writeFen(position) + "\nKey: " + key + "\n";
}

std::string describeEvaluation(const Position& position, const NetChoice& net, const EvalSwitches& switches) {
  const hce::Trace trace = hce::trace(position, switches);
  std::string text =
      "Evaluation by hand, in pawns, each side's own points:\n"
      "                              White             Black       White less Black\n"
      "                     Middle      End   Middle      End   Middle      End\n";
  for (const hce::Group group : hce::kGroups) {
    const auto& [white, black] = trace[group];
    text += evaluationRow(kGroupNames[hce::index(group)], white, black);
  }
  text += evaluationRow("Sum", trace.sum(Color::White), trace.sum(Color::Black));
  const int share = switches.tapered ? trace.phase * 100 / hce::kMaxPhase : 100;
  text += "Phase " + std::to_string(trace.phase) + "/" + std::to_string(hce::kMaxPhase) + ": " + std::to_string(share) +
          "% middlegame\n";
  const char* mover = position.sideToMove() == Color::White ? "White" : "Black";
  const int forMover = position.sideToMove() == Color::White ? trace.total : -trace.total;
  text += "Total: " + pawns(trace.total) + " for White, so " + pawns(forMover) + " for " + mover + " to move\n";
  if (net.network == nullptr) return text;
  text += "Network " + net.name + ": " + pawns(evaluateOnce(position, net.network.get(), switches)) + " for " + mover +
          " to move";
  if (isHandCraftedEnding(position, switches)) text += " (an ending evaluated by hand)";
  return text + "\n";
}

std::string describeNet(const NetChoice& net) {
  if (net.network == nullptr) return "evaluation by hand";
  return "network " + net.name + " (hash " + net.hash + "), " + std::to_string(net.network->arch.hidden) + " wide";
}

}  // namespace tabiya
