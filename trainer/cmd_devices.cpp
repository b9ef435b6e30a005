// tabiya-train devices: what a network can be trained on here, and why not on the rest.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "engine/base/cpu.h"
#include "trainer/commands.h"
#ifdef TABIYA_GPU
#include "trainer/vulkan/device.h"
#endif

namespace tabiya {
namespace {

void listGpus() {
#ifdef TABIYA_GPU
  const auto devices = gpu::listDevices();
  if (!devices) {
    std::printf("gpu: none: %s\n", devices.error().c_str());
    return;
  }
  for (const gpu::DeviceInfo& d : *devices) {
    std::printf("gpu %d: %s, %s: %s\n", d.index, d.name.c_str(), d.kind.c_str(),
                d.unusable.empty() ? "usable" : ("not usable: " + d.unusable).c_str());
    std::printf("  driver %s, Vulkan %s, %.1f GiB of memory, buffers to %.1f GiB, workgroups of %u with %u KiB%s\n",
                d.driver.c_str(), d.api.c_str(), static_cast<double>(d.memory) / (1 << 30),
                static_cast<double>(d.largestBuffer) / (1 << 30), d.invocations, d.sharedMemory / 1024,
                d.timestamps ? "" : ", no clock");
  }
#else
  std::printf("gpu: none: this build cannot train on GPUs (it was made with TABIYA_GPU=OFF)\n");
#endif
}

}  // namespace

Command addDevicesCommand(CLI::App&) {
  return [] {
    std::printf("cpu: %d cores for this process, instructions %s\n", defaultThreads(), buildInstructionSet().c_str());
    listGpus();
    return 0;
  };
}

}  // namespace tabiya
