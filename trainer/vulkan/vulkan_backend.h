// The training step on a Vulkan device, in f32: records go up, everything else happens there.
//
// A batch is worked through in blocks whose size depends on the hidden layer alone. The sparse gradient is a sum over
// sorted lists of rows, cut into segments: every sum has a fixed order, so the same device and driver give the same
// numbers, however many of its cores are at work.
#pragma once

#include <functional>
#include <memory>

#include "trainer/backend.h"
#include "trainer/vulkan/device.h"
#include "trainer/vulkan/recorder.h"
#include "trainer/vulkan/sort.h"
#include "trainer/vulkan/step_kernels.h"

namespace tabiya::gpu {

struct VulkanOptions {
  int threads = 1;     // that pack records for the upload
  bool timed = false;  // measures each kernel, and runs them one after another
  // Given, the rows are sorted by the host, and this sees the lists before they go up: for tests.
  std::function<void(SortedRows&)> hostSort;
};

class VulkanBackend : public Backend {
 public:
  // `shape` must be plain, of one output bucket, and of a hidden size that is a multiple of 16 and at most 2048. Takes
  // all its memory now; throws DeviceError when there is not enough.
  VulkanBackend(std::shared_ptr<const Device> device, const ModelShape& shape, const VulkanOptions& options);
  ~VulkanBackend() override;

  std::string description() const override;
  void load(const OptimiserState& state) override;
  void store(OptimiserState& state) override;
  void step(const Batch& batch, const StepSettings& settings) override;
  std::vector<double> takeLosses() override;
  double loss(const Batch& batch) override;
  std::vector<float> gradient(const Batch& batch) override;

  // Waits until everything asked for has been done.
  void finish();
  // Seconds of each kernel so far, when timed.
  const std::map<std::string, KernelTime>& times() const;
  // Packs a batch for its way up, and does nothing else: for measuring.
  void pack(const Batch& batch);
  // Bytes/s at which the device adds up rows of the merged matrix, read in a scattered order, and does nothing else:
  // what both gathers of a step are limited by.
  double rowBandwidth();
  // The rows of a batch of one block, sorted by the device.
  SortedRows deviceSort(const Batch& block);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::gpu
