// When games end before the rules end them.
#include "datagen/adjudicate.h"

#include <gtest/gtest.h>

#include "engine/search/score.h"

namespace tabiya {
namespace {

constexpr WhiteScore kLevel{3};

// Feeds `n` level scores from ply `ply` on; the ply of the verdict, or -1.
int levelFrom(Adjudicator& adjudicator, int ply, int n) {
  for (int i = 0; i < n; ++i)
    if (adjudicator.afterSearch(ply + i, kLevel)) return ply + i;
  return -1;
}

TEST(Adjudicate, TenLevelPliesFromPly80AreADraw) {
  Adjudicator adjudicator({});
  EXPECT_EQ(levelFrom(adjudicator, 75, 20), 84);
}

TEST(Adjudicate, NoDrawBeforePly80HoweverLongItWasLevel) {
  Adjudicator adjudicator({});
  EXPECT_EQ(levelFrom(adjudicator, 0, 100), 80);
}

TEST(Adjudicate, AScoreBeyondTheLimitBeginsTheCountAgain) {
  Adjudicator adjudicator({});
  EXPECT_EQ(levelFrom(adjudicator, 90, 9), -1);
  EXPECT_FALSE(adjudicator.afterSearch(99, WhiteScore{-11}));
  EXPECT_EQ(levelFrom(adjudicator, 100, 9), -1);
  const auto verdict = adjudicator.afterSearch(109, WhiteScore{10});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::Draw);
  EXPECT_EQ(verdict->reason, EndReason::DrawAdjudicated);
}

TEST(Adjudicate, ASearchWithoutAScoreBeginsTheCountAgain) {
  Adjudicator adjudicator({});
  EXPECT_EQ(levelFrom(adjudicator, 90, 9), -1);
  EXPECT_FALSE(adjudicator.afterSearch(99, std::nullopt));
  EXPECT_EQ(levelFrom(adjudicator, 100, 20), 109);
}

TEST(Adjudicate, EachGameCountsFromNothing) {
  Adjudicator first({});
  levelFrom(first, 90, 9);
  Adjudicator second({});
  EXPECT_EQ(levelFrom(second, 90, 9), -1);
}

TEST(Adjudicate, AMateSeenIsAWinForTheSideThatMates) {
  const auto white = Adjudicator({}).afterSearch(3, WhiteScore{kMate - 5});
  ASSERT_TRUE(white);
  EXPECT_EQ(white->result, GameResult::WhiteWins);
  EXPECT_EQ(white->reason, EndReason::MateSeen);
  const auto black = Adjudicator({}).afterSearch(3, WhiteScore{-kMateBound});
  ASSERT_TRUE(black);
  EXPECT_EQ(black->result, GameResult::BlackWins);
}

TEST(Adjudicate, WinsArePlayedOutUnlessAskedFor) {
  Adjudicator adjudicator({});
  for (int ply = 0; ply < 50; ++ply) EXPECT_FALSE(adjudicator.afterSearch(ply, WhiteScore{5000}));
}

TEST(Adjudicate, AWinNeedsTheSameSideAheadAllAlong) {
  AdjudicationRules rules;
  rules.winScore = 1000;
  rules.winPlies = 4;
  Adjudicator adjudicator(rules);
  for (const int cp : {-1200, -1200, -1200, 1200, -1200, -1200, 999, -1200, -1200, -1200})
    EXPECT_FALSE(adjudicator.afterSearch(20, WhiteScore{cp})) << cp;
  const auto verdict = adjudicator.afterSearch(30, WhiteScore{-1000});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::BlackWins);
  EXPECT_EQ(verdict->reason, EndReason::WinAdjudicated);
}

TEST(Adjudicate, FourHundredPliesAreADraw) {
  const Adjudicator adjudicator({});
  EXPECT_FALSE(adjudicator.beforeMove(399));
  const auto verdict = adjudicator.beforeMove(400);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::Draw);
  EXPECT_EQ(verdict->reason, EndReason::MaxPlies);
}

}  // namespace
}  // namespace tabiya
