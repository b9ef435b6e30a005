// Elo and SPRT on published and computed values, and on the laws they must obey.
#include "datagen/match/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tabiya {
namespace {

using Pairs = std::array<u64, 5>;

double llr(const Pairs& pairs, double elo0, double elo1, EloModel model = EloModel::Normalised) {
  const auto value = logLikelihoodRatio(ScoreCounts::pairs(pairs), elo0, elo1, model);
  EXPECT_TRUE(value.has_value());
  return value.value_or(std::nan(""));
}

struct Row {
  Pairs pairs;
  double elo0, elo1, logistic, normalised, elo, eloError, nElo, nEloError, losPercent;
};

constexpr Row kRows[] = {
    {{12, 95, 300, 118, 15}, 0, 5, 1.027563, 0.652807, 9.3315, 11.2814, 17.1539, 20.7210, 94.7659},
    {{4, 210, 800, 268, 8}, 0, 3, 2.330877, 1.167237, 8.8898, 6.0384, 19.7476, 13.4064, 99.8055},
    {{30, 402, 1154, 371, 23}, -5, 0, -0.955948, -0.889006, -3.9483, 5.3952, -7.9204, 10.8212, 7.5706},
};

TEST(Sprt, RatioOfPairsEqualsTheComputedValues) {
  for (const Row& row : kRows) {
    EXPECT_NEAR(llr(row.pairs, row.elo0, row.elo1, EloModel::Logistic), row.logistic, 1e-6);
    EXPECT_NEAR(llr(row.pairs, row.elo0, row.elo1), row.normalised, 1e-6);
  }
}

TEST(Elo, EstimatesEqualTheComputedValues) {
  for (const Row& row : kRows) {
    const auto counts = ScoreCounts::pairs(row.pairs);
    EXPECT_NEAR(*elo(counts).value, row.elo, 1e-4);
    EXPECT_NEAR(*elo(counts).error, row.eloError, 1e-4);
    EXPECT_NEAR(*normalisedElo(counts).value, row.nElo, 1e-4);
    EXPECT_NEAR(*normalisedElo(counts).error, row.nEloError, 1e-4);
    EXPECT_NEAR(100 * likelihoodOfSuperiority(counts), row.losPercent, 1e-4);
  }
}

TEST(Sprt, LopsidedCountsHaveARatio) {
  EXPECT_NEAR(llr({144, 3, 1, 0, 0}, -1500, -500), -6.72126, 1e-5);
  EXPECT_NEAR(llr({2, 0, 0, 0, 0}, 0, 10), -0.083065, 1e-6);
  EXPECT_NEAR(llr({20, 0, 0, 0, 0}, 0, 5), -0.411167, 1e-6);
  EXPECT_NEAR(llr({0, 0, 50, 0, 0}, -10, 10), 0, 1e-9);
}

TEST(Sprt, AgreesWithFastchessPublishedChecks) {
  EXPECT_NEAR(llr({365, 16618, 36229, 16974, 390}, 0, 2), 2.25, 0.0225);
  EXPECT_NEAR(llr({127, 4883, 10712, 5150, 104}, -1.75, 0.25), 3.01, 0.0301);
  EXPECT_NEAR(llr({223, 9863, 21279, 10037, 246}, 0.5, 2.5, EloModel::Logistic), -3.07, 0.0307);
  EXPECT_NEAR(llr({871, 26175, 55983, 26678, 821}, 0, 2, EloModel::Logistic), -4.98, 0.0498);
  const auto games = ScoreCounts::games(36027, 68692, 36433);
  EXPECT_NEAR(*logLikelihoodRatio(games, 0, 2, EloModel::Normalised), 0.92, 0.0092);
}

TEST(Sprt, ReversedCountsAndHypothesesReverseTheRatio) {
  for (const EloModel model : {EloModel::Normalised, EloModel::Logistic})
    for (const Pairs& pairs : {Pairs{12, 95, 300, 118, 15}, Pairs{1, 0, 4, 9, 2}, Pairs{0, 0, 3, 7, 0}}) {
      const Pairs reversed{pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]};
      EXPECT_NEAR(llr(pairs, -2, 6, model), -llr(reversed, -6, 2, model), 1e-6);
    }
}

TEST(Sprt, CountsTimesAFactorGiveTheRatioTimesTheFactor) {
  for (const EloModel model : {EloModel::Normalised, EloModel::Logistic})
    EXPECT_NEAR(llr({120, 950, 3000, 1180, 150}, 0, 5, model), 10 * llr({12, 95, 300, 118, 15}, 0, 5, model), 1e-5);
}

TEST(Sprt, EveryShapeOfCountsIsFinite) {
  for (u64 shape = 0; shape < 32; ++shape)
    for (const u64 count : {u64{1}, u64{40}, u64{5000}}) {
      Pairs pairs{};
      for (std::size_t i = 0; i < 5; ++i) pairs[i] = (shape >> i & 1) ? count : 0;
      for (const EloModel model : {EloModel::Normalised, EloModel::Logistic})
        EXPECT_TRUE(std::isfinite(llr(pairs, 0, 10, model))) << "shape " << shape << " count " << count;
    }
}

TEST(Sprt, BoundsAreThoseOfWald) {
  const SprtSettings settings;
  EXPECT_NEAR(settings.upperBound(), 2.944439, 1e-6);
  EXPECT_NEAR(settings.lowerBound(), -2.944439, 1e-6);
  EXPECT_EQ(sprtVerdict(settings.upperBound(), settings), SprtVerdict::H1);
  EXPECT_EQ(sprtVerdict(settings.lowerBound(), settings), SprtVerdict::H0);
  EXPECT_EQ(sprtVerdict(2.94, settings), SprtVerdict::Undecided);
}

TEST(Sprt, SenselessSettingsAreRefused) {
  SprtSettings settings;
  settings.elo0 = 10;
  EXPECT_FALSE(checkSprt(settings).ok());
  settings = {};
  settings.alpha = 0;
  EXPECT_FALSE(checkSprt(settings).ok());
  settings = {};
  EXPECT_TRUE(checkSprt(settings).ok());
}

TEST(Sprt, TheExpectedRestFollowsTheDrift) {
  const auto counts = ScoreCounts::pairs({12, 95, 300, 118, 15});
  EXPECT_NEAR(*expectedLeft(counts, 0.652807, {0, 5}), 540 * (2.944439 - 0.652807) / 0.652807, 1e-2);
  EXPECT_FALSE(expectedLeft(counts, 0, {0, 5}).has_value());
}

TEST(Elo, WhatIsUndefinedIsAWord) {
  EXPECT_EQ(toString(elo(ScoreCounts::pairs({}))), "undefined");
  EXPECT_EQ(toString(elo(ScoreCounts::pairs({0, 0, 0, 0, 9}))), "undefined");
  EXPECT_EQ(toString(elo(ScoreCounts::pairs({0, 0, 0, 1, 1}))), "338.0 +- undefined");
  EXPECT_EQ(toString(elo(ScoreCounts::pairs({0, 0, 50, 0, 0}))), "0.0 +- undefined");
  EXPECT_EQ(toString(normalisedElo(ScoreCounts::pairs({0, 0, 50, 0, 0}))), "undefined");
  EXPECT_EQ(likelihoodOfSuperiority(ScoreCounts::pairs({0, 0, 50, 0, 0})), 0.5);
  EXPECT_EQ(likelihoodOfSuperiority(ScoreCounts::pairs({0, 0, 0, 0, 9})), 1);
}

}  // namespace
}  // namespace tabiya
