// What the commands of tabiya-records share: how they are added, how they fail, and their progress over many files.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "records/progress.h"
#include "records/reader.h"
#include "records/stats.h"

namespace CLI {
class App;
}

namespace tabiya {

// Bad data on the way to main, which prints the sentence and exits 1.
class ToolFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class T>
T orFail(Result<T> result) {
  if (!result) throw ToolFailure(result.error());
  return std::move(*result);
}
inline void orFail(const Result<void>& result) {
  if (!result) throw ToolFailure(result.error());
}

struct ToolContext {
  const std::atomic<bool>& interrupted;
  // The chosen command: its exit code.
  std::function<int()> run;
};

// Each adds its command, options and example; parsing sets context.run.
void addStats(CLI::App& app, ToolContext& context);
void addShow(CLI::App& app, ToolContext& context);
void addVerify(CLI::App& app, ToolContext& context);
void addSplit(CLI::App& app, ToolContext& context);
void addConvert(CLI::App& app, ToolContext& context);

// "stats, file 3 of 12 (chunk-00002.bin): 34 %, 2.10 M records/s, 12 s left" over a list of files.
class FileProgress {
 public:
  FileProgress(std::string what, std::size_t files, const std::atomic<bool>& interrupted);

  void beginFile(const std::string& path);
  // After each block; whether to go on (no signal came).
  bool update(u64 done, u64 expected);
  void end() { line_.end(); }

 private:
  std::string what_, name_;
  std::size_t files_, file_ = 0;
  const std::atomic<bool>& interrupted_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point fileStart_{};
};

// Calls f(std::span<const Record>) for each block of a file; false when a signal stopped it. Throws ToolFailure.
template <class F>
bool forEachRecordBlock(const std::string& path, FileProgress& progress, F&& f) {
  RecordReader reader = orFail(RecordReader::open(path));
  std::vector<Record> block(32768);
  u64 done = 0;
  progress.beginFile(path);
  for (;;) {
    const std::size_t got = orFail(reader.read(block));
    f(std::span<const Record>(block).first(got));
    done += got;
    if (!progress.update(done, reader.expectedRecords())) return false;
    if (got < block.size()) return true;
  }
}

// What was rejected and mended, a line a reason, on stderr; nothing when there was nothing.
void reportRejects(const RejectCounts& rejects);

// Says that a signal stopped the work; the exit code for it.
int stoppedBySignal(const std::string& what);

}  // namespace tabiya
