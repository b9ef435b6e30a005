#include "trainer/vulkan/recorder.h"

#include <array>
#include <cassert>

#include "trainer/vulkan/handles.h"

namespace tabiya::gpu {
namespace {

// Submissions under way at once: while one runs, the next is recorded and the one after may be waited for.
constexpr std::size_t kSubmissions = 4;
// Readings of the clock in one submission: the beginning, the end, and one after each kernel when timed.
constexpr u32 kReadings = 512;
// A device that has not answered by then will not: a step takes milliseconds, on the slowest driver seconds.
constexpr u64 kPatienceNanoseconds = 600'000'000'000;

}  // namespace

struct Recorder::Impl {
  struct Submission {
    vk::raii::CommandBuffer commands{nullptr};
    vk::raii::Fence fence{nullptr};
    vk::raii::QueryPool clock{nullptr};
    std::vector<const char*> marks;  // what ended at each reading; the first is the beginning
    u64 ticket = 0;                  // 0: free
  };

  const Device::Impl& d;
  bool timed;
  vk::raii::CommandPool pool{nullptr};
  std::array<Submission, kSubmissions> ring;
  u64 next = 1;       // ticket of what is being recorded
  u64 finished = 0;   // all tickets up to it are done
  bool open = false;  // something is recorded
  double lastSeconds = 0;
  std::map<std::string, KernelTime> times;

  Impl(const Device& device, bool t) : d(device.impl()), timed(t && d.timestampSeconds > 0) {
    translated(d.info.name, "command buffers", [&] {
      pool = vk::raii::CommandPool(d.device, {vk::CommandPoolCreateFlagBits::eResetCommandBuffer, d.queueFamily});
      auto buffers =
          vk::raii::CommandBuffers(d.device, {*pool, vk::CommandBufferLevel::ePrimary, static_cast<u32>(kSubmissions)});
      for (std::size_t i = 0; i < kSubmissions; ++i) {
        ring[i].commands = std::move(buffers[i]);
        ring[i].fence = vk::raii::Fence(d.device, vk::FenceCreateInfo{});
        if (d.timestampSeconds > 0)
          ring[i].clock = vk::raii::QueryPool(d.device, {{}, vk::QueryType::eTimestamp, kReadings});
      }
    });
  }

  // The device must be done before its buffers go; one that was lost has nothing to wait for.
  ~Impl() {
    try {
      d.device.waitIdle();
    } catch (const vk::SystemError&) {
    }
  }

  Submission& of(u64 ticket) { return ring[ticket % kSubmissions]; }

  // The command buffer to record to, begun if it is not.
  vk::raii::CommandBuffer& commands() {
    Submission& s = of(next);
    if (open) {
      if (timed && s.marks.size() + 2 < kReadings) return s.commands;
      if (!timed) return s.commands;
      submit();
      return commands();
    }
    if (s.ticket != 0) finish(s);
    translated(d.info.name, "recording", [&] {
      s.commands.begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
      if (d.timestampSeconds > 0) s.commands.resetQueryPool(*s.clock, 0, kReadings);
    });
    open = true;
    s.marks.clear();
    mark(s, "");
    return s.commands;
  }

  void mark(Submission& s, const char* what) {
    if (d.timestampSeconds <= 0) return;
    s.commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *s.clock, static_cast<u32>(s.marks.size()));
    s.marks.push_back(what);
  }

  // Each kernel is timed alone.
  void markKernel(const Kernel& kernel) {
    if (!timed) return;
    barrier();
    mark(of(next), kernel.name());
  }

  void barrier() {
    using Stage = vk::PipelineStageFlagBits;
    using Access = vk::AccessFlagBits;
    const vk::MemoryBarrier all(Access::eShaderWrite | Access::eTransferWrite,
                                Access::eShaderRead | Access::eShaderWrite | Access::eIndirectCommandRead |
                                    Access::eTransferRead | Access::eTransferWrite | Access::eHostRead);
    commands().pipelineBarrier(Stage::eComputeShader | Stage::eTransfer,
                               Stage::eComputeShader | Stage::eTransfer | Stage::eDrawIndirect | Stage::eHost, {}, all,
                               {}, {});
  }

