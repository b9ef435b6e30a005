#include "trainer/vulkan/vulkan_backend.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <chrono>
#include <cstring>

#include "trainer/thread_team.h"
#include "trainer/vulkan/step_kernels.h"

namespace tabiya::gpu {
namespace {

constexpr std::size_t kSlots = StepKernels::kSlots;
constexpr std::size_t kRecordBytes = kRecordWords * sizeof(u32);
// A submission of some milliseconds hides its own cost; a long one would make a desktop wait, or its driver give up.
constexpr double kSubmissionSeconds = 0.02;
constexpr int kMostBlocksASubmission = 8;

}  // namespace

struct VulkanBackend::Impl {
  std::shared_ptr<const Device> device;
  VulkanOptions options;
  ThreadTeam team;
  StepKernels step;
  // Where the host puts records for their way up, a slot a block; and numbers on their way up and down.
  Buffer staging, upload, download;
  Recorder recorder;

  std::size_t slot = 0;
  std::vector<u64> slotTickets = std::vector<u64>(kSlots, 0);
  int blocksRecorded = 0;  // since the last submission
  int blocksASubmission = 1;
  int blocksSubmitted = 1;
  u64 steps = 0;
  std::vector<u64> pending;     // examples of the batches whose losses wait on the device
  std::vector<double> fetched;  // mean losses fetched and not yet taken

  Impl(std::shared_ptr<const Device> d, const ModelShape& shape, const VulkanOptions& o)
      : device(std::move(d)),
        options(o),
        team(std::max(1, o.threads)),
        step(*device, shape),
        staging(*device, "records", step.records.size(), Memory::Upload),
        upload(*device, "weights", std::max(step.matrixBytes, step.lists.size()), Memory::Upload),
        download(*device, "weights", std::max(step.matrixBytes, step.lists.size()), Memory::Download),
        recorder(*device, o.timed) {}

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

  // Packs a block's records into a slot that is free.
  void pack(const Batch& batch, std::size_t s) {
    u8* to = staging.mapped<u8>() + s * step.block * kRecordBytes;
    const auto packShare = [&](int thread) {
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
        words[7] = std::bit_cast<u32>(batch.target(i));
        std::memcpy(to + i * kRecordBytes, words, sizeof words);
      }
    };
    team.run(packShare);
  }

  // Packs a block's records and records their way up; returns their first in the ring.
  u32 stage(const Batch& batch) {
    const std::size_t s = slot;
    slot = (slot + 1) % kSlots;
    recorder.wait(slotTickets[s]);
    pack(batch, s);
    recorder.copy(staging, s * step.block * kRecordBytes, step.records, s * step.block * kRecordBytes,
                  batch.size() * kRecordBytes);
    slotTickets[s] = recorder.ticket();
    return static_cast<u32>(s) * step.block;
  }

  // Calls f(block, whether it is the batch's first) for each.
  template <class F>
  void eachBlock(const Batch& batch, F&& f) {
    for (std::size_t begin = 0; begin < batch.size(); begin += step.block) {
      const std::size_t n = std::min<std::size_t>(step.block, batch.size() - begin);
      f(Batch{batch.records, batch.targets, batch.examples.subspan(begin, n)}, begin == 0);
    }
  }

  // A block's records up, and decoded there.
  Push recordBlock(const Batch& block, std::size_t wholeBatch, u32 lossSlot) {
    Push push = step.pushFor(block.size(), wholeBatch);
    push.lossSlot = lossSlot;
    recorder.barrier();
    push.firstRecord = stage(block);
    step.recordDecode(recorder, push);
    return push;
  }

  // The batch's loss and gradient; returns the last block's numbers.
  Push recordGradient(const Batch& batch, u32 lossSlot) {
    Push push{};
    eachBlock(batch, [&](const Batch& block, bool first) {
      push = recordBlock(block, batch.size(), lossSlot);
      push.accumulate = first ? 0 : 1;
      step.recordSlopes(recorder, push, !options.hostSort);
      if (options.hostSort) sendSort(block, push);
      step.recordInputGradients(recorder, push);
      blockRecorded();
    });
    step.recordSharedGradients(recorder, push);
    return push;
  }

  void sendSort(const Batch& block, const Push& push) {
    SortedRows rows = sortRows(block, push.viewRows);
    options.hostSort(rows);
    const u32 segments = static_cast<u32>(rows.segments.size()), each = step.segmentLayout.segments;
    std::vector<u32> table(kSortWords, 0);
    std::copy(rows.listOffsets.begin(), rows.listOffsets.end(), table.begin() + kListOffsets);
    std::copy(rows.segmentOffsets.begin(), rows.segmentOffsets.end(), table.begin() + kSegmentOffsets);
    table[kIndirect] = (segments + each - 1) / each;
    table[kIndirect + 1] = step.segmentLayout.columnGroups;
    table[kIndirect + 2] = 1;
    send(step.sort, table.data(), table.size() * 4);
    send(step.lists, rows.lists.data(), rows.lists.size() * 4);
    send(step.segments, rows.segments.data(), rows.segments.size() * 8);
  }

