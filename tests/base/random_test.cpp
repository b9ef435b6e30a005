// Random numbers: the published SplitMix64 sequence, ranges, and seeds that do not run into each other.
#include "engine/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace tabiya {
namespace {

// Seed 1234567: the sequence quoted by Rosetta Code's "Pseudo-random numbers/Splitmix64".
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317ULL);
  EXPECT_EQ(random.next(), 3203168211198807973ULL);
  EXPECT_EQ(random.next(), 9817491932198370423ULL);
  EXPECT_EQ(random.next(), 4593380528125082431ULL);
  EXPECT_EQ(random.next(), 16408922859458223821ULL);
}

TEST(Random, GoesOnFromItsState) {
  Random first(9);
  first.next();
  Random second(first.state());
  EXPECT_EQ(first.next(), second.next());
}

TEST(Random, BelowReachesEveryNumberAboutEquallyOften) {
  Random random(1);
  std::array<int, 7> seen{};
  for (int i = 0; i < 70'000; ++i) ++seen.at(random.below(7));
  // The standard deviation of each count is about 93.
  for (const int times : seen) EXPECT_NEAR(times, 10'000, 500);
}

TEST(Random, UnitIsBelowOneAndFair) {
  Random random(2);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.unit();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.015);
}

TEST(Random, DerivedSeedsDifferBetweenRunsAndParts) {
  std::set<u64> seeds;
  for (u64 run = 0; run < 100; ++run)
    for (u64 part = 0; part < 100; ++part) seeds.insert(deriveSeed(run, part));
  EXPECT_EQ(seeds.size(), 10'000u);
}

}  // namespace
}  // namespace tabiya
