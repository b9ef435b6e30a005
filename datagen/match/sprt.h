// The sequential probability ratio test: has enough been played to accept one of two hypotheses? Pure functions.
//
// A hypothesis is an Elo difference; its likelihood is that of the most likely distribution of scores with exactly this
// difference (generalised SPRT; Van den Bergh, "The GSPRT", and "Normalized Elo", 2020).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datagen/match/elo.h"
#include "engine/base/result.h"

namespace tabiya {

enum class EloModel : u8 { Normalised, Logistic };
const char* toString(EloModel model);

struct SprtSettings {
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;  // how often H1 is accepted though H0 holds
  double beta = 0.05;   // how often H0 is accepted though H1 holds
  EloModel model = EloModel::Normalised;
  bool singleGames = false;  // counts games one by one instead of pairs

  double lowerBound() const;
  double upperBound() const;
};

// elo0 < elo1, alpha and beta above 0 and below 1/2: else a sentence.
Result<void> checkSprt(const SprtSettings& settings);

enum class SprtVerdict : u8 { Undecided, H0, H1 };

// Log of (likelihood under elo1 / likelihood under elo0). 0 when nothing was played; nothing when no distribution with
// such a normalised difference is found (differences far beyond what any match shows).
std::optional<double> logLikelihoodRatio(const ScoreCounts& counts, double elo0, double elo1, EloModel model);

SprtVerdict sprtVerdict(double llr, const SprtSettings& settings);

// How many more results (pairs or games) until a bound is reached if the ratio goes on as it did; nothing when it does
// not move.
std::optional<double> expectedLeft(const ScoreCounts& counts, double llr, const SprtSettings& settings);

}  // namespace tabiya