  void submit() {
    if (!open) return;
    Submission& s = of(next);
    mark(s, "");
    translated(d.info.name, "a submission", [&] {
      s.commands.end();
      vk::SubmitInfo info;
      info.setCommandBuffers(*s.commands);
      d.queue.submit(info, *s.fence);
    });
    s.ticket = next++;
    open = false;
  }

  void finish(Submission& s) {
    translated(d.info.name, "a training step", [&] {
      if (d.device.waitForFences(*s.fence, true, kPatienceNanoseconds) != vk::Result::eSuccess)
        throw DeviceError(d.info.name + " has not answered for ten minutes");
      d.device.resetFences(*s.fence);
      if (d.timestampSeconds > 0) readClock(s);
    });
    finished = std::max(finished, s.ticket);
    s.ticket = 0;
  }

  void readClock(const Submission& s) {
    const auto [result, ticks] = s.clock.getResults<std::uint64_t>(
        0, static_cast<u32>(s.marks.size()), s.marks.size() * sizeof(std::uint64_t), sizeof(std::uint64_t),
        vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
    if (result != vk::Result::eSuccess) return;
    const auto seconds = [&](std::size_t from, std::size_t to) {
      return static_cast<double>((ticks[to] - ticks[from]) & d.timestampMask) * d.timestampSeconds;
    };
    lastSeconds = seconds(0, ticks.size() - 1);
    for (std::size_t i = 1; timed && i + 1 < ticks.size(); ++i) {
      KernelTime& time = times[s.marks[i]];
      time.seconds += seconds(i - 1, i);
      ++time.runs;
    }
  }

  void begin(vk::raii::CommandBuffer& c, const Kernel& kernel, const Push& push) {
    c.bindPipeline(vk::PipelineBindPoint::eCompute, *kernel.impl().pipeline);
    c.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *kernel.impl().layout, 0, *kernel.impl().set, {});
    c.pushConstants<Push>(*kernel.impl().layout, vk::ShaderStageFlagBits::eCompute, 0, push);
  }
};

Recorder::Recorder(const Device& device, bool timed) : impl_(std::make_unique<Impl>(device, timed)) {}
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder::~Recorder() = default;

void Recorder::copy(const Buffer& from, u64 fromByte, const Buffer& to, u64 toByte, u64 bytes) {
  assert(fromByte + bytes <= from.size() && toByte + bytes <= to.size());
  impl_->commands().copyBuffer(*from.impl().buffer, *to.impl().buffer, vk::BufferCopy(fromByte, toByte, bytes));
}

void Recorder::barrier() {
  impl_->barrier();
}

void Recorder::run(const Kernel& kernel, u32 groups, const Push& push) {
  auto& commands = impl_->commands();
  impl_->begin(commands, kernel, push);
  commands.dispatch(groups, 1, 1);
  impl_->markKernel(kernel);
}

void Recorder::runIndirect(const Kernel& kernel, const Buffer& arguments, u32 word, const Push& push) {
  auto& commands = impl_->commands();
  impl_->begin(commands, kernel, push);
  commands.dispatchIndirect(*arguments.impl().buffer, 4 * word);
  impl_->markKernel(kernel);
}

u64 Recorder::ticket() const {
  return impl_->next;
}

void Recorder::submit() {
  impl_->submit();
}

void Recorder::wait(u64 ticket) {
  if (ticket >= impl_->next) impl_->submit();
  // In their order, so that the newest time is the last one's.
  for (u64 t = impl_->finished + 1; t <= ticket && t < impl_->next; ++t)
    if (Impl::Submission& s = impl_->of(t); s.ticket == t) impl_->finish(s);
}

void Recorder::waitForAll() {
  impl_->submit();
  wait(impl_->next - 1);
}

double Recorder::lastSubmissionSeconds() const {
  return impl_->lastSeconds;
}

const std::map<std::string, KernelTime>& Recorder::times() const {
  return impl_->times;
}

}  // namespace tabiya::gpu
