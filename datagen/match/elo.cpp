// The formulas of elo.h.
#include "datagen/match/elo.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace tabiya {

u64 ScoreCounts::total() const {
  u64 sum = 0;
  for (const u64 count : n) sum += count;
  return sum;
}

double ScoreCounts::mean() const {
  const auto all = static_cast<double>(total());
  if (all == 0) return 0.5;
  double sum = 0;
  for (std::size_t i = 0; i < n.size(); ++i) sum += static_cast<double>(n[i]) * scoreOf(i);
  return sum / all;
}

double ScoreCounts::variance() const {
  const auto all = static_cast<double>(total());
  if (all == 0) return 0;
  const double mu = mean();
  double sum = 0;
  for (std::size_t i = 0; i < n.size(); ++i) sum += static_cast<double>(n[i]) * (scoreOf(i) - mu) * (scoreOf(i) - mu);
  return sum / all;
}

double ScoreCounts::weight() const {
  return n.size() == 5 ? std::numbers::sqrt2 : 1.0;
}

std::optional<double> eloOfScore(double score) {
  if (score <= 0 || score >= 1) return std::nullopt;
  const double value = -400 * std::log10(1 / score - 1);
  return value == 0 ? 0 : value;  // no "-0"
}

Estimate elo(const ScoreCounts& counts) {
  Estimate estimate;
  const auto all = static_cast<double>(counts.total());
  if (all == 0) return estimate;
  const double mu = counts.mean();
  const double reach = kZ95 * std::sqrt(counts.variance() / all);
  estimate.value = eloOfScore(mu);
  const auto high = eloOfScore(mu + reach), low = eloOfScore(mu - reach);
  // Results all alike say nothing of the spread.
  if (estimate.value && high && low && reach > 0) estimate.error = (*high - *low) / 2;
  return estimate;
}

Estimate normalisedElo(const ScoreCounts& counts) {
  Estimate estimate;
  const auto all = static_cast<double>(counts.total());
  if (all == 0) return estimate;
  const double deviation = std::sqrt(counts.variance());
  if (deviation > 0) estimate.value = kNormalisedScale * (counts.mean() - 0.5) / (counts.weight() * deviation);
  estimate.error = kZ95 * kNormalisedScale / (counts.weight() * std::sqrt(all));
  if (!estimate.value) estimate.error.reset();
  return estimate;
}

double likelihoodOfSuperiority(const ScoreCounts& counts) {
  const auto all = static_cast<double>(counts.total());
  const double lead = counts.mean() - 0.5;
  if (all == 0 || lead == 0) return 0.5;
  const double variance = counts.variance();
  if (variance == 0) return lead > 0 ? 1 : 0;
  return (1 + std::erf(lead / std::sqrt(2 * variance / all))) / 2;
}

std::string toString(const Estimate& estimate, int decimals) {
  if (!estimate.value) return "undefined";
  if (!estimate.error) return fmt::format("{:.{}f} +- undefined", *estimate.value, decimals);
  return fmt::format("{:.{}f} +- {:.{}f}", *estimate.value, decimals, *estimate.error, decimals);
}

}  // namespace tabiya
