// tabiya-train bench: records/s of a training step and of each of its stages.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "records/reader.h"
#include "trainer/commands.h"
#include "trainer/cpu/cpu_backend.h"
#include "trainer/random_positions.h"

namespace tabiya {
namespace {

struct BenchOptions {
  std::vector<int> hidden{64, 256};
  int batch = 16'384;
  int threads = defaultThreads();
  double seconds = 3;
  std::string data;
  std::string backend = "auto";
  bool sharedRows = true;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void benchOne(int hidden, const BenchOptions& o, const std::vector<Record>& records,
              const std::vector<float>& targets) {
  using Clock = std::chrono::steady_clock;
  ModelShape shape;
  shape.arch.hidden = hidden;
  shape.sharedRows = o.sharedRows;
  CpuBackend backend(shape, o.threads);
  backend.load(freshOptimiser(initialParameters(shape, 1)));
  const std::vector<u32> order = epochOrder(records.size(), true, 1, 0);
  const std::size_t n = std::min<std::size_t>(static_cast<std::size_t>(o.batch), order.size());
  std::vector<double> rates;
  const Clock::time_point start = Clock::now();
  const auto since = [](Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); };
  CpuStageTimes before;
  for (std::size_t at = 0; rates.size() < 3 || since(start) < o.seconds; at += n) {
    if (at + n > order.size()) at = 0;
    const Batch batch{records, targets, std::span(order).subspan(at, n)};
    const Clock::time_point mark = Clock::now();
    backend.step(batch, {});
    rates.push_back(static_cast<double>(n) / since(mark));
    if (rates.size() == 1) before = backend.stageTimes();  // the first step warms up
  }
  const CpuStageTimes t = backend.stageTimes();
  const double seen = static_cast<double>(n * (rates.size() - 1));
  const auto stage = [&](double after, double first) { return seen / std::max(1e-9, after - first) / 1e6; };
  std::printf(
      "hidden %4d, batch %zu, %s: %.3f M records/s (median of %zu steps); by processor time of a thread: decode %.1f, "
      "forward %.2f, slopes "
      "%.1f, "
      "backward %.2f, update %.1f M/s\n",
      hidden, n, backend.description().c_str(), median(rates) / 1e6, rates.size(), stage(t.decode, before.decode),
      stage(t.forward, before.forward), stage(t.slopes, before.slopes), stage(t.backward, before.backward),
      stage(t.update, before.update));
}

int bench(const BenchOptions& o) {
  requireBackend(o.backend);
  if (o.batch < 1 || o.threads < 1) throw UsageError("--batch and --threads must be at least 1");
  for (const int hidden : o.hidden) {
    if (hidden < 16 || hidden % 16 != 0 || hidden > kMaxHidden)
      throw UsageError("--hidden is " + std::to_string(hidden) + ", expected a multiple of 16");
  }
  std::vector<Record> records;
  if (o.data.empty()) {
    records = randomRecords(200'000, 1);
    std::printf("%zu positions of random games (--data FILE for others)\n", records.size());
  } else {
    records = orFail(readRecordFile(o.data));
    std::erase_if(records, [](Record& r) {
      RecordMends mends;
      return checkRecord(r, &mends) != RecordFault::None;
    });
    if (records.empty()) throw ToolFailure("there is no good record in " + o.data);
  }
  std::vector<float> targets;
  for (const Record& record : records) targets.push_back(static_cast<float>(targetOf(record, 0.25, 160)));
  for (const int hidden : o.hidden) benchOne(hidden, o, records, targets);
  return 0;
}

}  // namespace

Command addBenchCommand(CLI::App& app) {
  const auto o = std::make_shared<BenchOptions>();
  app.add_option("--hidden", o->hidden, "hidden sizes [64 256]")->delimiter(',');
  app.add_option("--batch", o->batch, "examples a step")->capture_default_str();
  app.add_option("--threads", o->threads, "threads of the CPU backend")->capture_default_str();
  app.add_option("--seconds", o->seconds, "how long each size is measured")->capture_default_str();
  app.add_option("--data", o->data, "a record file; else positions of random games");
  app.add_option("--backend", o->backend, "auto, cpu or gpu")->capture_default_str();
  app.add_option("--shared-rows", o->sharedRows, "on or off")->type_name("on|off")->default_str("on");
  return [o] { return bench(*o); };
}

}  // namespace tabiya
