// A compute kernel, ready to run: its SPIR-V, specialised, and the buffers it works on.
#pragma once

#include <span>
#include <vector>

#include "trainer/vulkan/buffer.h"

namespace tabiya::gpu {

class Kernel {
 public:
  // Binding i is buffers[i] (at most 8, which stay where they are); specialization constant i is constants[i], its
  // bits.
  Kernel(const Device& device, const char* name, std::span<const u32> spirv, const std::vector<u32>& constants,
         const std::vector<const Buffer*>& buffers);
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;
  ~Kernel();

  const char* name() const { return name_; }

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  const char* name_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya::gpu
