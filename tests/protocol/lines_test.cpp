// Pondering, several lines, and results instead of pawns, as a GUI meets them.
#include <gtest/gtest.h>

#include "engine/board/fen.h"
#include "engine/protocol/report.h"
#include "engine/protocol/wdl.h"
#include "tests/protocol/conversation.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;

TEST(Pondering, AHitLetsTheSearchEndByItsOwnClockAndSaysOneBestmove) {
  Conversation gui;
  gui.send("position startpos moves e2e4");
  gui.send("go ponder wtime 1000 btime 1000");
  EXPECT_TRUE(gui.silentFor(60ms, "bestmove"));
  gui.send("ponderhit");
  EXPECT_NE(gui.waitFor("bestmove "), "");
  gui.ready();
  EXPECT_EQ(gui.count("bestmove"), 1);
}

TEST(Pondering, ASearchThatHadEndedAnswersAtTheHit) {
  Conversation gui;
  gui.send("go ponder depth 2");
  EXPECT_NE(gui.waitFor("info depth 2 "), "");
  EXPECT_TRUE(gui.silentFor(60ms, "bestmove"));
  gui.send("ponderhit");
  EXPECT_NE(gui.waitFor("bestmove "), "");
}

TEST(Pondering, AMissIsStoppedAndTheNextGoIsAnsweredToo) {
  Conversation gui;
  gui.send("go ponder wtime 60000 btime 60000");
  gui.send("stop");
  EXPECT_NE(gui.waitFor("bestmove "), "");
  gui.send("go depth 2");
  EXPECT_NE(gui.waitFor("bestmove "), "");
  gui.ready();
  EXPECT_EQ(gui.count("bestmove"), 2);
}

TEST(MultiPvOption, SaysAsManyLinesADepthAsAskedFor) {
  Conversation gui;
  gui.send("setoption name MultiPV value 3");
  gui.send("go depth 4");
  const std::string best = gui.waitFor("bestmove ").substr(9, 4);
  std::string first;
  for (const std::string& line : gui.lines()) {
    if (line.starts_with("info depth 4 ") && line.find(" multipv 1 ") != std::string::npos) first = line;
  }
  EXPECT_EQ(gui.count("info depth 4 "), 3);
  EXPECT_EQ(first.substr(first.find(" pv ") + 4, 4), best);
}

TEST(ShowWdl, StandsAfterTheScoreWhenAskedFor) {
  Conversation gui;
  gui.send("go depth 2");
  gui.waitFor("bestmove ");
  for (const std::string& line : gui.lines()) EXPECT_EQ(line.find(" wdl "), std::string::npos) << line;
  gui.send("setoption name UCI_ShowWDL value true");
  gui.send("go depth 3");
  const std::string line = gui.waitFor("info depth 3 ");
  EXPECT_NE(line.find(" wdl "), std::string::npos) << line;
  EXPECT_LT(line.find(" score "), line.find(" wdl "));
  EXPECT_LT(line.find(" wdl "), line.find(" nodes "));
}

TEST(Wdl, AddsUpAndFollowsTheScore) {
  const Position many = Position::startpos();
  const Position few = readFen("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1").value();
  for (const Position* position : {&many, &few}) {
    int lastWin = -1;
    for (int score = -2000; score <= 2000; score += 50) {
      const Wdl wdl = expectedResult(score, *position);
      EXPECT_EQ(wdl.win + wdl.draw + wdl.loss, 1000);
      EXPECT_GE(wdl.win, lastWin);
      EXPECT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0);
      const Wdl other = expectedResult(-score, *position);
      EXPECT_EQ(wdl.win, other.loss);
      EXPECT_EQ(wdl.draw, other.draw);
      lastWin = wdl.win;
    }
  }
  EXPECT_GT(expectedResult(0, few).draw, expectedResult(0, many).draw);
  EXPECT_EQ(expectedResult(kMate - 3, many).win, 1000);
  EXPECT_EQ(expectedResult(-kMate + 4, many).loss, 1000);
}

TEST(Report, NamesTheMoveBeingSearched) {
  SearchInfo info;
  info.depth = 21;
  info.currentMove = Move(Square::G1, Square::F3);
  info.currentMoveNumber = 3;
  EXPECT_EQ(formatCurrentMove(info, Position::startpos(), false), "info depth 21 currmove g1f3 currmovenumber 3");
}

}  // namespace
}  // namespace tabiya
