// When a match game ends early, and how players and times are read.
#include "datagen/match/referee.h"

#include <gtest/gtest.h>

#include "datagen/match/player.h"
#include "engine/board/fen.h"
#include "engine/movegen/san.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

// Kings and rooks shuffle; from move 60 on.
Position ending() {
  return *readFen("r3k3/8/8/8/8/8/P7/R3K3 w - - 0 60");
}

std::optional<MatchVerdict> after(Referee& referee, Position& position, const std::string& uci,
                                  std::optional<int> score, int plies = 1) {
  const Move move = *readUci(position, uci);
  const auto verdict = referee.afterMove(position, move, score, plies);
  position.makeMove(move);
  return verdict;
}

RefereeRules drawAfterFour() {
  RefereeRules rules;
  rules.drawPlies = 4;
  return rules;
}

TEST(Referee, ADrawNeedsEveryScoreOfTheStretch) {
  Referee referee(drawAfterFour());
  Position position = ending();
  EXPECT_FALSE(after(referee, position, "a1b1", 0));
  EXPECT_FALSE(after(referee, position, "a8b8", -10));
  EXPECT_FALSE(after(referee, position, "b1a1", 10));
  const auto verdict = after(referee, position, "b8a8", 3);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->end, MatchEnd::DrawAgreed);
  EXPECT_EQ(verdict->result, GameResult::Draw);
}

TEST(Referee, APawnMoveACaptureAScoreTooHighOrMissingBeginsAgain) {
  const std::pair<const char*, std::optional<int>> breakers[] = {
      {"a2a3", 0}, {"a1b1", 11}, {"a1b1", std::nullopt}, {"a1b1", kMate - 5}};
  for (const auto& [move, score] : breakers) {
    Referee referee(drawAfterFour());
    Position position = ending();
    after(referee, position, "e1d1", 0);
    after(referee, position, "e8d8", 0);
    after(referee, position, move, score);
    EXPECT_FALSE(after(referee, position, "d8e8", 0)) << move;
  }
}

TEST(Referee, NoDrawIsAgreedBeforeTheMoveOfTheFen) {
  Referee referee(drawAfterFour());
  Position position = ending();
  position.setClocks(0, 10);
  for (const char* move : {"a1b1", "a8b8", "b1a1", "b8a8", "a1b1"}) EXPECT_FALSE(after(referee, position, move, 0));
}

TEST(Referee, AWinByScoreNeedsBothOrTheLosingSideAloneWhereThatIsEnough) {
  RefereeRules rules;
  rules.winScore = 500;
  rules.winPlies = 3;
  for (const bool oneSided : {false, true}) {
    rules.winOneSided = oneSided;
    Referee referee(rules);
    Position position = ending();
    // Black alone sees that it loses; White sees little.
    EXPECT_FALSE(after(referee, position, "a1b1", 100));
    EXPECT_FALSE(after(referee, position, "a8b8", -600));
    EXPECT_FALSE(after(referee, position, "b1a1", 100));
    EXPECT_FALSE(after(referee, position, "b8a8", -500));
    EXPECT_FALSE(after(referee, position, "a1b1", 100));
    const auto verdict = after(referee, position, "a8b8", -700);
    ASSERT_EQ(verdict.has_value(), oneSided);
    if (!verdict) continue;
    EXPECT_EQ(verdict->end, MatchEnd::Resignation);
    EXPECT_EQ(verdict->result, GameResult::WhiteWins);
  }
  Referee referee(rules);
  Position position = ending();
  EXPECT_FALSE(after(referee, position, "a1b1", 600));
  EXPECT_FALSE(after(referee, position, "a8b8", -600));
  const auto verdict = after(referee, position, "b1a1", 600);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->end, MatchEnd::WinAgreed);
}

TEST(Referee, OnePlayersMateIsNotBelieved) {
  Referee referee({});
  Position position = ending();
  EXPECT_FALSE(after(referee, position, "a1b1", kMate - 5));
  EXPECT_FALSE(after(referee, position, "a8b8", 30));
  EXPECT_FALSE(after(referee, position, "b1a1", kMate - 5));
  const auto verdict = after(referee, position, "b8a8", -(kMate - 4));
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->end, MatchEnd::MateAgreed);
  EXPECT_EQ(verdict->result, GameResult::WhiteWins);
}

TEST(Referee, BothClaimingToMateAgreeOnNothing) {
  Referee referee({});
  Position position = ending();
  EXPECT_FALSE(after(referee, position, "a1b1", kMate - 5));
  EXPECT_FALSE(after(referee, position, "a8b8", kMate - 5));
}

TEST(Referee, AWinIsAgreedOnlyWhenAskedFor) {
  RefereeRules rules;
  rules.winScore = 500;
  rules.winPlies = 3;
  Referee referee(rules), strict({});
  Position position = ending(), same = position;
  std::optional<MatchVerdict> verdict;
  for (const auto& [move, score] : {std::pair{"a1b1", -600}, {"a8b8", 700}, {"b1a1", -500}}) {
    EXPECT_FALSE(verdict);
    verdict = after(referee, position, move, score);
    EXPECT_FALSE(after(strict, same, move, score));
  }
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::BlackWins);
}

TEST(Referee, TheLongestGameIsADraw) {
  Referee referee({});
  Position position = ending();
  EXPECT_FALSE(after(referee, position, "a1b1", 100, 399));
  EXPECT_EQ(after(referee, position, "a8b8", 100, 400)->end, MatchEnd::MaxPlies);
}

TEST(PlayerWords, AreReadOrRefused) {
  const auto net = parsePlayer("net:dir/x.nnue,nullmove=off,lmr_base=80");
  ASSERT_TRUE(net.ok());
  EXPECT_EQ(net->net, "dir/x.nnue");
  EXPECT_EQ(net->options, (NamedValues{{"nullmove", "off"}, {"lmr_base", "80"}}));
  EXPECT_EQ(parsePlayer("hce")->net, "none");
  EXPECT_EQ(parsePlayer("cmd:/usr/games/engine")->command, "/usr/games/engine");
  for (const char* bad : {"", "stockfish", "net:", "cmd:", "hce,nullmove"}) EXPECT_FALSE(parsePlayer(bad).ok()) << bad;
}

TEST(TimeControls, AreReadOrRefused) {
  EXPECT_EQ(*parseTimeControl("2+0.02"), (TimeControl{0, 2000, 20}));
  EXPECT_EQ(*parseTimeControl("40/60+0.5"), (TimeControl{40, 60'000, 500}));
  EXPECT_EQ(*parseTimeControl("5"), (TimeControl{0, 5000, 0}));
  EXPECT_EQ(toString(*parseTimeControl("40/60+0.5")), "40/60+0.5");
  for (const char* bad : {"", "0", "x+1", "1+", "0/5", "5+-1", "nan"}) EXPECT_FALSE(parseTimeControl(bad).ok()) << bad;
}

}  // namespace
}  // namespace tabiya
