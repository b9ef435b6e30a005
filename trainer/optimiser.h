// AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019) with bias correction and clipping: the
// definition of one number's step, used by the plain optimiser below and inside the backends' loops.
#pragma once

#include <cmath>
#include <vector>

#include "trainer/model.h"

namespace tabiya {

inline constexpr double kBeta1 = 0.9;
inline constexpr double kBeta2 = 0.999;
inline constexpr double kAdamEpsilon = 1e-8;

struct StepSettings {
  double learningRate = 0.001;
  // Pull towards zero, per step and unit of learning rate: of everything but own rows and output bias, and of own rows.
  double decay = 0.01;
  double ownDecay = 1.0;
};

// What all numbers of step `t` (counted from 1) have in common.
template <class T>
struct AdamStep {
  T rate;
  T correct1;  // 1 / (1 - beta1^t)
  T correct2;  // 1 / (1 - beta2^t)

  AdamStep(const StepSettings& settings, u64 t)
      : rate(static_cast<T>(settings.learningRate)),
        correct1(static_cast<T>(1.0 / (1.0 - std::pow(kBeta1, static_cast<double>(t))))),
        correct2(static_cast<T>(1.0 / (1.0 - std::pow(kBeta2, static_cast<double>(t))))) {}
};

// The weight after the step; updates both moments.
template <class T>
inline T adamW(const AdamStep<T>& step, T decay, T weight, T gradient, T& first, T& second) {
  first = T(kBeta1) * first + T(1 - kBeta1) * gradient;
  second = T(kBeta2) * second + T(1 - kBeta2) * (gradient * gradient);
  const T direction = first * step.correct1 / (std::sqrt(second * step.correct2) + T(kAdamEpsilon));
  return weight - step.rate * (direction + decay * weight);
}

template <class T>
inline T clipWeight(T weight) {
  constexpr T limit = static_cast<T>(kWeightLimit);
  return weight > limit ? limit : weight < -limit ? -limit : weight;
}

// The own row's number such that own plus shared, the merged weight that is exported, stays within the limit.
template <class T>
inline T clipOwn(T own, T shared) {
  const T merged = own + shared;
  const T clipped = clipWeight(merged);
  return clipped == merged ? own : clipped - shared;
}

// Everything that AdamW carries from step to step, in the order of the model's parameters.
struct OptimiserState {
  std::vector<float> weights;
  std::vector<float> first;
  std::vector<float> second;
  u64 steps = 0;  // done so far

  bool operator==(const OptimiserState&) const = default;
};
OptimiserState freshOptimiser(std::vector<float> weights);

// One step of all parameters, plainly: each number moves, then weights are clipped (the output bias neither decays nor
// is clipped; of the input rows the merged weight is what must stay within the limit).
template <class T>
void adamWStep(const ModelShape& shape, const StepSettings& settings, u64 step, const std::vector<T>& gradient,
               std::vector<T>& weights, std::vector<T>& first, std::vector<T>& second);

}  // namespace tabiya
