// The training loop: epochs of shuffled batches, validation after each, and where it stands at every step.
//
// It neither prints nor writes, and knows no device: it asks the backend, and tells an observer.
#pragma once

#include <atomic>
#include <limits>
#include <optional>

#include "trainer/backend.h"
#include "trainer/config.h"
#include "trainer/dataset.h"

namespace tabiya {

struct LossSum {
  double sum = 0;  // of the losses of all examples
  u64 examples = 0;

  void add(double meanLoss, u64 n) {
    sum += meanLoss * static_cast<double>(n);
    examples += n;
  }
  double mean() const { return examples == 0 ? 0 : sum / static_cast<double>(examples); }
  bool operator==(const LossSum&) const = default;
};

// All that going on needs: the order of the examples follows from the seed and the epoch, the rate from the step.
struct TrainingState {
  OptimiserState optimiser;  // its `steps` is the global step
  u64 epoch = 0;             // finished
  u64 position = 0;          // examples of the epoch in work that are used up
  LossSum sinceReport;       // training loss since the last step report
  LossSum thisEpoch;         // and of the epoch in work
  u64 bestEpoch = 0;         // by validation loss; 0 = none yet
  double bestLoss = std::numeric_limits<double>::infinity();

  bool operator==(const TrainingState&) const = default;
};

// Where a run stands; rates are those since the last report.
struct StepReport {
  u64 step = 0;  // done so far
  u64 totalSteps = 0;
  u64 epoch = 0;  // in work, or just finished: counted from 1
  u64 epochs = 0;
  u64 examples = 0;  // seen in all
  double trainingLoss = 0;
  double learningRate = 0;
  double recordsPerSecond = 0;
  double waiting = 0;      // share of the time spent on preparing data
  double secondsLeft = 0;  // at this speed, to the last epoch's end
};

struct EpochReport {
  StepReport at;  // its training loss is the epoch's
  std::optional<double> validationLoss;
  bool best = false;  // better than every epoch before
};

class TrainingObserver {
 public:
  virtual ~TrainingObserver() = default;
  // About 20 times an epoch, always after the same steps.
  virtual void onStep(const StepReport& report) = 0;
  // After each epoch; `state` holds the present weights and counts the epoch as finished.
  virtual void onEpoch(const EpochReport& report, const TrainingState& state) = 0;
  // When the state is to be kept: after each epoch, at the intervals asked for, and before an interrupted run ends.
  virtual void onSave(const TrainingState& state) = 0;
};

struct SaveIntervals {
  u64 steps = 0;        // 0 = not by steps
  double seconds = 60;  // 0 = not by time
};

enum class LoopEnd { Finished, Interrupted };

// Trains until the epochs of `config` are done, patience ends it, or `stop` turns true. Loads `state` into the backend
// and leaves the last state there. An error says that the loss of a batch is not finite, and names it.
Result<LoopEnd> runLoop(const TrainConfig& config, const Dataset& data, Backend& backend, TrainingState& state,
                        const SaveIntervals& intervals, TrainingObserver& observer, const std::atomic<bool>& stop);

// Steps between two step reports.
u64 stepsPerReport(u64 stepsPerEpoch);

}  // namespace tabiya
