// Which backend a command works with: the CPU's threads or a GPU, chosen by options that all commands share.
#include <sched.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "engine/base/command_line.h"
#include "trainer/commands.h"
#include "trainer/cpu/cpu_backend.h"
#ifdef TABIYA_GPU
#include "trainer/vulkan/vulkan_backend.h"
#endif

namespace tabiya {

int defaultThreads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    if (const int n = CPU_COUNT(&allowed); n > 0) return n;
  }
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void addBackendOptions(CLI::App& app, BackendOptions& o) {
  app.add_option("--backend", o.backend, "auto (a GPU when there is one), cpu or gpu")->capture_default_str();
  app.add_option("--device", o.device, "the GPU to use: an index or a part of its name (see devices) [the best]")
      ->type_name("INDEX|NAME");
  app.add_flag("--gpu-debug", o.gpuDebug, "watch the GPU with Vulkan's validation layers: slow, for developers");
  app.add_option("--threads", o.threads, "threads of the CPU backend, or that feed the GPU (the net is the same)")
      ->check(wholeNumberFault)
      ->capture_default_str();
}

namespace {

void checkOptions(const BackendOptions& o) {
  if (o.backend != "auto" && o.backend != "cpu" && o.backend != "gpu")
    throw UsageError("--backend is " + o.backend + ", expected auto, cpu or gpu");
  constexpr int kMaxThreads = 1024;
  if (o.threads < 1 || o.threads > kMaxThreads)
    throw UsageError("--threads is " + std::to_string(o.threads) + ", expected 1 to " + std::to_string(kMaxThreads));
  if (o.backend == "cpu" && (!o.device.empty() || o.gpuDebug))
    throw UsageError("--backend cpu has no GPU: leave --device and --gpu-debug out");
}

ChosenBackend theCpu(std::string remark) {
  ChosenBackend chosen;
  chosen.name = "cpu";
  chosen.remark = std::move(remark);
  return chosen;
}

}  // namespace

#ifdef TABIYA_GPU

ChosenBackend chooseBackend(const BackendOptions& o) {
  checkOptions(o);
  if (o.backend == "cpu") return theCpu("");
  const bool asked = o.backend == "gpu" || !o.device.empty() || o.gpuDebug;
  auto device = gpu::Device::open({o.device, o.gpuDebug});
  if (!device) {
    if (asked) throw ToolFailure(device.error());
    return theCpu("training on the CPU: " + device.error());
  }
  const gpu::DeviceInfo& info = device->info();
  if (info.software && !asked) return theCpu("training on the CPU: of GPUs there is only " + info.name + ", a program");
  ChosenBackend chosen;
  chosen.name = "gpu, " + info.name;
  if (info.software) chosen.remark = info.name + " is a program that plays a GPU: --backend cpu is faster";
  chosen.gpu = std::make_shared<const gpu::Device>(std::move(*device));
  return chosen;
}

std::unique_ptr<Backend> ChosenBackend::make(const ModelShape& shape, int threads) const {
  if (!gpu) return std::make_unique<CpuBackend>(shape, threads);
  if (shape.arch.features != FeatureSet::Plain || shape.arch.outputBuckets != 1)
    throw ToolFailure("only plain inputs with one output are on the GPU yet; give --backend cpu");
  if (shape.arch.hidden > gpu::kMaxGpuHidden)
    throw ToolFailure("--hidden is " + std::to_string(shape.arch.hidden) + ", on the GPU at most " +
                      std::to_string(gpu::kMaxGpuHidden));
  gpu::VulkanOptions options;
  options.threads = threads;
  return std::make_unique<gpu::VulkanBackend>(gpu, shape, options);
}

void ChosenBackend::reportMessages() const {
  const std::vector<std::string> messages = gpu ? gpu->messages() : std::vector<std::string>{};
  for (const std::string& message : messages) std::fprintf(stderr, "%s\n", message.c_str());
  if (!messages.empty())
    throw ToolFailure("the validation layers had " + std::to_string(messages.size()) +
                      (messages.size() == 1 ? " message" : " messages"));
}

#else

ChosenBackend chooseBackend(const BackendOptions& o) {
  checkOptions(o);
  if (o.backend == "gpu" || !o.device.empty() || o.gpuDebug)
    throw ToolFailure(
        "this build cannot train on GPUs (it was made with TABIYA_GPU=OFF); leave --backend out or give cpu");
  return theCpu("");
}

std::unique_ptr<Backend> ChosenBackend::make(const ModelShape& shape, int threads) const {
  return std::make_unique<CpuBackend>(shape, threads);
}

void ChosenBackend::reportMessages() const {}

#endif

}  // namespace tabiya
