#include "trainer/baseline.h"

#include <array>
#include <cmath>
#include <map>

namespace tabiya {
namespace {

double logistic(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

// Sums over the records of one material difference, from which the loss of any prediction p follows.
struct TargetSums {
  double n = 0;
  double sum = 0;
  double squares = 0;

  double loss(double p) const { return n * p * p - 2 * p * sum + squares; }
};

using ByMaterial = std::map<int, TargetSums>;

ByMaterial sumByMaterial(const std::vector<Record>& records, const std::vector<float>& targets) {
  ByMaterial sums;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const double t = static_cast<double>(targets[i]);
    TargetSums& s = sums[materialDifference(records[i])];
    s.n += 1;
    s.sum += t;
    s.squares += t * t;
  }
  return sums;
}

template <class Prediction>
double meanLoss(const ByMaterial& sums, Prediction&& predict) {
  double loss = 0, n = 0;
  for (const auto& [difference, s] : sums) {
    loss += s.loss(predict(difference));
    n += s.n;
  }
  return loss / n;
}

}  // namespace

double goldenSection(const std::function<double(double)>& f, double low, double high) {
  const double ratio = (std::sqrt(5.0) - 1.0) / 2.0;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double fa = f(a), fb = f(b);
  // 60 steps narrow the interval by 10^12.
  for (int i = 0; i < 60; ++i) {
    if (fa < fb) {
      high = b;
      b = a;
      fb = fa;
      a = high - ratio * (high - low);
      fa = f(a);
    } else {
      low = a;
      a = b;
      fa = fb;
      b = low + ratio * (high - low);
      fb = f(b);
    }
  }
  return (low + high) / 2;
}

double fitEvalScale(std::span<const Record> records) {
  // Records by score and result, both White's (the error is the same from either side): each distinct score costs one
  // sigmoid a step, and the sums run in score order.
  constexpr int kScores = 1 << 16;
  std::vector<std::array<u64, 3>> counts(kScores);
  for (const Record& record : records)
    ++counts[static_cast<std::size_t>(record.score().cp + kScores / 2)][static_cast<std::size_t>(record.resultCode())];
  const auto error = [&](double scale) {
    double sum = 0;
    for (int i = 0; i < kScores; ++i) {
      const auto& byResult = counts[static_cast<std::size_t>(i)];
      if (byResult[0] + byResult[1] + byResult[2] == 0) continue;
      const double p = logistic((i - kScores / 2) / scale);
      for (int r = 0; r < 3; ++r) sum += static_cast<double>(byResult[r]) * (p - r / 2.0) * (p - r / 2.0);
    }
    return sum;
  };
  return std::round(goldenSection(error, 50, 1000) * 1000) / 1000;
}

int materialDifference(const Record& record) {
  constexpr std::array<int, 6> kValues{1, 3, 3, 5, 9, 0};
  const Color us = record.sideToMove();
  int difference = 0;
  record.forEachPiece([&](Piece piece, Square) {
    const int value = kValues[index(typeOf(piece))];
    difference += colorOf(piece) == us ? value : -value;
  });
  return difference;
}

Baselines fitBaselines(const Dataset& data) {
  const ByMaterial training = sumByMaterial(data.training, data.trainingTargets);
  const ByMaterial heldOut =
      data.validation.empty() ? training : sumByMaterial(data.validation, data.validationTargets);
  double sum = 0;
  for (const auto& [difference, s] : training) sum += s.sum;
  const double average = sum / static_cast<double>(data.training.size());

  Baselines baselines;
  baselines.average = meanLoss(heldOut, [&](int) { return average; });
  baselines.materialK = goldenSection(
      [&](double k) { return meanLoss(training, [&](int difference) { return logistic(k * difference); }); }, 0, 4);
  baselines.material = meanLoss(heldOut, [&](int difference) { return logistic(baselines.materialK * difference); });
  return baselines;
}

}  // namespace tabiya
