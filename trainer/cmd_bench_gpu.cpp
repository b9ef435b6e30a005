// tabiya-train bench on a GPU: a table with a row a size, in Markdown, of what the step does, what it could do, and
// where the time goes.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "trainer/bench.h"
#include "trainer/cpu/cpu_backend.h"
#include "trainer/vulkan/vulkan_backend.h"

namespace tabiya {
namespace {

constexpr double kTolerance = 1e-5;

// Largest L2 error of a tensor's gradient against the CPU's, relative.
double gradientError(const ModelShape& shape, Backend& gpu, const Batch& batch, int threads) {
  CpuBackend cpu(shape, threads);
  OptimiserState state;
  gpu.store(state);
  cpu.load(state);
  const std::vector<float> expected = cpu.gradient(batch), found = gpu.gradient(batch);
  double worst = 0;
  for (const Tensor& tensor : tensorsOf(shape)) {
    double distance = 0, length = 0;
    for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i) {
      const double d = static_cast<double>(found[i]) - static_cast<double>(expected[i]);
      distance += d * d;
      length += static_cast<double>(expected[i]) * static_cast<double>(expected[i]);
    }
    if (!(distance <= length)) return std::sqrt(distance / length);  // not a number, too
    worst = std::max(worst, length > 0 ? std::sqrt(distance / length) : 0);
  }
  return worst;
}

bool sameTwice(Backend& gpu, const Batch& batch) {
  const std::vector<float> once = gpu.gradient(batch), again = gpu.gradient(batch);
  return std::memcmp(once.data(), again.data(), once.size() * sizeof(float)) == 0;
}

// Steps until `seconds` are over, at least three; returns how many.
std::size_t runSteps(gpu::VulkanBackend& backend, const BenchData& data, std::size_t n, double seconds) {
  const Stopwatch clock;
  std::size_t steps = 0;
  for (; steps < 3 || clock.seconds() < seconds; ++steps) backend.step(data.batch(steps, n), {});
  backend.finish();
  return steps;
}

// Records/s that the threads pack when they wait for nothing.
double packingRate(gpu::VulkanBackend& backend, const BenchData& data, std::size_t n, double seconds) {
  backend.pack(data.batch(0, n));
  const Stopwatch clock;
  std::size_t packed = 0;
  do backend.pack(data.batch(packed++, n));
  while (clock.seconds() < seconds);
  return static_cast<double>(packed * n) / clock.seconds();
}

// Microseconds a step of each kernel, the longest first, each run alone.
std::string kernelTimes(const ModelShape& shape, std::size_t n, const gpu::VulkanOptions& options, double seconds,
                        const ChosenBackend& chosen, const BenchData& data) {
  gpu::VulkanBackend backend(chosen.gpu, shape, options);
  backend.load(freshOptimiser(initialParameters(shape, 1)));
  runSteps(backend, data, n, 0);
  const auto before = backend.times();
  const double steps = static_cast<double>(runSteps(backend, data, n, seconds));
  std::vector<std::pair<double, std::string>> kernels;
  for (const auto& [name, time] : backend.times()) {
    const auto warm = before.find(name);
    kernels.emplace_back((time.seconds - (warm == before.end() ? 0 : warm->second.seconds)) / steps * 1e6, name);
  }
  if (kernels.empty()) return "this device has no clock";
  std::sort(kernels.rbegin(), kernels.rend());
  std::string text;
  for (const auto& [microseconds, name] : kernels) {
    char item[64];
    std::snprintf(item, sizeof item, "%s%s %.1f", text.empty() ? "" : ", ", name.c_str(), microseconds);
    text += item;
  }
  return text;
}

}  // namespace

void printGpuHead() {
  std::printf(
      "Rows are what both gathers of a step read; the limit is the rate at which this device adds up scattered rows "
      "and\n"
      "does nothing else. Packing is what the host's threads do for a record. The gradient is compared with the "
      "CPU's.\n\n"
      "| hidden | batch | M records/s | rows, GB/s | limit, GB/s | limit, M/s | share | packing, M/s | gradient error "
      "| "
      "each kernel alone, us a step |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
}

bool benchGpu(const ModelShape& shape, std::size_t n, const BenchOptions& o, const ChosenBackend& chosen,
              const BenchData& data) {
  gpu::VulkanOptions options;
  options.threads = o.backend.threads;
  double rate = 0, bandwidth = 0, packing = 0, error = 0;
  bool same = false;
  {
    gpu::VulkanBackend backend(chosen.gpu, shape, options);
    backend.load(freshOptimiser(initialParameters(shape, 1)));
    // On weights that have not learnt: where gradients vanish, only their errors would be compared.
    error = gradientError(shape, backend, data.batch(0, std::min<std::size_t>(n, 2048)), o.backend.threads);
    same = sameTwice(backend, data.batch(0, n));
    runSteps(backend, data, n, 0);  // warms up
    const Stopwatch clock;
    const std::size_t steps = runSteps(backend, data, n, o.seconds);
    rate = static_cast<double>(steps * n) / clock.seconds();
    packing = packingRate(backend, data, n, o.seconds / 10);
    bandwidth = backend.rowBandwidth();
  }
  options.timed = true;
  const std::string kernels = kernelTimes(shape, n, options, o.seconds / 3, chosen, data);
  // Rows of both views, forward; their slopes, backward: H floats each.
  const double bytes = data.pieces * 2 * 2 * shape.arch.hidden * sizeof(float);
  const bool good = error < kTolerance && same;
  std::printf("| %d | %zu | %.4g | %.4g | %.4g | %.4g | %.0f %% | %.1f | %.1e%s%s | %s |\n", shape.arch.hidden, n,
              rate / 1e6, rate * bytes / 1e9, bandwidth / 1e9, bandwidth / bytes / 1e6, 100 * rate * bytes / bandwidth,
              packing / 1e6, error, error < kTolerance ? "" : " TOO LARGE", same ? "" : " NOT THE SAME TWICE",
              kernels.c_str());
  std::fflush(stdout);
  return good;
}

}  // namespace tabiya
