// What the engine says, word for word.
#include "engine/protocol/report.h"

#include <gtest/gtest.h>

#include "engine/board/fen.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

TEST(Report, ScoresAreCentipawnsOrFullMovesToMate) {
  EXPECT_EQ(formatScore(31), "cp 31");
  EXPECT_EQ(formatScore(-250, Bound::Lower), "cp -250 lowerbound");
  EXPECT_EQ(formatScore(40, Bound::Upper), "cp 40 upperbound");
  EXPECT_EQ(formatScore(kMate - 1), "mate 1");
  EXPECT_EQ(formatScore(kMate - 5), "mate 3");
  EXPECT_EQ(formatScore(-(kMate - 2)), "mate -1");
  EXPECT_EQ(formatScore(-(kMate - 6)), "mate -3");
}

TEST(Report, AnInfoLineHoldsWholeNumbersAndTheLine) {
  SearchInfo info;
  info.depth = 9;
  info.seldepth = 17;
  info.score = 31;
  info.nodes = 51'234;
  info.timeMs = 36;
  info.hashfull = 12;
  Position position = Position::startpos();
  info.pv.push_back(readUci(position, "e2e4").value());
  position.makeMove(info.pv[0]);
  info.pv.push_back(readUci(position, "e7e5").value());
  EXPECT_EQ(formatInfo(info, Position::startpos(), false),
            "info depth 9 seldepth 17 multipv 1 score cp 31 nodes 51234 nps 1423166 time 36 hashfull 12 tbhits 0 pv "
            "e2e4 e7e5");
}

TEST(Report, ASearchOfNoTimeAtAllStillHasASpeed) {
  SearchInfo info;
  info.nodes = 20;
  EXPECT_NE(formatInfo(info, Position::startpos(), false).find(" nps 20000 "), std::string::npos);
}

TEST(Report, CastlingInALineFollowsTheOption) {
  const Position position = readFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
  SearchResult result;
  result.best = readUci(position, "e1g1").value();
  EXPECT_EQ(formatBestMove(result, position, false), "bestmove e1g1");
  EXPECT_EQ(formatBestMove(result, position, true), "bestmove e1h1");
  EXPECT_EQ(formatBestMove({}, position, false), "bestmove (none)");
}

TEST(Report, TheEvaluationIsShownPartByPart) {
  EvalSwitches switches = EvalSwitches::none();
  switches.pst = false;
  switches.pawns = true;
  const std::string text =
      describeEvaluation(readFen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").value(), {nullptr, "none", "none"}, switches);
  EXPECT_NE(text.find("  Material            +1.00    +1.20    +0.00    +0.00    +1.00    +1.20\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  Pawn structure      -0.10    -0.15    +0.00    +0.00    -0.10    -0.15\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  Passed pawns        +0.00    +0.05    +0.00    +0.00    +0.00    +0.05\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("Phase 0/24: 0% middlegame"), std::string::npos);
  EXPECT_NE(text.find("Total: +1.10 for White, so -1.10 for Black to move"), std::string::npos);
}

TEST(Report, TheBoardStandsAsOnPaper) {
  const std::string text = describePosition(Position::startpos());
  EXPECT_TRUE(text.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n")) << text;
  EXPECT_NE(text.find("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nKey: "), std::string::npos);
}

}  // namespace
}  // namespace tabiya
