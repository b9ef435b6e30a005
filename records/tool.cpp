// Shared parts of the tabiya-records commands (tool.h).
#include "records/tool.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <limits>

#include "engine/base/interrupt.h"

namespace tabiya {

FileProgress::FileProgress(std::string what, std::size_t files, const std::atomic<bool>& interrupted)
    : what_(std::move(what)), files_(files), interrupted_(interrupted) {}

void FileProgress::beginFile(const std::string& path) {
  name_ = std::filesystem::path(path).filename().string();
  ++file_;
  fileStart_ = std::chrono::steady_clock::now();
}

bool FileProgress::update(u64 done, u64 expected) {
  if (line_.due()) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - fileStart_).count();
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    std::string text = files_ > 1 ? fmt::format("{}, file {} of {} ({}): ", what_, file_, files_, name_)
                                  : fmt::format("{} ({}): ", what_, name_);
    if (expected > 0) {
      const double left = rate > 0 ? static_cast<double>(expected - std::min(done, expected)) / rate
                                   : std::numeric_limits<double>::infinity();
      text += fmt::format("{:.0f} %, {} records/s, {} left",
                          100.0 * static_cast<double>(done) / static_cast<double>(expected), humanCount(rate),
                          humanTime(left));
    } else {
      text += fmt::format("{} records, {} records/s", humanCount(static_cast<double>(done)), humanCount(rate));
    }
    line_.show(text);
  }
  if (!interrupted_.load(std::memory_order_relaxed)) return true;
  line_.end();
  return false;
}

void reportRejects(const RejectCounts& rejects) {
  for (const auto& [reason, count] : rejects.reasons()) fmt::print(stderr, "rejected {}: {}\n", count, reason);
  for (const auto& [reason, count] : rejects.mended()) fmt::print(stderr, "mended {}: {}\n", count, reason);
}

int stoppedBySignal(const std::string& what) {
  fmt::print(stderr, "tabiya-records: stopped; {}\n", what);
  return kExitInterrupted;
}

}  // namespace tabiya
