// Devices: listed, chosen by name or number, refused in one sentence; and the validation layers do watch.
#include "trainer/vulkan/device.h"

#include "tests/gpu/support.h"
#include "trainer/vulkan/shaders.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;
using gpu::Buffer;
using gpu::Device;
using gpu::Kernel;
using gpu::Memory;
using gpu::Push;
using gpu::Recorder;

TEST(Devices, TheSoftwareDriverIsHereAndUsable) {
  const auto devices = gpu::listDevices();
  ASSERT_TRUE(devices) << devices.error();
  bool found = false;
  for (const gpu::DeviceInfo& info : *devices) {
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.driver.empty());
    if (info.name.find("llvmpipe") == std::string::npos) continue;
    found = true;
    EXPECT_TRUE(info.software);
    EXPECT_EQ(info.unusable, "");
    EXPECT_GE(info.largestBuffer, u64{1} << 27);
  }
  EXPECT_TRUE(found) << "the tests need Mesa's software driver (Debian: mesa-vulkan-drivers)";
}

TEST(Devices, AreNamedByAPartOfTheNameOrByNumber) {
  const auto byName = Device::open({"LLVMpipe", false});
  ASSERT_TRUE(byName) << byName.error();
  const auto byNumber = Device::open({std::to_string(byName->info().index), false});
  ASSERT_TRUE(byNumber) << byNumber.error();
  EXPECT_EQ(byNumber->info().name, byName->info().name);
}

TEST(Devices, OneThatIsNotThereIsRefusedNamingThoseThatAre) {
  const auto none = Device::open({"voodoo", false});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().rfind("there is no device voodoo; there are 0 (", 0), 0u) << none.error();
  EXPECT_FALSE(Device::open({"99", false}));
}

TEST(Devices, ABufferThatDoesNotFitIsOneSentence) {
  const auto device = openTestDevice();
  try {
    Buffer(*device, "dreams", u64{1} << 50, Memory::Device);
    FAIL() << "a petabyte fits";
  } catch (const DeviceError& error) {
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find("dreams"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(device->info().name), std::string::npos) << sentence;
  }
}

// Two kernels, of which the second reads what the first writes.
std::vector<std::string> messagesOf(bool withBarrier) {
  const auto device = openTestDevice();
  const Buffer bitmap(*device, "bitmap", 768 * 128 / 8, Memory::Device);
  const Buffer sort(*device, "sort", 4 * gpu::kSortWords, Memory::Device);
  const Kernel count(*device, "count", gpu::shaderCode("count"), {64, 16, 1, 1}, {&bitmap, &sort});
  const Buffer lists(*device, "lists", 4 * 2 * 128 * 32, Memory::Device),
      segments(*device, "segments", 8 * 1024, Memory::Device);
  const Kernel expand(*device, "expand", gpu::shaderCode("expand"), {128, 16, 1, 1},
                      {&bitmap, &sort, &lists, &segments});
  Push push{};
  push.examples = push.viewRows = 128;
  Recorder recorder(*device, false);
  recorder.run(count, gpu::kInputs, push);
  if (withBarrier) recorder.barrier();
  recorder.run(expand, 1, push);
  recorder.waitForAll();
  return device->messages();
}

TEST(Validation, SeesAMissingBarrier) {
  EXPECT_EQ(messagesOf(true), std::vector<std::string>{});
  const std::vector<std::string> messages = messagesOf(false);
  ASSERT_FALSE(messages.empty());
  EXPECT_NE(messages.front().find("SYNC-HAZARD-READ-AFTER-WRITE"), std::string::npos) << messages.front();
}

}  // namespace
}  // namespace tabiya