  void fetchLosses() {
    if (pending.empty()) return;
    std::vector<float> sums(pending.size());
    fetch(step.losses, sums.data(), sums.size() * sizeof(float));
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
  assert(state.weights.size() == m.step.parameters);
  m.send(m.step.weights, state.weights.data(), m.step.parameters * sizeof(float));
  m.send(m.step.first, state.first.data(), m.step.parameters * sizeof(float));
  m.send(m.step.second, state.second.data(), m.step.parameters * sizeof(float));
  m.steps = state.steps;
  m.step.recordMerge(m.recorder);
  m.recorder.waitForAll();
}

void VulkanBackend::store(OptimiserState& state) {
  Impl& m = *impl_;
  for (auto* numbers : {&state.weights, &state.first, &state.second}) numbers->resize(m.step.parameters);
  m.fetch(m.step.weights, state.weights.data(), m.step.parameters * sizeof(float));
  m.fetch(m.step.first, state.first.data(), m.step.parameters * sizeof(float));
  m.fetch(m.step.second, state.second.data(), m.step.parameters * sizeof(float));
  state.steps = m.steps;
}

void VulkanBackend::step(const Batch& batch, const StepSettings& settings) {
  Impl& m = *impl_;
  assert(batch.size() > 0);
  if (m.pending.size() == StepKernels::kLossSlots) m.fetchLosses();
  ++m.steps;
  Push push = m.recordGradient(batch, static_cast<u32>(m.pending.size()));
  const AdamStep<float> adam(settings, m.steps);
  push.rate = adam.rate;
  push.decay = static_cast<float>(settings.decay);
  push.ownDecay = static_cast<float>(settings.ownDecay);
  push.correct1 = adam.correct1;
  push.correct2 = adam.correct2;
  m.step.recordUpdate(m.recorder, push);
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
    if (used > 0) m.fetch(m.step.losses, sums.data(), sums.size() * sizeof(float));
    for (const float s : sums) sum += static_cast<double>(s);
    used = 0;
  };
  m.eachBlock(batch, [&](const Batch& block, bool) {
    const Push push = m.recordBlock(block, batch.size(), used++);
    m.step.recordLoss(m.recorder, push);
    m.blockRecorded();
    if (used == StepKernels::kLossSlots) collect();
  });
  collect();
  return sum / static_cast<double>(batch.size());
}

std::vector<float> VulkanBackend::gradient(const Batch& batch) {
  Impl& m = *impl_;
  m.fetchLosses();  // their first slot is needed
  m.recordGradient(batch, 0);
  std::vector<float> gradient(m.step.parameters);
  m.fetch(m.step.gradient, gradient.data(), gradient.size() * sizeof(float));
  return gradient;
}

void VulkanBackend::finish() {
  impl_->submitBlocks();
  impl_->recorder.waitForAll();
}

const std::map<std::string, KernelTime>& VulkanBackend::times() const {
  return impl_->recorder.times();
}

void VulkanBackend::pack(const Batch& batch) {
  Impl& m = *impl_;
  finish();
  std::size_t slot = 0;
  m.eachBlock(batch, [&](const Batch& block, bool) { m.pack(block, slot++ % kSlots); });
}

double VulkanBackend::rowBandwidth() {
  using Clock = std::chrono::steady_clock;
  Impl& m = *impl_;
  m.step.recordGather(m.recorder, 1);  // drivers compile a kernel when it first runs
  constexpr u32 kMostGroups = 32'768, kMostTimes = 1024;
  for (u32 groups = 64, times = 1;; groups < kMostGroups ? groups *= 2 : times *= 2) {
    finish();
    const Clock::time_point start = Clock::now();
    for (u32 i = 0; i < times; ++i) m.step.recordGather(m.recorder, groups);
    finish();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    // Long enough for what a submission costs to vanish.
    if (seconds > 0.05 || times == kMostTimes) {
      const double rows =
          static_cast<double>(times) * groups * m.step.forwardLayout.lanes * StepKernels::kRowsAGatherInvocation;
      return rows * m.step.hidden * sizeof(float) / seconds;
    }
  }
}

SortedRows VulkanBackend::deviceSort(const Batch& block) {
  Impl& m = *impl_;
  assert(block.size() <= m.step.block && !m.options.hostSort);
  gradient(block);
  std::vector<u32> table(kSortWords);
  m.fetch(m.step.sort, table.data(), table.size() * 4);
  SortedRows rows;
  rows.listOffsets.assign(table.begin() + kListOffsets, table.begin() + kListOffsets + kInputs + 1);
  rows.segmentOffsets.assign(table.begin() + kSegmentOffsets, table.begin() + kSegmentOffsets + kInputs + 1);
  rows.lists.resize(rows.listOffsets.back());
  rows.segments.resize(rows.segmentOffsets.back());
  if (!rows.lists.empty()) m.fetch(m.step.lists, rows.lists.data(), rows.lists.size() * 4);
  if (!rows.segments.empty()) m.fetch(m.step.segments, rows.segments.data(), rows.segments.size() * 8);
  return rows;
}

}  // namespace tabiya::gpu
