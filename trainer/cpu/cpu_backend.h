// The training step on the CPU, in f32: threads own tiles of hidden columns.
//
// A thread works through all examples for the columns it owns, so no gradient is copied or reduced; only each example's
// output, a sum of one number a tile, is exchanged. The result is the same for any number of threads.
#pragma once

#include <memory>

#include "trainer/backend.h"

namespace tabiya {

// Processor seconds of the first thread in each stage, added up over the steps.
struct CpuStageTimes {
  double decode = 0;
  double forward = 0;
  double slopes = 0;
  double backward = 0;
  double update = 0;
};

class CpuBackend : public Backend {
 public:
  // `shape` must be plain, of one output bucket, and of a hidden size that is a multiple of 16.
  CpuBackend(const ModelShape& shape, int threads);
  ~CpuBackend() override;

  std::string description() const override;
  void load(const OptimiserState& state) override;
  void store(OptimiserState& state) override;
  void step(const Batch& batch, const StepSettings& settings) override;
  std::vector<double> takeLosses() override;
  double loss(const Batch& batch) override;
  std::vector<float> gradient(const Batch& batch) override;

  const CpuStageTimes& stageTimes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya
