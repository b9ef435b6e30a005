// A Vulkan device: which there are, whether they can train, and one of them opened. The loader is opened at run time,
// so the same program runs where there is no Vulkan at all.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"
#include "trainer/backend.h"

namespace tabiya::gpu {

struct DeviceInfo {
  int index = 0;
  std::string name;
  std::string driver;  // with its version
  std::string api;     // "1.3.230"
  std::string kind;    // "discrete GPU", "software", ...
  bool software = false;
  u64 memory = 0;         // bytes of its largest local heap
  u64 largestBuffer = 0;  // bytes that one storage buffer may have
  u32 invocations = 0;    // of a workgroup
  u32 sharedMemory = 0;   // bytes of a workgroup
  bool timestamps = false;
  std::string unusable;  // why it cannot train; empty when it can
};

// An error says why there is none: no loader, no driver.
Result<std::vector<DeviceInfo>> listDevices();

struct DeviceOptions {
  std::string which;   // an index, or a part of a name in any case; empty takes the best that can train
  bool debug = false;  // with validation and synchronization validation, whose messages are counted
};

class Device {
 public:
  // An error says why there is none, or that the named one is not there or cannot train.
  static Result<Device> open(const DeviceOptions& options);
  Device(Device&&) noexcept;
  Device& operator=(Device&&) noexcept;
  ~Device();

  const DeviceInfo& info() const;
  // The validation layers' warnings and errors so far, in debug mode; each at most once a text.
  std::vector<std::string> messages() const;

  struct Impl;
  Impl& impl() const { return *impl_; }

 private:
  explicit Device(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::gpu
