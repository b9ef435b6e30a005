// The most likely distributions under a hypothesis, by bisection (logistic) and by iterated bisection (normalised).
#include "datagen/match/sprt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tabiya {
namespace {

using Distribution = std::vector<double>;  // (classes), sums to 1

constexpr double kEmptyClass = 0.001;  // an empty class counts as this many results

// The counts as floats, with no class empty.
Distribution filled(const ScoreCounts& counts) {
  Distribution n;
  for (const u64 count : counts.n) n.push_back(count == 0 ? kEmptyClass : static_cast<double>(count));
  return n;
}

double sumOf(const Distribution& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

// The t with sum p phi / (1 + t phi) = 0, which falls with t. Nothing when all phi have one sign.
std::optional<double> multiplier(const Distribution& p, const Distribution& phi) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  if (*least >= 0 || *most <= 0) return std::nullopt;
  double low = -1 / *most, high = -1 / *least;
  for (int i = 0; i < 200; ++i) {
    const double t = (low + high) / 2;
    if (t == low || t == high) break;
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * phi[k] / (1 + t * phi[k]);
    (sum > 0 ? low : high) = t;
  }
  return (low + high) / 2;
}

Distribution tilted(const Distribution& p, const Distribution& phi, double t) {
  Distribution q(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) q[i] = p[i] / (1 + t * phi[i]);
  return q;
}

// The most likely distribution whose mean is the expected score of `elo`.
std::optional<Distribution> logisticDistribution(const ScoreCounts& counts, const Distribution& p, double elo) {
  const double score = 1 / (1 + std::pow(10, -elo / 400));
  Distribution phi(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) phi[i] = counts.scoreOf(i) - score;
  const auto t = multiplier(p, phi);
  if (!t) return std::nullopt;
  return tilted(p, phi, *t);
}

// The most likely distribution with (mean - 1/2) / deviation = target, by linearising the constraint around `start` and
// solving it again until nothing moves.
std::optional<Distribution> solveNormalised(const ScoreCounts& counts, const Distribution& p, Distribution start,
                                            double target) {
  Distribution& q = start;
  Distribution phi(p.size());
  for (int round = 0; round < 100; ++round) {
    double mu = 0, variance = 0;
    for (std::size_t i = 0; i < q.size(); ++i) mu += q[i] * counts.scoreOf(i);
    for (std::size_t i = 0; i < q.size(); ++i) variance += q[i] * (counts.scoreOf(i) - mu) * (counts.scoreOf(i) - mu);
    const double s = std::sqrt(variance);
    if (!(s > 0)) return std::nullopt;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double away = (counts.scoreOf(i) - mu) / s;
      phi[i] = counts.scoreOf(i) - 0.5 - target * s * (1 + away * away) / 2;
    }
    const auto t = multiplier(p, phi);
    if (!t) return std::nullopt;
    Distribution next = tilted(p, phi, *t);
    double moved = 0;
    for (std::size_t i = 0; i < q.size(); ++i) moved = std::max(moved, std::abs(next[i] - q[i]));
    q = std::move(next);
    if (moved < 1e-9) break;
  }
  return q;
}

// From the counts themselves; when a step has no solution, from the uniform distribution; when that fails too, from a
// target of 0, which is always solvable, in ever smaller steps.
std::optional<Distribution> normalisedDistribution(const ScoreCounts& counts, const Distribution& p, double nElo) {
  const double target = counts.weight() * nElo / kNormalisedScale;
  if (auto q = solveNormalised(counts, p, p, target)) return q;
  const Distribution uniform(p.size(), 1.0 / static_cast<double>(p.size()));
  if (auto q = solveNormalised(counts, p, uniform, target)) return q;
  for (int steps = 1; steps <= 4096; steps *= 2) {
    auto q = solveNormalised(counts, p, p, 0);
    for (int step = 1; q && step <= steps; ++step) q = solveNormalised(counts, p, *q, target * step / steps);
    if (q) return q;
  }
  return std::nullopt;
}

}  // namespace

const char* toString(EloModel model) {
  return model == EloModel::Normalised ? "normalised" : "logistic";
}

double SprtSettings::lowerBound() const {
  return std::log(beta / (1 - alpha));
}

double SprtSettings::upperBound() const {
  return std::log((1 - beta) / alpha);
}

Result<void> checkSprt(const SprtSettings& settings) {
  if (!std::isfinite(settings.elo0) || !std::isfinite(settings.elo1) || settings.elo0 >= settings.elo1)
    return Error{fmt::format("the SPRT needs elo0 < elo1, not {} and {}", settings.elo0, settings.elo1)};
  for (const double error : {settings.alpha, settings.beta})
    if (!(error > 0 && error < 0.5))
      return Error{fmt::format("the SPRT's error rates must lie between 0 and 0.5, not {}", error)};
  return {};
}

std::optional<double> logLikelihoodRatio(const ScoreCounts& counts, double elo0, double elo1, EloModel model) {
  if (counts.total() == 0) return 0.0;
  const Distribution n = filled(counts);
  Distribution p = n;
  const double all = sumOf(n);
  for (double& share : p) share /= all;
  const auto solve = model == EloModel::Normalised ? normalisedDistribution : logisticDistribution;
  const auto p0 = solve(counts, p, elo0), p1 = solve(counts, p, elo1);
  if (!p0 || !p1) return std::nullopt;
  double llr = 0;
  for (std::size_t i = 0; i < n.size(); ++i) llr += n[i] * (std::log((*p1)[i]) - std::log((*p0)[i]));
  if (!std::isfinite(llr)) return std::nullopt;
  return llr;
}

SprtVerdict sprtVerdict(double llr, const SprtSettings& settings) {
  if (llr >= settings.upperBound()) return SprtVerdict::H1;
  if (llr <= settings.lowerBound()) return SprtVerdict::H0;
  return SprtVerdict::Undecided;
}

std::optional<double> expectedLeft(const ScoreCounts& counts, double llr, const SprtSettings& settings) {
  const auto played = static_cast<double>(counts.total());
  if (played == 0 || llr == 0) return std::nullopt;
  const double bound = llr > 0 ? settings.upperBound() : settings.lowerBound();
  return std::max(0.0, (bound - llr) / (llr / played));
}

}  // namespace tabiya
