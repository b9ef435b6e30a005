// Ratings on values computed by hand, and on the laws they must obey.
#include "datagen/match/rating.h"

#include <gtest/gtest.h>

#include <cmath>

#include "datagen/match/tournament.h"

namespace tabiya {
namespace {

using Pairs = std::array<u64, 5>;

Encounter meeting(std::size_t a, std::size_t b, const Pairs& pairs) {
  return {a, b, ScoreCounts::pairs(pairs)};
}

TEST(Rating, AgainstOneKnownOpponentItIsTheEloDifference) {
  const Pairs pairs{12, 95, 300, 118, 15};
  const auto found = ratings(2, {meeting(0, 1, pairs)}, {std::nullopt, 2500});
  EXPECT_NEAR(*found[0].value, 2500 + *elo(ScoreCounts::pairs(pairs)).value, 1e-6);
  // The delta method instead of the ends of the interval: equal to first order.
  EXPECT_NEAR(*found[0].error, *elo(ScoreCounts::pairs(pairs)).error, 0.01);
  EXPECT_EQ(*found[1].value, 2500);
  EXPECT_FALSE(found[1].error.has_value());
}

TEST(Rating, AGauntletsIsWhereTheExpectedPointsAreThoseScored) {
  // 3/4 of 40 games against 2400 and 1/4 of 40 games against 2600: halfway. Half of 40 games against 2500: the same.
  const auto found =
      ratings(3, {meeting(0, 1, {0, 0, 5, 10, 5}), meeting(0, 2, {5, 10, 5, 0, 0})}, {std::nullopt, 2400, 2600});
  EXPECT_NEAR(*found[0].value, 2500, 1e-6);
  // More games weigh more: 2400 + 190.85 from 400 games, 2600 - 190.85 from 40.
  const auto uneven =
      ratings(3, {meeting(0, 1, {0, 0, 50, 100, 50}), meeting(0, 2, {5, 10, 5, 0, 0})}, {std::nullopt, 2400, 2600});
  const double r = *uneven[0].value;
  const auto expected = [&](double opponent) { return 1 / (1 + std::pow(10, (opponent - r) / 400)); };
  EXPECT_NEAR(400 * expected(2400) + 40 * expected(2600), 310, 1e-6);
}

TEST(Rating, ARoundRobinHasMeanZeroAndOnlyDifferencesCount) {
  const std::vector<Encounter> games{meeting(0, 1, {1, 3, 10, 5, 1}), meeting(1, 2, {0, 4, 8, 6, 2}),
                                     meeting(0, 2, {1, 1, 9, 7, 2})};
  const std::vector<std::optional<double>> none(3);
  const auto free = ratings(3, games, none);
  EXPECT_NEAR(*free[0].value + *free[1].value + *free[2].value, 0, 1e-9);
  EXPECT_GT(*free[0].value, *free[1].value);
  EXPECT_GT(*free[1].value, *free[2].value);
  const auto anchored = ratings(3, games, {std::nullopt, 2000, std::nullopt});
  EXPECT_NEAR(*anchored[0].value - 2000, *free[0].value - *free[1].value, 1e-6);
  EXPECT_NEAR(*anchored[2].value - 2000, *free[2].value - *free[1].value, 1e-6);
}

TEST(Rating, FourTimesTheGamesHalveTheError) {
  const auto once = ratings(2, {meeting(0, 1, {1, 5, 20, 8, 2})}, {std::nullopt, std::nullopt});
  const auto often = ratings(2, {meeting(0, 1, {4, 20, 80, 32, 8})}, {std::nullopt, std::nullopt});
  EXPECT_NEAR(*often[0].value, *once[0].value, 1e-9);
  EXPECT_NEAR(2 * *often[0].error, *once[0].error, 1e-9);
}

TEST(Rating, WhatHasNoFiniteRatingIsUndefined) {
  EXPECT_FALSE(ratings(2, {meeting(0, 1, {0, 0, 0, 0, 9})}, {std::nullopt, 2500})[0].value.has_value());
  EXPECT_FALSE(ratings(2, {meeting(0, 1, {})}, {std::nullopt, std::nullopt})[0].value.has_value());
  // Player 2 lost everything; the other two are rated all the same.
  const auto found = ratings(3, {meeting(0, 1, {1, 0, 2, 0, 1}), meeting(0, 2, {0, 0, 0, 0, 4})},
                             std::vector<std::optional<double>>(3));
  EXPECT_NEAR(*found[0].value, 0, 1e-9);
  EXPECT_FALSE(found[2].value.has_value());
  // Won against one known opponent and lost against the other: finite.
  EXPECT_TRUE(
      ratings(3, {meeting(0, 1, {0, 0, 0, 0, 4}), meeting(0, 2, {4, 0, 0, 0, 0})}, {std::nullopt, 2000, 2400})[0]
          .value.has_value());
}

TEST(Tournament, PairingsAndTable) {
  EXPECT_EQ(gauntletPairings(3), (std::vector<Pairing>{{0, 1}, {0, 2}}));
  EXPECT_EQ(roundRobinPairings(3), (std::vector<Pairing>{{0, 1}, {0, 2}, {1, 2}}));
  MatchTally tally;
  PairFacts pair;
  pair.games[0].result = GameResult::WhiteWins;
  pair.games[1].result = GameResult::Draw;
  tally.add(pair);
  const auto order = standings(2, {{{1, 0}, tally}}, {std::nullopt, std::nullopt});
  EXPECT_EQ(order[0].player, 1u);
  EXPECT_EQ(order[0].score, (std::array<u64, 3>{0, 1, 1}));
  EXPECT_EQ(order[1].score, (std::array<u64, 3>{1, 1, 0}));
  const std::string text = tournamentText({"weak", "strong"}, {{{1, 0}, tally}}, {std::nullopt, std::nullopt});
  EXPECT_LT(text.find("strong"), text.find("weak"));
  EXPECT_NE(text.find("strong against weak: 2 games, +1 =1 -0, pairs 0 0 0 1 0"), std::string::npos) << text;
}

}  // namespace
}  // namespace tabiya
