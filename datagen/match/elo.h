// Elo, normalised Elo and likelihood of superiority from counted results. Pure functions; they know no games.
//
// Formulas: the pentanomial estimates of fastchess and OpenBench (Van den Bergh, "Normalized Elo", 2020).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/types.h"

namespace tabiya {

inline constexpr double kZ95 = 1.959964;                      // two-sided 95 %
inline constexpr double kNormalisedScale = 347.435585522601;  // 800 / ln 10

// How often each score happened. Pairs of games with colours swapped have five classes (LL, LD, WL+DD, WD, WW), single
// games three (L, D, W); class i of n scores i / (n - 1) of what there was to win.
struct ScoreCounts {
  std::vector<u64> n;

  static ScoreCounts pairs(const std::array<u64, 5>& counts) { return {{counts.begin(), counts.end()}}; }
  static ScoreCounts games(u64 losses, u64 draws, u64 wins) { return {{losses, draws, wins}}; }

  std::size_t classes() const { return n.size(); }
  double scoreOf(std::size_t i) const { return static_cast<double>(i) / static_cast<double>(n.size() - 1); }
  u64 total() const;
  double mean() const;      // of no results: 1/2
  double variance() const;  // around the mean, of one pair or game
  // sqrt 2 for pairs, 1 for single games: what one result weighs in normalised Elo.
  double weight() const;
};

// A value and half the width of its 95 % interval; each is nothing where it is undefined.
struct Estimate {
  std::optional<double> value;
  std::optional<double> error;
};

// -400 log10(1/score - 1); nothing at 0 and 1.
std::optional<double> eloOfScore(double score);

Estimate elo(const ScoreCounts& counts);
Estimate normalisedElo(const ScoreCounts& counts);
// Probability, 0 to 1, that the true score is above 1/2; 1/2 when nothing was played.
double likelihoodOfSuperiority(const ScoreCounts& counts);

// "12.3 +- 4.5", "12.3 +- undefined", "undefined": never nan or inf.
std::string toString(const Estimate& estimate, int decimals = 1);

}  // namespace tabiya
