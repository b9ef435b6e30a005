// The training step, whoever computes it: the CPU's threads, or a GPU.
//
// The loop hands over raw records by index; decoding, forward, backward and AdamW are the backend's. Weights and
// moments may live on a device between load() and store(). Same calls, same numbers: a backend's sums have a fixed
// order.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "trainer/batch.h"
#include "trainer/optimiser.h"

namespace tabiya {

// The device is gone, has not enough memory, or does not answer: one sentence. What it held is lost; what is saved is
// not.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Backend {
 public:
  virtual ~Backend() = default;

  // "cpu, 2 threads"
  virtual std::string description() const = 0;

  // Takes and gives all weights, both moments and the number of steps, exactly.
  virtual void load(const OptimiserState& state) = 0;
  virtual void store(OptimiserState& state) = 0;

  // One step of AdamW on the batch's mean gradient. May return before the device has done it.
  virtual void step(const Batch& batch, const StepSettings& settings) = 0;
  // The mean loss (before its step) of each batch since the last call, in order; waits for the device. Not cut short
  // when a loss is not finite: the caller looks.
  virtual std::vector<double> takeLosses() = 0;

  // The mean loss of the present weights, without a step.
  virtual double loss(const Batch& batch) = 0;
  // The mean gradient of the batch in the order of the model's parameters, without a step: for checks.
  virtual std::vector<float> gradient(const Batch& batch) = 0;
};

}  // namespace tabiya
