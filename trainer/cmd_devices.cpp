// tabiya-train devices: what a network can be trained on here, and why not on the rest.
#include <sched.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <thread>

#include "engine/base/cpu.h"
#include "trainer/commands.h"

namespace tabiya {

int defaultThreads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    if (const int n = CPU_COUNT(&allowed); n > 0) return n;
  }
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void requireBackend(const std::string& name) {
  if (name == "auto" || name == "cpu") return;
  if (name == "gpu")
    throw ToolFailure("this build has no GPU backend: it trains on the CPU; leave --backend out or give cpu");
  throw UsageError("--backend is " + name + ", expected auto, cpu or gpu");
}

Command addDevicesCommand(CLI::App&) {
  return [] {
    std::printf("cpu: %d cores for this process, instructions %s\n", defaultThreads(), buildInstructionSet().c_str());
    std::printf("gpu: not in this build, which has no Vulkan backend\n");
    return 0;
  };
}

}  // namespace tabiya
