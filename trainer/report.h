// What a run writes down: one JSON line a report in log.jsonl, and beside a finished net how it was made.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "trainer/baseline.h"
#include "trainer/loop.h"
#include "trainer/quantise.h"

namespace tabiya {

// What is known before the first step.
struct RunFacts {
  nlohmann::json settings;
  double evalScale = 0;
  Baselines baselines;
};

nlohmann::json startJson(const RunFacts& facts, const Dataset& data);
nlohmann::json stepJson(const StepReport& report);
nlohmann::json epochJson(const EpochReport& report, const std::string& netName, const Network& net,
                         const QuantisationReport& rounding);
nlohmann::json roundingJson(const QuantisationReport& rounding);
// NAME.json beside NAME.nnue: data, games, positions, settings, losses and baselines.
nlohmann::json madeJson(const RunFacts& facts, const Dataset& data, const nlohmann::json& epochLine);

// The last line of type epoch in a log; null when there is none.
nlohmann::json lastEpochLine(const std::string& logPath);

// log.jsonl, appended line by line.
class RunLog {
 public:
  // Keeps the first `keptBytes` of the file, if it is there, and appends after them. Throws std::runtime_error.
  RunLog(const std::string& path, u64 keptBytes);
  ~RunLog();
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;

  void write(const nlohmann::json& line);
  // What has been written is on the disk; returns the file's bytes.
  u64 sync();

 private:
  std::string path_;
  int fd_ = -1;
  u64 bytes_ = 0;
};

}  // namespace tabiya
