// Newton's method on the log likelihood, which is concave.
#include "datagen/match/rating.h"

#include <algorithm>
#include <cmath>

namespace tabiya {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

const double kPerElo = std::log(10.0) / 400;  // of the logistic's argument
constexpr double kLongestStep = 200;          // Elo, of one round
constexpr double kBeyond = 4000;              // Elo: a rating that far out is running away

double expected(double difference) {
  return 1 / (1 + std::exp(-kPerElo * difference));
}

// The inverse of a symmetric positive definite matrix (Gauss and Jordan); nothing when it is singular.
std::optional<Matrix> inverted(Matrix m) {
  const std::size_t n = m.size();
  Matrix inverse(n, Vector(n, 0));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column; row < n; ++row)
      if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
    if (std::abs(m[pivot][column]) < 1e-15) return std::nullopt;
    std::swap(m[pivot], m[column]);
    std::swap(inverse[pivot], inverse[column]);
    const double divisor = m[column][column];
    for (std::size_t k = 0; k < n; ++k) {
      m[column][k] /= divisor;
      inverse[column][k] /= divisor;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = row == column ? 0 : m[row][column];
      for (std::size_t k = 0; k < n; ++k) {
        m[row][k] -= factor * m[column][k];
        inverse[row][k] -= factor * inverse[column][k];
      }
    }
  }
  return inverse;
}

// Which players reach which over wins and draws: player i has a finite rating against its anchor when each reaches the
// other (Ford 1957).
std::vector<std::vector<bool>> reach(std::size_t count, const std::vector<Encounter>& encounters) {
  std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
  for (std::size_t i = 0; i < count; ++i) reaches[i][i] = true;
  for (const Encounter& e : encounters) {
    if (e.pairs.total() == 0) continue;
    if (e.pairs.mean() > 0) reaches[e.a][e.b] = true;
    if (e.pairs.mean() < 1) reaches[e.b][e.a] = true;
  }
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
  return reaches;
}

struct Derivatives {
  Vector gradient;   // of the log likelihood, by rating
  Matrix curvature;  // its second derivatives, negated
  Matrix scatter;    // the variance of the gradient as the pairs show it
};

Derivatives derivatives(const Vector& rating, const std::vector<Encounter>& encounters) {
  const std::size_t n = rating.size();
  Derivatives d{Vector(n, 0), Matrix(n, Vector(n, 0)), Matrix(n, Vector(n, 0))};
  for (const Encounter& e : encounters) {
    const auto pairs = static_cast<double>(e.pairs.total());
    const double p = expected(rating[e.a] - rating[e.b]);
    const double games = 2 * pairs;
    const double slope = kPerElo * games * (e.pairs.mean() - p);
    const double bend = kPerElo * kPerElo * games * p * (1 - p);
    // A pair's points are twice its score.
    const double spread = kPerElo * kPerElo * pairs * 4 * e.pairs.variance();
    d.gradient[e.a] += slope;
    d.gradient[e.b] -= slope;
    for (const auto& [matrix, value] : {std::pair(&d.curvature, bend), std::pair(&d.scatter, spread)}) {
      (*matrix)[e.a][e.a] += value;
      (*matrix)[e.b][e.b] += value;
      (*matrix)[e.a][e.b] -= value;
      (*matrix)[e.b][e.a] -= value;
    }
  }
  return d;
}

