// A training step's buffers and kernels on one device, and how they follow each other. Which kernel does what stands in
// shaders/README.md; a barrier stands wherever one reads what another wrote.
#pragma once

#include "trainer/optimiser.h"
#include "trainer/vulkan/recorder.h"

namespace tabiya::gpu {

inline constexpr int kMaxGpuHidden = 2048;

// Examples of a block, the part of a batch that is worked through at once: at most 16,384, and so many that the slopes
// of both views fit the smallest buffers that Vulkan allows. A multiple of kBitmapExamples.
u32 blockExamples(int hidden);

// How a workgroup of the forward kernel is laid out (shaders/forward.comp).
struct ForwardLayout {
  u32 columns, vectors, lanes, together, padded;
  explicit ForwardLayout(u32 hidden);
};

// And one of the segment sums: segments x columns.
struct SegmentLayout {
  u32 columns, segments, columnGroups;
  explicit SegmentLayout(u32 hidden);
};

struct StepKernels {
  const Device& device;
  ModelShape shape;
  u32 hidden;
  u32 block;
  u64 parameters;
  u64 matrixBytes;
  u32 mostSegments;
  ForwardLayout forwardLayout;
  SegmentLayout segmentLayout;

  // Blocks of records that may be on the device at once, a slot each; and losses that may wait there.
  static constexpr std::size_t kSlots = 32;
  static constexpr u32 kLossSlots = 4096;

  // Their shapes stand in the kernels.
  Buffer records, inputs, facts, weights, first, second, gradient, merged, slopes, partials, losses;
  Buffer bitmap, sort, lists, segments, segmentSums;

  StepKernels(const Device& device, const ModelShape& shape);

  // What a block's kernels are pushed; the rest is filled in by the caller.
  Push pushFor(std::size_t examples, std::size_t wholeBatch) const;

  // Each records one stage, which begins when the recorder's earlier commands are done.
  void recordDecode(Recorder& recorder, const Push& push) const;
  // Loss alone.
  void recordLoss(Recorder& recorder, const Push& push) const;
  // Loss, slopes, and the gradients of biases and output weights; the rows are sorted meanwhile, if `sortRows`.
  void recordSlopes(Recorder& recorder, const Push& push, bool sortRows) const;
  // The sorted rows' sums: the gradients of inputs.
  void recordInputGradients(Recorder& recorder, const Push& push) const;
  // From them, once every block of the batch has been added, those of shared rows.
  void recordSharedGradients(Recorder& recorder, const Push& push) const;
  // AdamW of everything, and merged rows.
  void recordUpdate(Recorder& recorder, const Push& push) const;
  void recordMerge(Recorder& recorder) const;
  // Rows read in a scattered order and added up, and nothing else.
  void recordGather(Recorder& recorder, u32 groups) const;
  static constexpr u32 kRowsAGatherInvocation = 64;

 private:
  Kernel kernel(const char* name, u32 localSize, const std::vector<u32>& more,
                const std::vector<const Buffer*>& buffers) const;
  Kernel forwardKernel(bool backward) const;

  Kernel decode_, forward_, forwardOnly_, columns_, bitmap_, count_, scan_, expand_, segments_, inputs_, shared_,
      update_, updateOwn_, merge_, gather_;
};

}  // namespace tabiya::gpu
