// Records copies and kernels, submits them, and knows when they are done. Several submissions may be under way.
//
// Nothing is ordered by itself: the caller places a barrier between a command and those that need what it wrote, or
// that write what it reads, also across submissions.
#pragma once

#include <map>
#include <memory>

#include "shaders/shared/step.h"
#include "trainer/vulkan/kernel.h"

namespace tabiya::gpu {

struct KernelTime {
  double seconds = 0;
  u64 runs = 0;
};

class Recorder {
 public:
  // With `timed`, the device's clock is read around every kernel; times then hold what each took alone, waiting for the
  // one before.
  Recorder(const Device& device, bool timed);
  Recorder(Recorder&&) noexcept;
  ~Recorder();

  void copy(const Buffer& from, u64 fromByte, const Buffer& to, u64 toByte, u64 bytes);
  void barrier();
  void run(const Kernel& kernel, u32 groups, const Push& push);
  // The numbers of workgroups stand at `word` of `arguments`, three of them.
  void runIndirect(const Kernel& kernel, const Buffer& arguments, u32 word, const Push& push);

  // What is recorded now will be done when this ticket is.
  u64 ticket() const;
  // Submits what has been recorded; nothing when there is nothing.
  void submit();
  // Waits for a ticket, submitting first if need be. Throws DeviceError when the device is lost or does not answer.
  void wait(u64 ticket);
  void waitForAll();

  // How long the device took for the last submission that is done, in seconds; 0 when it cannot say.
  double lastSubmissionSeconds() const;
  const std::map<std::string, KernelTime>& times() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::gpu