// The rows and columns of `matrix` that `which` names.
Matrix part(const Matrix& matrix, const std::vector<std::size_t>& which) {
  Matrix m;
  for (const std::size_t i : which) {
    Vector row;
    for (const std::size_t j : which) row.push_back(matrix[i][j]);
    m.push_back(std::move(row));
  }
  return m;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

std::vector<Estimate> ratings(std::size_t count, const std::vector<Encounter>& encounters,
                              const std::vector<std::optional<double>>& fixed) {
  std::vector<Estimate> found(count);
  const auto reaches = reach(count, encounters);
  const bool anchored = std::any_of(fixed.begin(), fixed.end(), [](const auto& r) { return r.has_value(); });
  // Without known ratings the players that are bound to each other around the first such group are rated.
  const auto bound = [&](std::size_t i, std::size_t j) { return reaches[i][j] && reaches[j][i]; };
  std::size_t centre = 0, most = 0;
  for (std::size_t i = 0; i < count && !anchored; ++i) {
    std::size_t group = 0;
    for (std::size_t j = 0; j < count; ++j) group += bound(i, j);
    if (group > most) {
      most = group;
      centre = i;
    }
  }
  // Known players need not have met each other: they are bound by their ratings.
  const auto tied = [&](std::size_t i) {
    if (!anchored) return bound(i, centre) && most > 1;
    bool above = false, below = false;
    for (std::size_t j = 0; j < count; ++j) {
      above = above || (fixed[j] && reaches[i][j]);
      below = below || (fixed[j] && reaches[j][i]);
    }
    return above && below;
  };

  Vector rating(count, 0);
  std::vector<std::size_t> open;  // whose ratings are sought
  std::vector<bool> used(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (fixed[i]) {
      found[i].value = rating[i] = *fixed[i];
      used[i] = true;
    } else if (tied(i)) {
      open.push_back(i);
      used[i] = true;
    }
  }
  std::vector<Encounter> counted;
  for (const Encounter& e : encounters)
    if (used[e.a] && used[e.b] && e.pairs.total() > 0) counted.push_back(e);
  // Unanchored, the first sought rating is held and the mean is moved to 0 at the end.
  std::vector<std::size_t> moved = open;
  if (!anchored && !moved.empty()) moved.erase(moved.begin());
  if (anchored && !moved.empty()) {
    double mean = 0, known = 0;
    for (const auto& r : fixed)
      if (r) {
        mean += *r;
        ++known;
      }
    for (const std::size_t i : moved) rating[i] = mean / known;
  }
  if (open.empty()) return found;

  for (int round = 0; round < 200 && !moved.empty(); ++round) {
    const Derivatives d = derivatives(rating, counted);
    const auto inverse = inverted(part(d.curvature, moved));
    if (!inverse) return found;
    double furthest = 0;
    Vector gradient;
    for (const std::size_t i : moved) gradient.push_back(d.gradient[i]);
    for (std::size_t k = 0; k < moved.size(); ++k) {
      const double step = std::clamp(dot((*inverse)[k], gradient), -kLongestStep, kLongestStep);
      rating[moved[k]] += step;
      furthest = std::max(furthest, std::abs(step));
    }
    if (furthest < 1e-9) break;
  }

  // The mean of the sought ratings is 0; its error is that of the differences to it.
  double mean = 0;
  if (!anchored)
    for (const std::size_t i : open) mean += rating[i] / static_cast<double>(open.size());
  const Derivatives d = derivatives(rating, counted);
  const auto inverse = inverted(part(d.curvature, moved));
  const Matrix scatter = part(d.scatter, moved);
  for (std::size_t i : open) {
    if (std::abs(rating[i] - mean) > kBeyond) continue;
    found[i].value = rating[i] - mean;
    if (!inverse) continue;
    Vector direction(moved.size(), 0);  // of rating i, less the mean, by the moved ratings
    for (std::size_t k = 0; k < moved.size(); ++k)
      direction[k] = (moved[k] == i) - (anchored ? 0 : 1 / static_cast<double>(open.size()));
    Vector weighed(moved.size(), 0);
    for (std::size_t k = 0; k < moved.size(); ++k) weighed[k] = dot((*inverse)[k], direction);
    double variance = 0;
    for (std::size_t k = 0; k < moved.size(); ++k) variance += weighed[k] * dot(scatter[k], weighed);
    if (variance > 0) found[i].error = kZ95 * std::sqrt(variance);
  }
  return found;
}

}  // namespace tabiya
