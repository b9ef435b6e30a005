// The learning rate as a pure function of the global step: going on after a stop cannot restart it.
#pragma once

#include "engine/base/types.h"

namespace tabiya {

struct Schedule {
  double rate = 0.001;
  // What the rate is multiplied by for the last quarter of all steps.
  double drop = 0.1;
  u64 totalSteps = 0;
};

// The rate of step `step`, counted from 0.
double learningRate(const Schedule& schedule, u64 step);

// Batches of an epoch: the last, shorter one is used too.
u64 stepsPerEpoch(u64 examples, u64 batch);

}  // namespace tabiya
