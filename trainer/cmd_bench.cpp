// tabiya-train bench: records/s of a training step and of each of its stages, on the CPU or a GPU.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "records/reader.h"
#include "trainer/commands.h"
#include "trainer/cpu/cpu_backend.h"
#include "trainer/random_positions.h"
#ifdef TABIYA_GPU
#include "trainer/vulkan/vulkan_backend.h"
#endif

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchOptions {
  std::vector<int> hidden{64, 256};
  std::vector<int> batch{16'384};
  BackendOptions backend;
  double seconds = 3;
  std::string data;
  bool sharedRows = true;
};

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// What all measurements are made on: shuffled copies of the records, as in a training run.
struct BenchData {
  std::vector<Record> records;
  std::vector<float> targets;
  std::vector<u32> order;
  double pieces = 0;  // of a record, on average

  explicit BenchData(std::vector<Record> r) : records(std::move(r)) {
    for (const Record& record : records) {
      targets.push_back(static_cast<float>(targetOf(record, 0.25, 160)));
      pieces += record.occupied().count();
    }
    pieces /= static_cast<double>(records.size());
    order = epochOrder(records.size(), true, 1, 0);
  }

  // Batch after batch, from the beginning again at the end. Batches larger than the data repeat it.
  void grow(std::size_t batch) {
    while (order.size() < batch) order.insert(order.end(), order.begin(), order.end());
  }
  Batch batch(std::size_t number, std::size_t size) const {
    const std::size_t begin = number % (order.size() / size) * size;
    return {records, targets, std::span(order).subspan(begin, size)};
  }
};

void benchCpu(const ModelShape& shape, std::size_t n, const BenchOptions& o, const BenchData& data) {
  CpuBackend backend(shape, o.backend.threads);
  backend.load(freshOptimiser(initialParameters(shape, 1)));
  std::vector<double> rates;
  const Clock::time_point start = Clock::now();
  CpuStageTimes before;
  while (rates.size() < 3 || since(start) < o.seconds) {
    const Clock::time_point mark = Clock::now();
    backend.step(data.batch(rates.size(), n), {});
    rates.push_back(static_cast<double>(n) / since(mark));
    if (rates.size() == 1) before = backend.stageTimes();  // the first step warms up
  }
  const CpuStageTimes t = backend.stageTimes();
  const double seen = static_cast<double>(n * (rates.size() - 1));
  const auto stage = [&](double after, double first) { return seen / std::max(1e-9, after - first) / 1e6; };
  std::printf(
      "hidden %4d, batch %zu, %s: %.3f M records/s (median of %zu steps); by processor time of a thread: decode %.1f, "
      "forward %.2f, slopes %.1f, backward %.2f, update %.1f M/s\n",
      shape.arch.hidden, n, backend.description().c_str(), median(rates) / 1e6, rates.size(),
      stage(t.decode, before.decode), stage(t.forward, before.forward), stage(t.slopes, before.slopes),
      stage(t.backward, before.backward), stage(t.update, before.update));
}

#ifdef TABIYA_GPU

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

// Steps until `seconds` are over, at least three; returns how many.
std::size_t runSteps(gpu::VulkanBackend& backend, const BenchData& data, std::size_t n, double seconds) {
  const Clock::time_point start = Clock::now();
  std::size_t steps = 0;
  for (; steps < 3 || since(start) < seconds; ++steps) backend.step(data.batch(steps, n), {});
  backend.finish();
  return steps;
}

bool benchGpu(const ModelShape& shape, std::size_t n, const BenchOptions& o, const ChosenBackend& chosen,
              const BenchData& data) {
  constexpr double kTolerance = 1e-5;
  double rate = 0, bandwidth = 0, error = 0;
  {
    gpu::VulkanOptions options;
    options.threads = o.backend.threads;
    gpu::VulkanBackend backend(chosen.gpu, shape, options);
    backend.load(freshOptimiser(initialParameters(shape, 1)));
    runSteps(backend, data, n, 0);  // warms up
    const Clock::time_point start = Clock::now();
    const std::size_t steps = runSteps(backend, data, n, o.seconds);
    rate = static_cast<double>(steps * n) / since(start);
    bandwidth = backend.rowBandwidth();
    error = gradientError(shape, backend, data.batch(0, std::min<std::size_t>(n, 2048)), o.backend.threads);
  }
  // Rows of both views, forward; their slopes, backward: H floats each.
  const double bytes = data.pieces * 2 * 2 * shape.arch.hidden * sizeof(float);
  std::printf(
      "hidden %4d, batch %5zu: %.3f M records/s; gathers of %.1f kB a record, %.0f GB/s; limit at this device's %.0f "
      "GB/s: %.3f M, share %.0f%%; gradient against the CPU's %.1e%s\n",
      shape.arch.hidden, n, rate / 1e6, bytes / 1e3, rate * bytes / 1e9, bandwidth / 1e9, bandwidth / bytes / 1e6,
      100 * rate * bytes / bandwidth, error, error < kTolerance ? "" : " TOO LARGE");

  gpu::VulkanOptions options;
  options.threads = o.backend.threads;
  options.timed = true;
  gpu::VulkanBackend timed(chosen.gpu, shape, options);
  timed.load(freshOptimiser(initialParameters(shape, 1)));
  const double steps = static_cast<double>(runSteps(timed, data, n, o.seconds / 3));
  std::printf("  each kernel alone, ms a step:");
  if (timed.times().empty()) std::printf(" this device has no clock");
  for (const auto& [name, time] : timed.times()) std::printf(" %s %.3f", name.c_str(), 1e3 * time.seconds / steps);
  std::printf("\n");
  std::fflush(stdout);
  return error < kTolerance;
}

#else

bool benchGpu(const ModelShape&, std::size_t, const BenchOptions&, const ChosenBackend&, const BenchData&) {
  return true;  // chooseBackend has refused
}

#endif

std::vector<Record> benchRecords(const std::string& path) {
  if (path.empty()) {
    std::printf("200000 positions of random games (--data FILE for others)\n");
    return randomRecords(200'000, 1);
  }
  std::vector<Record> records = orFail(readRecordFile(path));
  std::erase_if(records, [](Record& r) {
    RecordMends mends;
    return checkRecord(r, &mends) != RecordFault::None;
  });
  if (records.empty()) throw ToolFailure("there is no good record in " + path);
  return records;
}

int bench(const BenchOptions& o) {
  for (const int batch : o.batch)
    if (batch < 1) throw UsageError("--batch is " + std::to_string(batch) + ", expected at least 1");
  for (const int hidden : o.hidden) {
    if (hidden < 16 || hidden % 16 != 0 || hidden > kMaxHidden)
      throw UsageError("--hidden is " + std::to_string(hidden) + ", expected a multiple of 16 up to " +
                       std::to_string(kMaxHidden));
  }
  const ChosenBackend chosen = chooseBackend(o.backend);
  if (!chosen.remark.empty()) std::printf("%s\n", chosen.remark.c_str());
  BenchData data(benchRecords(o.data));
  std::printf("%s, %.1f pieces a record\n", chosen.name.c_str(), data.pieces);
  data.grow(static_cast<std::size_t>(*std::max_element(o.batch.begin(), o.batch.end())));
  bool good = true;
  for (const int hidden : o.hidden) {
    ModelShape shape;
    shape.arch.hidden = hidden;
    shape.sharedRows = o.sharedRows;
    for (const int batch : o.batch) {
      const std::size_t n = static_cast<std::size_t>(batch);
      if (chosen.gpu) {
        good &= benchGpu(shape, n, o, chosen, data);
      } else {
        benchCpu(shape, n, o, data);
      }
    }
  }
  chosen.reportMessages();
  if (!good) throw ToolFailure("a gradient is not the CPU's: see above");
  return 0;
}

}  // namespace

Command addBenchCommand(CLI::App& app) {
  const auto o = std::make_shared<BenchOptions>();
  app.add_option("--hidden", o->hidden, "hidden sizes [64,256]")->delimiter(',');
  app.add_option("--batch", o->batch, "examples a step, one or several sizes [16384]")->delimiter(',');
  app.add_option("--seconds", o->seconds, "how long each size is measured")->capture_default_str();
  app.add_option("--data", o->data, "a record file; else positions of random games");
  app.add_option("--shared-rows", o->sharedRows, "on or off")->type_name("on|off")->default_str("on");
  addBackendOptions(app, o->backend);
  return [o] { return bench(*o); };
}

}  // namespace tabiya
