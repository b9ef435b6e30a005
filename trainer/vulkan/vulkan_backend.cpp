#include "trainer/vulkan/vulkan_backend.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <chrono>
#include <cstring>

#include "engine/base/bytes.h"
#include "trainer/thread_team.h"
#include "trainer/vulkan/shaders.h"

namespace tabiya::gpu {
namespace {

// Blocks of records that may wait for the device, a slot each.
constexpr std::size_t kSlots = 32;
constexpr std::size_t kRecordBytes = kRecordWords * sizeof(u32);
// Losses that may wait on the device.
constexpr u32 kLossSlots = 4096;
// A submission of some milliseconds hides its own cost; a long one would make a desktop wait, or its driver give up.
constexpr double kSubmissionSeconds = 0.02;
constexpr int kMostBlocksASubmission = 8;
constexpr u32 kLocalSize = 256;

constexpr u32 bits(float x) {
  return std::bit_cast<u32>(x);
}
constexpr u32 groupsOf(u64 invocations, u32 size) {
  return static_cast<u32>((invocations + size - 1) / size);
}

// How a workgroup of the forward kernel is laid out (shaders/forward.comp).
struct ForwardLayout {
  u32 columns, vectors, lanes, together, padded;

  explicit ForwardLayout(u32 hidden) {
    const u32 quads = hidden / 4;
    vectors = quads > kLocalSize ? 2 : 1;
    columns = quads / vectors;
    lanes = std::min(kGroupExamples, std::bit_floor(kLocalSize / columns));
    together = std::min(4u, kGroupExamples / lanes);
    padded = std::bit_ceil(columns);
  }
};

// And of the segment sums: 64 invocations, segments x columns.
struct SegmentLayout {
  u32 columns, segments, columnGroups;

