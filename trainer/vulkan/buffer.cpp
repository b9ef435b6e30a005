#include "trainer/vulkan/buffer.h"

#include "trainer/vulkan/handles.h"

namespace tabiya::gpu {
namespace {

// The first kind of memory that has all of `needed`, and of those one that has `wished` too.
u32 memoryType(const Device::Impl& device, u32 allowed, vk::MemoryPropertyFlags needed,
               vk::MemoryPropertyFlags wished) {
  for (const vk::MemoryPropertyFlags flags : {needed | wished, needed}) {
    for (u32 i = 0; i < device.memory.memoryTypeCount; ++i)
      if ((allowed >> i & 1) && (device.memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
  }
  throw DeviceError(device.info.name + " has no kind of memory that fits a buffer");
}

}  // namespace

Buffer::Buffer(const Device& device, std::string name, u64 bytes, Memory memory)
    : bytes_(bytes), impl_(std::make_unique<Impl>()) {
  using Usage = vk::BufferUsageFlagBits;
  using Property = vk::MemoryPropertyFlagBits;
  const Device::Impl& d = device.impl();
  const std::string doing = "the buffer of " + name + ", " + std::to_string((bytes >> 20) + 1) + " MiB";
  if (memory == Memory::Device && bytes > d.info.largestBuffer)
    throw DeviceError(d.info.name + " has no buffers large enough for " + doing + "; the largest is " +
                      std::to_string(d.info.largestBuffer >> 20) + " MiB");
  translated(d.info.name, doing, [&] {
    vk::BufferUsageFlags usage = Usage::eTransferSrc | Usage::eTransferDst;
    vk::MemoryPropertyFlags needed = Property::eHostVisible | Property::eHostCoherent, wished;
    switch (memory) {
      case Memory::Device:
        usage |= Usage::eStorageBuffer | Usage::eIndirectBuffer;
        needed = {};
        wished = Property::eDeviceLocal;
        break;
      case Memory::Upload:
        break;
      case Memory::Download:
        wished = Property::eHostCached;
        break;
    }
    impl_->buffer = vk::raii::Buffer(d.device, vk::BufferCreateInfo({}, bytes, usage));
    const vk::MemoryRequirements r = impl_->buffer.getMemoryRequirements();
    impl_->memory = vk::raii::DeviceMemory(
        d.device, vk::MemoryAllocateInfo(r.size, memoryType(d, r.memoryTypeBits, needed, wished)));
    impl_->buffer.bindMemory(*impl_->memory, 0);
    if (memory != Memory::Device) mapped_ = impl_->memory.mapMemory(0, VK_WHOLE_SIZE);
  });
}

Buffer::Buffer(Buffer&&) noexcept = default;
Buffer& Buffer::operator=(Buffer&&) noexcept = default;
Buffer::~Buffer() = default;

}  // namespace tabiya::gpu
