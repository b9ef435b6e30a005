// What the tests of the GPU share: the software driver, watched by the validation layers, and errors per tensor.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "engine/base/random.h"
#include "tests/trainer/support.h"
#include "trainer/optimiser.h"
#include "trainer/vulkan/vulkan_backend.h"

namespace tabiya::testing {

// Opens the device of the tests: Mesa's software driver, with validation and synchronization validation.
// TABIYA_TEST_DEVICE names another.
inline std::shared_ptr<const gpu::Device> openTestDevice() {
  const char* named = std::getenv("TABIYA_TEST_DEVICE");
  auto device = gpu::Device::open({named ? named : "llvmpipe", true});
  if (!device) throw std::runtime_error(device.error());
  return std::make_shared<const gpu::Device>(std::move(*device));
}

// The file that tells the Vulkan loader of Mesa's software driver.
inline std::string softwareDriver() {
  for (const auto& entry : std::filesystem::directory_iterator("/usr/share/vulkan/icd.d"))
    if (entry.path().filename().string().starts_with("lvp_icd")) return entry.path().string();
  throw std::runtime_error("Mesa's software driver is not here (Debian: mesa-vulkan-drivers)");
}

// A test in which the validation layers must stay silent.
class GpuTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(device->messages(), std::vector<std::string>{}); }

  gpu::VulkanBackend backend(const ModelShape& shape, gpu::VulkanOptions options = {}) const {
    return gpu::VulkanBackend(device, shape, options);
  }

  std::shared_ptr<const gpu::Device> device = openTestDevice();
};

// The L2 distance within a tensor, relative to the length of what is expected.
inline double relativeL2(const Tensor& tensor, const std::vector<float>& found, const std::vector<double>& expected) {
  double length = 0, distance = 0;
  for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i) {
    const double d = static_cast<double>(found[i]) - expected[i];
    distance += d * d;
    length += expected[i] * expected[i];
  }
  EXPECT_GT(length, 0) << tensor.name;
  return std::sqrt(distance / length);
}

}  // namespace tabiya::testing
