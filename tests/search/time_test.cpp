// From clocks to limits: the book's example, the edges, and how the soft limit moves.
#include "engine/search/time.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace {

Limits clockOf(i64 ms, i64 incrementMs = 0, std::optional<int> movesToGo = {}) {
  Limits limits;
  limits.timeMs[0] = ms;
  limits.incrementMs[0] = incrementMs;
  limits.movesToGo = movesToGo;
  return limits;
}

TEST(Time, AMinuteAndASecondGiveAboutThreeSecondsAndThreeTimesThat) {
  const TimeBudget budget = timeBudget(clockOf(60'000, 1000), Color::White, {});
  EXPECT_EQ(budget.softMs, 2749);
  EXPECT_EQ(budget.hardMs, 8247);
  EXPECT_TRUE(budget.adaptive);
}

TEST(Time, NeitherLimitGoesBeyondHalfTheClock) {
  const TimeBudget budget = timeBudget(clockOf(1030, 10'000), Color::White, {});
  EXPECT_EQ(budget.softMs, 500);
  EXPECT_EQ(budget.hardMs, 500);
}

TEST(Time, MovesToGoShareTheClockButNeverBeyondThePlan) {
  EXPECT_EQ(timeBudget(clockOf(10'030, 0, 10), Color::White, {}).softMs, 1000);
  EXPECT_EQ(timeBudget(clockOf(30'030, 0, 200), Color::White, {}).softMs, 1000);
  EXPECT_EQ(timeBudget(clockOf(10'030, 0, 0), Color::White, {}).softMs, 5000);
}

TEST(Time, AnEmptyClockLeavesNothingAndNothingNegative) {
  for (const i64 ms : {-500LL, 0LL, 10LL, 30LL}) {
    const TimeBudget budget = timeBudget(clockOf(ms), Color::White, {});
    EXPECT_EQ(budget.softMs, 0);
    EXPECT_EQ(budget.hardMs, 0);
  }
}

TEST(Time, HugeClocksDoNotOverflow) {
  const TimeBudget budget = timeBudget(clockOf(INT64_MAX, INT64_MAX), Color::White, {});
  EXPECT_GT(*budget.softMs, 0);
  EXPECT_GE(*budget.hardMs, *budget.softMs);
}

TEST(Time, AFixedTimeIsKeptLessTheOverhead) {
  Limits limits;
  limits.movetimeMs = 500;
  const TimeBudget budget = timeBudget(limits, Color::White, {});
  EXPECT_EQ(budget.softMs, 470);
  EXPECT_EQ(budget.hardMs, 470);
  EXPECT_EQ(adaptedSoftMs(budget, 9, 100, {}), 470);
}

TEST(Time, TheOtherSidesClockIsNoLimit) {
  const TimeBudget budget = timeBudget(clockOf(60'000), Color::Black, {});
  EXPECT_FALSE(budget.softMs.has_value());
  EXPECT_FALSE(budget.hardMs.has_value());
}

TEST(Time, AStableBestMoveTakesLessTimeAndANewOneMore) {
  const TimeBudget budget{1000, 3000, true};
  EXPECT_EQ(adaptedSoftMs(budget, 0, 0, {}), 1800);
  EXPECT_EQ(adaptedSoftMs(budget, 1, 0, {}), 1400);
  EXPECT_EQ(adaptedSoftMs(budget, 2, 0, {}), 1100);
  EXPECT_EQ(adaptedSoftMs(budget, 3, 0, {}), 900);
  EXPECT_EQ(adaptedSoftMs(budget, 4, 0, {}), 750);
  EXPECT_EQ(adaptedSoftMs(budget, 50, 0, {}), 750);
}

TEST(Time, AFallingScoreTakesOnePercentMoreACentipawnUpToDouble) {
  const TimeBudget budget{1000, 3000, true};
  const TimeParams steady{.stability = false};
  EXPECT_EQ(adaptedSoftMs(budget, 0, 30, steady), 1300);
  EXPECT_EQ(adaptedSoftMs(budget, 0, 5000, steady), 2000);
  EXPECT_EQ(adaptedSoftMs(budget, 0, -30, steady), 1000);
}

TEST(Time, NothingGoesBeyondTheHardLimit) {
  EXPECT_EQ(adaptedSoftMs({1000, 3000, true}, 0, 5000, {}), 3000);
}

TEST(Time, BothScalesCanBeSwitchedOff) {
  EXPECT_EQ(adaptedSoftMs({1000, 3000, true}, 0, 50, {.stability = false, .fallingScore = false}), 1000);
}

}  // namespace
}  // namespace tabiya
