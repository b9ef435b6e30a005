// Simulated matches: how often the SPRT errs when one of its hypotheses is true.
#include <gtest/gtest.h>

#include <cmath>

#include "datagen/match/sprt.h"
#include "engine/base/random.h"

namespace tabiya {
namespace {

constexpr int kMatches = 10'000;
constexpr SprtSettings kSettings{0, 20};
constexpr double kSlack = 0.5;

// Pair probabilities of two even players, tilted until the normalised Elo is `nElo`.
std::array<double, 5> distribution(double nElo) {
  constexpr std::array<double, 5> kEven{0.03, 0.22, 0.50, 0.22, 0.03};
  const double target = std::sqrt(2.0) * nElo / kNormalisedScale;
  std::array<double, 5> p{};
  double low = -3, high = 3;
  for (int i = 0; i < 100; ++i) {
    const double tilt = (low + high) / 2;
    double sum = 0, mu = 0, variance = 0;
    for (std::size_t k = 0; k < 5; ++k) sum += p[k] = kEven[k] * std::exp(tilt * static_cast<double>(k));
    for (std::size_t k = 0; k < 5; ++k) mu += (p[k] /= sum) * static_cast<double>(k) / 4;
    for (std::size_t k = 0; k < 5; ++k) variance += p[k] * std::pow(static_cast<double>(k) / 4 - mu, 2);
    ((mu - 0.5) / std::sqrt(variance) < target ? low : high) = tilt;
  }
  return p;
}

// One match until it is decided. The exact ratio is computed wherever a bound is near by the second-order estimate
// N (T1 - T0) (T - (T0 + T1) / 2) / (1 + T^2 / 2), which costs nothing and is within kSlack of it.
class Simulation {
 public:
  explicit Simulation(double nElo) : p_(distribution(nElo)) {}

  SprtVerdict play(u64 seed) {
    Random random(seed);
    std::array<u64, 5> pairs{};
    double n = 0, sum = 0, squares = 0;
    for (;;) {
      double u = random.unit();
      std::size_t k = 0;
      while (k < 4 && u >= p_[k]) u -= p_[k++];
      ++pairs[k];
      const double a = static_cast<double>(k) / 4;
      ++n;
      sum += a;
      squares += a * a;
      const double mu = sum / n, variance = squares / n - mu * mu;
      // A few results alike have a ratio far from any bound.
      if (variance <= 0) continue;
      const double t1 = std::sqrt(2.0) * kSettings.elo1 / kNormalisedScale;
      const double t = (mu - 0.5) / std::sqrt(variance);
      const double estimate = n * t1 * (t - t1 / 2) / (1 + t * t / 2);
      if (n >= 50 && std::abs(estimate) < kSettings.upperBound() - kSlack) continue;
      const double exact =
          *logLikelihoodRatio(ScoreCounts::pairs(pairs), kSettings.elo0, kSettings.elo1, kSettings.model);
      ++computed_;
      if (n >= 50) furthest_ = std::max(furthest_, std::abs(exact - estimate));
      const SprtVerdict verdict = sprtVerdict(exact, kSettings);
      if (verdict != SprtVerdict::Undecided) return verdict;
    }
  }

  double furthest() const { return furthest_; }
  u64 computed() const { return computed_; }

 private:
  std::array<double, 5> p_;
  double furthest_ = 0;
  u64 computed_ = 0;
};

double shareOf(SprtVerdict wrong, double nElo, u64 seed) {
  Simulation simulation(nElo);
  int errors = 0;
  for (int n = 0; n < kMatches; ++n) errors += simulation.play(deriveSeed(seed, static_cast<u64>(n))) == wrong;
  EXPECT_LT(simulation.furthest(), kSlack);
  const double share = errors / static_cast<double>(kMatches);
  ::testing::Test::RecordProperty("share", std::to_string(share));
  return share;
}

// alpha and beta, 0.05, and three standard errors of 10,000 trials above it.
TEST(SprtSimulation, H1IsAcceptedWronglyAsSeldomAsAlphaSays_slow) {
  EXPECT_LE(shareOf(SprtVerdict::H1, 0, 1), 0.0566);
}

TEST(SprtSimulation, H0IsAcceptedWronglyAsSeldomAsBetaSays_slow) {
  EXPECT_LE(shareOf(SprtVerdict::H0, 20, 2), 0.0566);
}

}  // namespace
}  // namespace tabiya
