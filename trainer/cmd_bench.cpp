// tabiya-train bench: records/s of a training step and of each of its stages, on the CPU or a GPU.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "records/reader.h"
#include "trainer/bench.h"
#include "trainer/cpu/cpu_backend.h"
#include "trainer/random_positions.h"
#ifdef TABIYA_GPU
#include "trainer/vulkan/device.h"
#endif

namespace tabiya {

BenchData::BenchData(std::vector<Record> r) : records(std::move(r)) {
  for (const Record& record : records) {
    targets.push_back(static_cast<float>(targetOf(record, 0.25, 160)));
    pieces += record.occupied().count();
  }
  pieces /= static_cast<double>(records.size());
  order = epochOrder(records.size(), true, 1, 0);
}

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void benchCpu(const ModelShape& shape, std::size_t n, const BenchOptions& o, const BenchData& data) {
  CpuBackend backend(shape, o.backend.threads);
  backend.load(freshOptimiser(initialParameters(shape, 1)));
  std::vector<double> rates;
  const Stopwatch whole;
  CpuStageTimes before;
  while (rates.size() < 3 || whole.seconds() < o.seconds) {
    const Stopwatch one;
    backend.step(data.batch(rates.size(), n), {});
    rates.push_back(static_cast<double>(n) / one.seconds());
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

void checkOptions(const BenchOptions& o) {
  for (const int batch : o.batch)
    if (batch < 1) throw UsageError("--batch is " + std::to_string(batch) + ", expected at least 1");
  for (const int hidden : o.hidden) {
    if (hidden < 16 || hidden % 16 != 0 || hidden > kMaxHidden)
      throw UsageError("--hidden is " + std::to_string(hidden) + ", expected a multiple of 16 up to " +
                       std::to_string(kMaxHidden));
  }
}

int bench(const BenchOptions& o) {
  checkOptions(o);
  const ChosenBackend chosen = chooseBackend(o.backend);
  if (!chosen.remark.empty()) std::printf("%s\n", chosen.remark.c_str());
  std::vector<Record> records = benchRecords(o.data);
#ifdef TABIYA_GPU
  // A program that plays a GPU is not waiting for records.
  if (chosen.gpu && !chosen.gpu->info().software) {
    const std::size_t own = records.size();
    while (records.size() < kMemoryRecords) records.push_back(records[records.size() - own]);
  }
#endif
  BenchData data(std::move(records));
  std::printf("%s, %.1f pieces a record\n", chosen.name.c_str(), data.pieces);
  data.grow(static_cast<std::size_t>(*std::max_element(o.batch.begin(), o.batch.end())));
  bool good = true;
  if (chosen.gpu) printGpuHead();
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
  if (!good) throw ToolFailure("a gradient is not the CPU's, or not the same twice: see above");
  return 0;
}

}  // namespace

#ifndef TABIYA_GPU

// chooseBackend has refused.
void printGpuHead() {}
bool benchGpu(const ModelShape&, std::size_t, const BenchOptions&, const ChosenBackend&, const BenchData&) {
  return true;
}

#endif

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
