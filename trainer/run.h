// A whole training run in a run directory: data in, going on from the last checkpoint, nets, log and checkpoints out.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "trainer/backend.h"
#include "trainer/config.h"
#include "trainer/loop.h"

namespace tabiya {

// What a run needs besides its settings: none of this changes its result.
struct RunOptions {
  std::vector<std::string> data;
  std::string out;
  std::string from;  // a .nnue file or a checkpoint's directory; empty for random weights
  bool fresh = false;
  SaveIntervals save;
  nlohmann::json notes;  // stored in run.json beside the settings
};

class RunListener {
 public:
  virtual ~RunListener() = default;
  // A line to keep.
  virtual void say(const std::string& line) = 0;
  // What went wrong without ending the run.
  virtual void warn(const std::string& line) { say(line); }
  // A line of the result.
  virtual void conclude(const std::string& line) { say(line); }
  // A line that the next one may replace.
  virtual void progress(const std::string& line) = 0;
};

using MakeBackend = std::function<std::unique_ptr<Backend>(const ModelShape&)>;

// Errors are bad data or settings, or a loss that is not finite; a broken world throws std::runtime_error.
Result<LoopEnd> runTraining(TrainConfig config, const RunOptions& options, const MakeBackend& makeBackend,
                            RunListener& listener, const std::atomic<bool>& stop);

}  // namespace tabiya