  explicit SegmentLayout(u32 hidden) {
    constexpr u32 kSize = 64;
    const u32 quads = hidden / 4;
    columns = std::min(quads, kSize);
    segments = kSize / columns;
    columnGroups = groupsOf(quads, columns);
  }
};

}  // namespace

u32 blockExamples(int hidden) {
  return std::min(16'384u, (1u << 27) / (8u * static_cast<u32>(hidden))) / kBitmapExamples * kBitmapExamples;
}

struct VulkanBackend::Impl {
  std::shared_ptr<const Device> device;
  ModelShape shape;
  VulkanOptions options;
  u32 hidden;
  u32 block;
  u64 parameters;
  u64 matrixBytes;
  u32 mostSegments;
  ForwardLayout forwardLayout;
  SegmentLayout segmentLayout;
  ThreadTeam team;

  // Of the host: a slot's records on their way up; numbers on their way up or down.
  Buffer staging, upload, download;
  // Of the device. Shapes stand in the kernels.
  Buffer records, inputs, facts, weights, first, second, gradient, merged, slopes, partials, losses;
  Buffer bitmap, sort, lists, segments, segmentSums;

  Kernel decode, forward, forwardOnly, columns, bitmapKernel, count, scan, expand, segmentKernel, inputKernel,
      sharedKernel, update, updateOwn, merge, gather;

  Recorder recorder;
  std::size_t slot = 0;
  std::vector<u64> slotTickets = std::vector<u64>(kSlots, 0);
  int blocksRecorded = 0;  // since the last submission
  int blocksASubmission = 1;
  int blocksSubmitted = 1;
  u64 steps = 0;
  std::vector<u64> pending;     // examples of the batches whose losses wait on the device
  std::vector<double> fetched;  // mean losses fetched and not yet taken

  Impl(std::shared_ptr<const Device> d, const ModelShape& s, const VulkanOptions& o)
      : device(std::move(d)),
        shape(s),
        options(o),
        hidden(static_cast<u32>(s.arch.hidden)),
        block(blockExamples(s.arch.hidden)),
        parameters(parameterCount(s)),
        matrixBytes((parameters * sizeof(float) + 15) / 16 * 16),
        mostSegments(2 * block * kMaxInputs / kSegmentRows + kInputs),
        forwardLayout(hidden),
        segmentLayout(hidden),
        team(std::max(1, o.threads)),
        staging(*device, "records", kSlots * block * kRecordBytes, Memory::Upload),
        upload(*device, "weights", std::max<u64>(matrixBytes, sortBytes()), Memory::Upload),
        download(*device, "weights", std::max<u64>(matrixBytes, sortBytes()), Memory::Download),
        records(*device, "records", kSlots * block * kRecordBytes, Memory::Device),
        inputs(*device, "inputs", u64{block} * kMaxInputs * 4, Memory::Device),
        facts(*device, "targets", u64{block} * 8, Memory::Device),
        weights(*device, "weights", matrixBytes, Memory::Device),
        first(*device, "first moments", matrixBytes, Memory::Device),
        second(*device, "second moments", matrixBytes, Memory::Device),
        gradient(*device, "gradients", matrixBytes, Memory::Device),
        merged(*device, "merged rows", u64{kInputs} * hidden * 4, Memory::Device),
        slopes(*device, "slopes", u64{2} * block * hidden * 4, Memory::Device),
        partials(*device, "partial sums", u64{block / kGroupExamples} * (3 * hidden + 2) * 4, Memory::Device),
        losses(*device, "losses", u64{kLossSlots} * 4, Memory::Device),
        bitmap(*device, "bitmaps", u64{kInputs} * block / 8, Memory::Device),
        sort(*device, "offsets", u64{kSortWords} * 4, Memory::Device),
        lists(*device, "lists", u64{2} * block * kMaxInputs * 4, Memory::Device),
        segments(*device, "segments", u64{mostSegments} * 8, Memory::Device),
        segmentSums(*device, "segment sums", u64{mostSegments} * hidden * 4, Memory::Device),
        decode(kernel("decode", kLocalSize, {}, {&records, &inputs, &facts})),
        forward(forwardKernel(true)),
        forwardOnly(forwardKernel(false)),
        columns(kernel("columns", 32 * kColumnSlices, {}, {&partials, &gradient, &losses})),
        bitmapKernel(kernel("bitmap", kBitmapExamples, {}, {&inputs, &facts, &bitmap})),
        count(kernel("count", 64, {}, {&bitmap, &sort})),
        scan(kernel("scan", 256, {segmentLayout.segments, segmentLayout.columnGroups}, {&sort})),
        expand(kernel("expand", 128, {}, {&bitmap, &sort, &lists, &segments})),
        segmentKernel(kernel("segments", segmentLayout.segments * segmentLayout.columns,
                             {segmentLayout.segments, segmentLayout.columns},
                             {&sort, &lists, &segments, &slopes, &segmentSums})),
        inputKernel(kernel("inputs", kLocalSize, {}, {&sort, &segmentSums, &gradient})),
        sharedKernel(kernel("shared", kLocalSize, {}, {&gradient})),
        update(kernel("update", kLocalSize, adamConstants(), {&weights, &first, &second, &gradient})),
        updateOwn(kernel("update_own", kLocalSize, adamConstants(1), {&weights, &first, &second, &gradient, &merged})),
        merge(kernel("update_own", kLocalSize, adamConstants(0), {&weights, &first, &second, &gradient, &merged})),
        gather(kernel("gather", forwardLayout.lanes * forwardLayout.columns,
                      {forwardLayout.columns, forwardLayout.vectors}, {&merged, &segmentSums})),
        recorder(*device, o.timed) {}

  u64 sortBytes() const { return u64{2} * block * kMaxInputs * 4; }

  Kernel kernel(const char* name, u32 localSize, const std::vector<u32>& more,
                const std::vector<const Buffer*>& buffers) const {
    std::vector<u32> constants{localSize, hidden, shape.arch.activation == Activation::SCReLU ? 1u : 0u,
                               shape.sharedRows ? 1u : 0u};
    constants.insert(constants.end(), more.begin(), more.end());
    return Kernel(*device, name, shaderCode(name), constants, buffers);
  }

  Kernel forwardKernel(bool backward) const {
    const ForwardLayout& l = forwardLayout;
    return kernel("forward", l.lanes * l.columns, {l.columns, l.vectors, l.lanes, l.together, l.padded, backward},
                  {&inputs, &facts, &merged, &weights, &slopes, &partials});
  }

  static std::vector<u32> adamConstants(std::optional<u32> step = std::nullopt) {
    std::vector<u32> constants{bits(static_cast<float>(kBeta1)),       bits(static_cast<float>(1 - kBeta1)),
                               bits(static_cast<float>(kBeta2)),       bits(static_cast<float>(1 - kBeta2)),
                               bits(static_cast<float>(kAdamEpsilon)), bits(static_cast<float>(kWeightLimit))};
    if (step) constants.push_back(*step);
    return constants;
  }

  // Numbers up and down; both wait for the device.
  void send(const Buffer& to, const void* from, u64 bytes) {
    recorder.waitForAll();
    std::memcpy(upload.mapped<u8>(), from, bytes);
    recorder.barrier();
    recorder.copy(upload, 0, to, 0, bytes);
    recorder.barrier();
    recorder.waitForAll();
  }
  void fetch(const Buffer& from, void* to, u64 bytes) {
    recorder.barrier();
    recorder.copy(from, 0, download, 0, bytes);
    recorder.barrier();
    submitBlocks();
    recorder.waitForAll();
    std::memcpy(to, download.mapped<u8>(), bytes);
  }

  void submitBlocks() {
    if (blocksRecorded > 0) blocksSubmitted = blocksRecorded;
    blocksRecorded = 0;
    recorder.submit();
  }

  // As many blocks a submission as fit the time.
  void blockRecorded() {
    if (++blocksRecorded < blocksASubmission) return;
    submitBlocks();
    const double seconds = recorder.lastSubmissionSeconds();
    if (seconds <= 0) return;
    const double each = seconds / blocksSubmitted;
    blocksASubmission = std::clamp(static_cast<int>(kSubmissionSeconds / each), 1, kMostBlocksASubmission);
  }

  // Packs a block's records into a free slot and records their way up; returns their first in the ring.
  u32 stage(const Batch& batch) {
    const std::size_t s = slot;
    slot = (slot + 1) % kSlots;
    recorder.wait(slotTickets[s]);
    u8* to = staging.mapped<u8>() + s * block * kRecordBytes;
    const auto pack = [&](int thread) {
      constexpr std::size_t kAhead = 12;  // shuffled records are all over the memory
      const Share share = shareOf(batch.size(), thread, team.size());
      for (std::size_t i = share.first; i < share.last; ++i) {
        if (i + kAhead < share.last) {
          __builtin_prefetch(&batch.record(i + kAhead));
          __builtin_prefetch(&batch.targets[batch.examples[i + kAhead] >> 1]);
        }
        const Record& record = batch.record(i);
        u32 words[kRecordWords];
        std::memcpy(words, record.bytes.data(), sizeof words);
        words[6] = (record.sideToMove() == Color::Black ? kBlackBit : 0) | (batch.turned(i) ? kTurnedBit : 0);
        words[7] = bits(batch.target(i));
        std::memcpy(to + i * kRecordBytes, words, sizeof words);
      }
    };
    team.run(pack);
    recorder.copy(staging, s * block * kRecordBytes, records, s * block * kRecordBytes, batch.size() * kRecordBytes);
    slotTickets[s] = recorder.ticket();
    return static_cast<u32>(s) * block;
  }

  template <class F>
  void eachBlock(const Batch& batch, F&& f) {
    for (std::size_t begin = 0; begin < batch.size(); begin += block) {
      const std::size_t n = std::min<std::size_t>(block, batch.size() - begin);
      f(Batch{batch.records, batch.targets, batch.examples.subspan(begin, n)}, begin > 0);
    }
  }

  Push pushFor(const Batch& part, std::size_t whole, bool accumulate, u32 lossSlot) {
    Push push{};
    push.examples = static_cast<u32>(part.size());
    push.viewRows = groupsOf(part.size(), kBitmapExamples) * kBitmapExamples;
    push.accumulate = accumulate ? 1 : 0;
    push.lossSlot = lossSlot;
    push.slopeScale = 2.0f / static_cast<float>(whole);
    return push;
  }

  void recordDecode(const Batch& part, Push& push) {
    recorder.barrier();  // what the blocks before read and wrote
    push.firstRecord = stage(part);
    recorder.barrier();
    recorder.run(decode, groupsOf(u64{push.examples} * 64, kLocalSize), push);
    recorder.barrier();
  }

  u32 forwardGroups(const Push& push) const { return groupsOf(push.examples, kGroupExamples); }
  u32 columnGroups() const { return groupsOf(3 * hidden + 2, 32); }

  // The block's gradient and loss, added to those of the batch's blocks before.
  void recordGradient(const Batch& part, Push& push) {
    recordDecode(part, push);
    recorder.run(forward, forwardGroups(push), push);
    if (options.hostSort) {
      recorder.barrier();
      recorder.run(columns, columnGroups(), push);
      sendSort(part, push);
    } else {
      recorder.run(bitmapKernel, push.viewRows / kBitmapExamples, push);
      recorder.barrier();
      recorder.run(columns, columnGroups(), push);
      recorder.run(count, kInputs, push);
      recorder.barrier();
      recorder.run(scan, 1, push);
      recorder.barrier();
      recorder.run(expand, kInputs, push);
    }
    recorder.barrier();
    recorder.runIndirect(segmentKernel, sort, kIndirect, push);
    recorder.barrier();
    recorder.run(inputKernel, groupsOf(u64{kInputs} * hidden / 4, kLocalSize), push);
    blockRecorded();
  }

  void sendSort(const Batch& part, const Push& push) {
    SortedRows rows = sortRows(part, push.viewRows);
    options.hostSort(rows);
    std::vector<u32> table(kSortWords, 0);
    std::copy(rows.listOffsets.begin(), rows.listOffsets.end(), table.begin() + kListOffsets);
    std::copy(rows.segmentOffsets.begin(), rows.segmentOffsets.end(), table.begin() + kSegmentOffsets);
    table[kIndirect] = groupsOf(rows.segments.size(), segmentLayout.segments);
    table[kIndirect + 1] = segmentLayout.columnGroups;
    table[kIndirect + 2] = 1;
    send(sort, table.data(), table.size() * 4);
    send(lists, rows.lists.data(), rows.lists.size() * 4);
    send(segments, rows.segments.data(), rows.segments.size() * 8);
  }

  // Gradients of all parameters, once every block of the batch has been added.
  void recordShared(const Push& push) {
    if (!shape.sharedRows) return;
    recorder.barrier();
    recorder.run(sharedKernel, groupsOf(u64{kSharedRowCount} * hidden, kLocalSize), push);
  }

  void recordUpdate(Push& push, const StepSettings& settings) {
    const AdamStep<float> adam(settings, steps);
    push.rate = adam.rate;
    push.decay = static_cast<float>(settings.decay);
    push.ownDecay = static_cast<float>(settings.ownDecay);
    push.correct1 = adam.correct1;
    push.correct2 = adam.correct2;
    const u64 own = u64{kInputs} * hidden;
    recorder.barrier();
    recorder.run(update, groupsOf(parameters - own, kLocalSize), push);
    recorder.barrier();
    recorder.run(updateOwn, groupsOf(own, kLocalSize), push);
  }

  void fetchLosses() {
    if (pending.empty()) return;
    std::vector<float> sums(pending.size());
    fetch(losses, sums.data(), sums.size() * sizeof(float));
    for (std::size_t i = 0; i < sums.size(); ++i)
      fetched.push_back(static_cast<double>(sums[i]) / static_cast<double>(pending[i]));
    pending.clear();
  }
};

VulkanBackend::VulkanBackend(std::shared_ptr<const Device> device, const ModelShape& shape,
                             const VulkanOptions& options) {
  assert(shape.arch.features == FeatureSet::Plain && shape.arch.outputBuckets == 1);
  assert(shape.arch.hidden % 16 == 0 && shape.arch.hidden <= kMaxGpuHidden);
  impl_ = std::make_unique<Impl>(std::move(device), shape, options);
}

VulkanBackend::~VulkanBackend() = default;

std::string VulkanBackend::description() const {
  return "gpu, " + impl_->device->info().name;
}

void VulkanBackend::load(const OptimiserState& state) {
  Impl& m = *impl_;
  assert(state.weights.size() == m.parameters);
  m.send(m.weights, state.weights.data(), m.parameters * sizeof(float));
  m.send(m.first, state.first.data(), m.parameters * sizeof(float));
  m.send(m.second, state.second.data(), m.parameters * sizeof(float));
  m.steps = state.steps;
  m.recorder.run(m.merge, groupsOf(u64{kInputs} * m.hidden, kLocalSize), Push{});
  m.recorder.barrier();
  m.recorder.waitForAll();
}

void VulkanBackend::store(OptimiserState& state) {
  Impl& m = *impl_;
  for (auto* numbers : {&state.weights, &state.first, &state.second}) numbers->resize(m.parameters);
  m.fetch(m.weights, state.weights.data(), m.parameters * sizeof(float));
  m.fetch(m.first, state.first.data(), m.parameters * sizeof(float));
  m.fetch(m.second, state.second.data(), m.parameters * sizeof(float));
  state.steps = m.steps;
}

void VulkanBackend::step(const Batch& batch, const StepSettings& settings) {
  Impl& m = *impl_;
  assert(batch.size() > 0);
  if (m.pending.size() == kLossSlots) m.fetchLosses();
  ++m.steps;
  Push push{};
  m.eachBlock(batch, [&](const Batch& part, bool accumulate) {
    push = m.pushFor(part, batch.size(), accumulate, static_cast<u32>(m.pending.size()));
    m.recordGradient(part, push);
  });
  m.recordShared(push);
  m.recordUpdate(push, settings);
  m.pending.push_back(batch.size());
}

std::vector<double> VulkanBackend::takeLosses() {
  impl_->fetchLosses();
  return std::exchange(impl_->fetched, {});
}

double VulkanBackend::loss(const Batch& batch) {
  Impl& m = *impl_;
  m.fetchLosses();  // their slots are needed
  double sum = 0;
  std::vector<float> sums;
  u32 used = 0;
  const auto collect = [&] {
    sums.resize(used);
    if (used > 0) m.fetch(m.losses, sums.data(), sums.size() * sizeof(float));
    for (const float s : sums) sum += static_cast<double>(s);
    used = 0;
  };
  m.eachBlock(batch, [&](const Batch& part, bool) {
    Push push = m.pushFor(part, batch.size(), false, used++);
    m.recordDecode(part, push);
    m.recorder.run(m.forwardOnly, m.forwardGroups(push), push);
    m.recorder.barrier();
    m.recorder.run(m.columns, m.columnGroups(), push);
    m.blockRecorded();
    if (used == kLossSlots) collect();
  });
  collect();
  return sum / static_cast<double>(batch.size());
}

std::vector<float> VulkanBackend::gradient(const Batch& batch) {
  Impl& m = *impl_;
  m.fetchLosses();
  Push push{};
  m.eachBlock(batch, [&](const Batch& part, bool accumulate) {
    push = m.pushFor(part, batch.size(), accumulate, 0);
    m.recordGradient(part, push);
  });
  m.recordShared(push);
  std::vector<float> gradient(m.parameters);
  m.fetch(m.gradient, gradient.data(), gradient.size() * sizeof(float));
  return gradient;
}

void VulkanBackend::finish() {
  impl_->submitBlocks();
  impl_->recorder.waitForAll();
}

const std::map<std::string, KernelTime>& VulkanBackend::times() const {
  return impl_->recorder.times();
}

double VulkanBackend::rowBandwidth() {
  using Clock = std::chrono::steady_clock;
  constexpr double kRowsAnInvocation = 64;
  Impl& m = *impl_;
  const u32 lanes = m.forwardLayout.lanes;
  m.recorder.run(m.gather, 1, Push{});  // drivers compile a kernel when it first runs
  for (u32 groups = 64;; groups *= 2) {
    finish();
    m.recorder.barrier();
    const Clock::time_point start = Clock::now();
    m.recorder.run(m.gather, groups, Push{});
    finish();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    // Long enough for what a submission costs to vanish.
    if (seconds > 0.05 || groups >= 32'768)
      return static_cast<double>(groups) * lanes * kRowsAnInvocation * m.hidden * sizeof(float) / seconds;
  }
}

SortedRows VulkanBackend::deviceSort(const Batch& block) {
  Impl& m = *impl_;
  assert(block.size() <= m.block && !m.options.hostSort);
  gradient(block);
  std::vector<u32> table(kSortWords);
  m.fetch(m.sort, table.data(), table.size() * 4);
  SortedRows rows;
  rows.listOffsets.assign(table.begin() + kListOffsets, table.begin() + kListOffsets + kInputs + 1);
  rows.segmentOffsets.assign(table.begin() + kSegmentOffsets, table.begin() + kSegmentOffsets + kInputs + 1);
  rows.lists.resize(rows.listOffsets.back());
  rows.segments.resize(rows.segmentOffsets.back());
  if (!rows.lists.empty()) m.fetch(m.lists, rows.lists.data(), rows.lists.size() * 4);
  if (!rows.segments.empty()) m.fetch(m.segments, rows.segments.data(), rows.segments.size() * 8);
  return rows;
}

}  // namespace tabiya::gpu
