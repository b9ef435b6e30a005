// The Vulkan handles behind Device, Buffer, Kernel and Recorder. Private to this folder's .cpp files, which are
// compiled as one: the Vulkan header takes seconds.
#pragma once

#include <map>
#include <set>
#include <vulkan/vulkan_raii.hpp>

#include "trainer/vulkan/recorder.h"

namespace tabiya::gpu {

struct Messages {
  std::set<std::string> texts;
};

struct Device::Impl {
  DeviceInfo info;
  vk::raii::Context context;
  std::unique_ptr<Messages> messages = std::make_unique<Messages>();
  vk::raii::Instance instance{nullptr};
  vk::raii::DebugUtilsMessengerEXT messenger{nullptr};
  vk::raii::PhysicalDevice physical{nullptr};
  vk::raii::Device device{nullptr};
  vk::raii::Queue queue{nullptr};
  u32 queueFamily = 0;
  double timestampSeconds = 0;  // of a tick; 0 without timestamps
  u64 timestampMask = 0;        // the bits that count
  vk::PhysicalDeviceMemoryProperties memory;
};

struct Buffer::Impl {
  vk::raii::DeviceMemory memory{nullptr};
  vk::raii::Buffer buffer{nullptr};
};

struct Kernel::Impl {
  vk::raii::DescriptorSetLayout setLayout{nullptr};
  vk::raii::PipelineLayout layout{nullptr};
  vk::raii::DescriptorPool pool{nullptr};
  vk::raii::DescriptorSet set{nullptr};
  vk::raii::Pipeline pipeline{nullptr};
};

// Vulkan's exceptions become DeviceError, with one sentence that says what the device was doing.
template <class F>
auto translated(const std::string& device, const std::string& doing, F&& f) {
  try {
    return f();
  } catch (const vk::DeviceLostError&) {
    throw DeviceError(device + " was lost while " + doing + ": its driver has reset or gone");
  } catch (const vk::OutOfDeviceMemoryError&) {
    throw DeviceError(device + " has not enough memory left for " + doing);
  } catch (const vk::OutOfHostMemoryError&) {
    throw DeviceError("the driver of " + device + " has not enough memory left for " + doing);
  } catch (const vk::SystemError& error) {
    throw DeviceError(device + " failed at " + doing + ": " + error.what());
  }
}

}  // namespace tabiya::gpu
