// What the parts of tabiya-train bench share: its options, and the data that everything is measured on.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "trainer/batch.h"
#include "trainer/commands.h"
#include "trainer/model.h"

namespace tabiya {

struct BenchOptions {
  std::vector<int> hidden{64, 256};
  std::vector<int> batch{16'384};
  BackendOptions backend;
  double seconds = 3;
  std::string data;
  bool sharedRows = true;
};

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// Shuffled copies of the records, as in a training run.
struct BenchData {
  std::vector<Record> records;
  std::vector<float> targets;
  std::vector<u32> order;
  double pieces = 0;  // of a record, on average

  explicit BenchData(std::vector<Record> r);
  // Batches larger than the data repeat it.
  void grow(std::size_t batch) {
    while (order.size() < batch) order.insert(order.end(), order.begin(), order.end());
  }
  // Batch after batch, from the beginning again at the end.
  Batch batch(std::size_t number, std::size_t size) const {
    const std::size_t begin = number % (order.size() / size) * size;
    return {records, targets, std::span(order).subspan(begin, size)};
  }
};

// Measures one size and prints it as a row of a table, whose head the first prints. False when the device's gradient is
// wrong, or is not the same twice.
bool benchGpu(const ModelShape& shape, std::size_t batch, const BenchOptions& options, const ChosenBackend& chosen,
              const BenchData& data);
void printGpuHead();

// Records in such numbers that shuffled ones come from memory, as in a training run, not from a processor's cache.
inline constexpr std::size_t kMemoryRecords = 4'000'000;

}  // namespace tabiya
