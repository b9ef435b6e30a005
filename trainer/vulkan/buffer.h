// A buffer with its memory: on the device, or where the host writes to it or reads from it.
#pragma once

#include <memory>

#include "trainer/vulkan/device.h"

namespace tabiya::gpu {

enum class Memory {
  Device,    // storage, and both ends of copies
  Upload,    // the host writes, in order; the device copies from it
  Download,  // the device copies to it; the host reads
};

class Buffer {
 public:
  // Throws DeviceError when there is not enough memory, or the device has no such large buffers.
  Buffer(const Device& device, std::string name, u64 bytes, Memory memory);
  Buffer(Buffer&&) noexcept;
  Buffer& operator=(Buffer&&) noexcept;
  ~Buffer();

  u64 size() const { return bytes_; }
  // Upload and Download: mapped as long as the buffer lives, and coherent.
  template <class T>
  T* mapped() const {
    return static_cast<T*>(mapped_);
  }

  struct Impl;
  Impl& impl() const { return *impl_; }

 private:
  u64 bytes_;
  void* mapped_ = nullptr;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::gpu
