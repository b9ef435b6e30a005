#include "trainer/vulkan/step_kernels.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "trainer/vulkan/shaders.h"

namespace tabiya::gpu {
namespace {

constexpr u32 kLocalSize = 256;

constexpr u32 bits(float x) {
  return std::bit_cast<u32>(x);
}
constexpr u32 groupsOf(u64 invocations, u32 size) {
  return static_cast<u32>((invocations + size - 1) / size);
}

std::vector<u32> adamConstants(std::optional<u32> step = std::nullopt) {
  std::vector<u32> constants{bits(static_cast<float>(kBeta1)),       bits(static_cast<float>(1 - kBeta1)),
                             bits(static_cast<float>(kBeta2)),       bits(static_cast<float>(1 - kBeta2)),
                             bits(static_cast<float>(kAdamEpsilon)), bits(static_cast<float>(kWeightLimit))};
  if (step) constants.push_back(*step);
  return constants;
}

}  // namespace

u32 blockExamples(int hidden) {
  return std::min(16'384u, (1u << 27) / (8u * static_cast<u32>(hidden))) / kBitmapExamples * kBitmapExamples;
}

ForwardLayout::ForwardLayout(u32 hidden) {
  const u32 quads = hidden / 4;
  vectors = quads > kLocalSize ? 2 : 1;
  columns = quads / vectors;
  lanes = std::min(kGroupExamples, std::bit_floor(kLocalSize / columns));
  together = std::min(4u, kGroupExamples / lanes);
  padded = std::bit_ceil(columns);
}

SegmentLayout::SegmentLayout(u32 hidden) {
  constexpr u32 kSize = 64;
  const u32 quads = hidden / 4;
  columns = std::min(quads, kSize);
  segments = kSize / columns;
  columnGroups = groupsOf(quads, columns);
}

StepKernels::StepKernels(const Device& d, const ModelShape& s)
    : device(d),
      shape(s),
      hidden(static_cast<u32>(s.arch.hidden)),
      block(blockExamples(s.arch.hidden)),
      parameters(parameterCount(s)),
      matrixBytes((parameters * sizeof(float) + 15) / 16 * 16),
      mostSegments(2 * block * kMaxInputs / kSegmentRows + kInputs),
      forwardLayout(hidden),
      segmentLayout(hidden),
      records(d, "records", kSlots * block * kRecordWords * 4, Memory::Device),
      inputs(d, "inputs", u64{block} * kMaxInputs * 4, Memory::Device),
      facts(d, "targets", u64{block} * 8, Memory::Device),
      weights(d, "weights", matrixBytes, Memory::Device),
      first(d, "first moments", matrixBytes, Memory::Device),
      second(d, "second moments", matrixBytes, Memory::Device),
      gradient(d, "gradients", matrixBytes, Memory::Device),
      merged(d, "merged rows", u64{kInputs} * hidden * 4, Memory::Device),
      slopes(d, "slopes", u64{2} * block * hidden * 4, Memory::Device),
      partials(d, "partial sums", u64{block / kGroupExamples} * (3 * hidden + 2) * 4, Memory::Device),
      losses(d, "losses", u64{kLossSlots} * 4, Memory::Device),
      bitmap(d, "bitmaps", u64{kInputs} * block / 8, Memory::Device),
      sort(d, "offsets", u64{kSortWords} * 4, Memory::Device),
      lists(d, "lists", u64{2} * block * kMaxInputs * 4, Memory::Device),
      segments(d, "segments", u64{mostSegments} * 8, Memory::Device),
      segmentSums(d, "segment sums", u64{mostSegments} * hidden * 4, Memory::Device),
      decode_(kernel("decode", kLocalSize, {}, {&records, &inputs, &facts})),
      forward_(forwardKernel(true)),
      forwardOnly_(forwardKernel(false)),
      columns_(kernel("columns", 32 * kColumnSlices, {}, {&partials, &gradient, &losses})),
      bitmap_(kernel("bitmap", kBitmapExamples, {}, {&inputs, &facts, &bitmap})),
      count_(kernel("count", 64, {}, {&bitmap, &sort})),
      scan_(kernel("scan", 256, {segmentLayout.segments, segmentLayout.columnGroups}, {&sort})),
      expand_(kernel("expand", 128, {}, {&bitmap, &sort, &lists, &segments})),
      segments_(kernel("segments", segmentLayout.segments * segmentLayout.columns,
                       {segmentLayout.segments, segmentLayout.columns},
                       {&sort, &lists, &segments, &slopes, &segmentSums})),
      inputs_(kernel("inputs", kLocalSize, {}, {&sort, &segmentSums, &gradient})),
      shared_(kernel("shared", kLocalSize, {}, {&gradient})),
      update_(kernel("update", kLocalSize, adamConstants(), {&weights, &first, &second, &gradient})),
      updateOwn_(kernel("update_own", kLocalSize, adamConstants(1), {&weights, &first, &second, &gradient, &merged})),
      merge_(kernel("update_own", kLocalSize, adamConstants(0), {&weights, &first, &second, &gradient, &merged})),
      gather_(kernel("gather", forwardLayout.lanes * forwardLayout.columns,
                     {forwardLayout.columns, forwardLayout.vectors}, {&merged, &segmentSums})) {}

Kernel StepKernels::kernel(const char* name, u32 localSize, const std::vector<u32>& more,
                           const std::vector<const Buffer*>& buffers) const {
  std::vector<u32> constants{localSize, hidden, shape.arch.activation == Activation::SCReLU ? 1u : 0u,
                             shape.sharedRows ? 1u : 0u};
  constants.insert(constants.end(), more.begin(), more.end());
  return Kernel(device, name, shaderCode(name), constants, buffers);
}

Kernel StepKernels::forwardKernel(bool backward) const {
  const ForwardLayout& l = forwardLayout;
  return kernel("forward", l.lanes * l.columns, {l.columns, l.vectors, l.lanes, l.together, l.padded, backward},
                {&inputs, &facts, &merged, &weights, &slopes, &partials});
}

Push StepKernels::pushFor(std::size_t examples, std::size_t wholeBatch) const {
  Push push{};
  push.examples = static_cast<u32>(examples);
  push.viewRows = groupsOf(examples, kBitmapExamples) * kBitmapExamples;
  push.slopeScale = 2.0f / static_cast<float>(wholeBatch);
  return push;
}

void StepKernels::recordDecode(Recorder& recorder, const Push& push) const {
  recorder.barrier();
  recorder.run(decode_, groupsOf(u64{push.examples} * 64, kLocalSize), push);
}

void StepKernels::recordLoss(Recorder& recorder, const Push& push) const {
  recorder.barrier();
  recorder.run(forwardOnly_, groupsOf(push.examples, kGroupExamples), push);
  recorder.barrier();
  recorder.run(columns_, groupsOf(3 * hidden + 2, 32), push);
}

void StepKernels::recordSlopes(Recorder& recorder, const Push& push, bool sortRows) const {
  recorder.barrier();
  recorder.run(forward_, groupsOf(push.examples, kGroupExamples), push);
  if (sortRows) recorder.run(bitmap_, push.viewRows / kBitmapExamples, push);
  recorder.barrier();
  recorder.run(columns_, groupsOf(3 * hidden + 2, 32), push);
  if (!sortRows) return;
  recorder.run(count_, kInputs, push);
  recorder.barrier();
  recorder.run(scan_, 1, push);
  recorder.barrier();
  recorder.run(expand_, kInputs, push);
}

void StepKernels::recordInputGradients(Recorder& recorder, const Push& push) const {
  recorder.barrier();
  recorder.runIndirect(segments_, sort, kIndirect, push);
  recorder.barrier();
  recorder.run(inputs_, groupsOf(u64{kInputs} * hidden / 4, kLocalSize), push);
}

void StepKernels::recordSharedGradients(Recorder& recorder, const Push& push) const {
  if (!shape.sharedRows) return;
  recorder.barrier();
  recorder.run(shared_, groupsOf(u64{kSharedRowCount} * hidden, kLocalSize), push);
}

void StepKernels::recordUpdate(Recorder& recorder, const Push& push) const {
  const u64 own = u64{kInputs} * hidden;
  recorder.barrier();
  recorder.run(update_, groupsOf(parameters - own, kLocalSize), push);
  recorder.barrier();
  recorder.run(updateOwn_, groupsOf(own, kLocalSize), push);
}

void StepKernels::recordMerge(Recorder& recorder) const {
  recorder.barrier();
  recorder.run(merge_, groupsOf(u64{kInputs} * hidden, kLocalSize), Push{});
}

void StepKernels::recordGather(Recorder& recorder, u32 groups) const {
  recorder.barrier();
  recorder.run(gather_, groups, Push{});
}

}  // namespace tabiya::gpu
