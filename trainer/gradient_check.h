// Hand-written gradients against finite differences, in double, away from the kinks of the activation.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "trainer/model.h"

namespace tabiya {

struct GradientCheckSettings {
  double nudge = 1e-5;
  int perTensor = 64;       // numbers looked at, spread over each tensor (all of a smaller one)
  double tolerance = 1e-5;  // relative error that is still an agreement
};

struct TensorCheck {
  std::string tensor;
  int compared = 0;
  int atKinks = 0;   // left out: the nudge moved a hidden value over 0 or 1
  double worst = 0;  // largest relative error |difference - gradient| / max(|difference|, |gradient|, floor)
};

struct GradientCheck {
  std::vector<TensorCheck> tensors;
  // Every tensor was compared somewhere, and agrees everywhere.
  bool agrees = false;
};

// Moves single numbers of `twin` both ways and compares the loss's change with `gradient`, which has the order of the
// parameters.
GradientCheck checkGradient(const Twin<double>& twin, const Batch& batch, const std::vector<double>& gradient,
                            const GradientCheckSettings& settings = {});

}  // namespace tabiya
