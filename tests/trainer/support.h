// What the trainer's tests share: small models and data, directories that vanish, and the tool as a process.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/board/fen.h"
#include "records/format.h"
#include "tests/support/program.h"
#include "tests/support/temporary_directory.h"
#include "trainer/batch.h"
#include "trainer/model.h"
#include "trainer/random_positions.h"

namespace tabiya::testing {

inline void writeRecords(const std::string& path, const std::vector<Record>& records) {
  writeText(path, std::string(reinterpret_cast<const char*>(records.data()), records.size() * kRecordSize));
}

inline Record recordOf(const std::string& fen, int whiteCp, GameResult result) {
  return packRecord(*readFen(fen), {whiteCp}, result);
}

inline ModelShape smallShape(int hidden, bool sharedRows, Activation activation = Activation::SCReLU) {
  ModelShape shape;
  shape.arch.hidden = hidden;
  shape.arch.activation = activation;
  shape.arch.evalScaleMilli = 160'000;
  shape.sharedRows = sharedRows;
  return shape;
}

// Records with targets, and a batch of all of them, every other one turned left to right.
struct SmallBatch {
  std::vector<Record> records;
  std::vector<float> targets;
  std::vector<u32> examples;

  SmallBatch(std::size_t count, u64 seed) : records(randomRecords(count, seed)) {
    for (std::size_t i = 0; i < count; ++i) {
      targets.push_back(static_cast<float>(targetOf(records[i], 0.25, 160)));
      examples.push_back(exampleOf(i, i % 2 == 1));
    }
  }
  Batch batch() const { return {records, targets, examples}; }
};

struct TrainProgram : Program {
  explicit TrainProgram(std::vector<std::string> words, rlim_t fileSizeLimit = 0)
      : Program("tabiya-train", std::move(words), {}, fileSizeLimit) {}
};

inline Ended trainTool(std::vector<std::string> words, rlim_t fileSizeLimit = 0) {
  return TrainProgram(std::move(words), fileSizeLimit).wait();
}

}  // namespace tabiya::testing
