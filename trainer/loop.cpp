#include "trainer/loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "trainer/schedule.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// How fast it goes since a moment.
struct Pace {
  Clock::time_point start = Clock::now();
  u64 seen = 0;       // examples
  double waited = 0;  // seconds spent on preparing data
};

class Loop {
 public:
  Loop(const TrainConfig& config, const Dataset& data, Backend& backend, TrainingState& state,
       const SaveIntervals& intervals, TrainingObserver& observer, const std::atomic<bool>& stop)
      : config_(config),
        data_(data),
        backend_(backend),
        state_(state),
        intervals_(intervals),
        observer_(observer),
        stop_(stop),
        examplesPerEpoch_(data.training.size() * (config.copies ? 2 : 1)),
        stepsPerEpoch_(stepsPerEpoch(examplesPerEpoch_, static_cast<u64>(config.batch))),
        schedule_{config.rate, config.rateDrop, stepsPerEpoch_ * static_cast<u64>(config.epochs)},
        validationOrder_(plainOrder(data.validation.size())) {}

  Result<LoopEnd> run() {
    backend_.load(state_.optimiser);
    while (!finished()) {
      const auto end = trainEpoch();
      if (!end) return end;
      if (*end == LoopEnd::Interrupted) return end;
      finishEpoch();
      if (stop_ && !finished()) return LoopEnd::Interrupted;  // saved just now
    }
    return LoopEnd::Finished;
  }

 private:
  bool finished() const {
    if (state_.epoch >= static_cast<u64>(config_.epochs)) return true;
    return config_.patience > 0 && state_.bestEpoch > 0 &&
           state_.epoch >= state_.bestEpoch + static_cast<u64>(config_.patience);
  }

  Result<LoopEnd> trainEpoch() {
    epoch_ = {};
    const std::vector<u32> order = epochOrder(data_.training.size(), config_.copies, config_.seed, state_.epoch);
    epoch_.waited = secondsSince(epoch_.start);
    report_.waited += epoch_.waited;
    const u64 batchSize = static_cast<u64>(config_.batch);
    while (state_.position < order.size()) {
      const u64 n = std::min<u64>(batchSize, order.size() - state_.position);
      const Batch batch{data_.training, data_.trainingTargets, std::span(order).subspan(state_.position, n)};
      const StepSettings settings{learningRate(schedule_, state_.optimiser.steps), config_.effectiveDecay(),
                                  config_.effectiveOwnDecay()};
      backend_.step(batch, settings);
      ++state_.optimiser.steps;
      state_.position += n;
      pending_.push_back(n);
      report_.seen += n;
      epoch_.seen += n;

      const u64 step = state_.optimiser.steps;
      const bool report = step % stepsPerReport(stepsPerEpoch_) == 0;
      const bool save = saveIsDue(step);
      if (!report && !save && !stop_) continue;
      if (auto taken = takeLosses(); !taken) return Error{taken.error()};
      if (report) reportStep();
      if (save || stop_) this->save();
      if (stop_) return LoopEnd::Interrupted;
    }
    if (auto taken = takeLosses(); !taken) return Error{taken.error()};
    return LoopEnd::Finished;
  }

  void finishEpoch() {
    EpochReport report;
    report.at = position(state_.thisEpoch.mean(), epoch_);
    if (!data_.validation.empty()) {
      const double loss = backend_.loss({data_.validation, data_.validationTargets, validationOrder_});
      report.validationLoss = loss;
      if (loss < state_.bestLoss) {
        state_.bestLoss = loss;
        state_.bestEpoch = state_.epoch + 1;
        report.best = true;
      }
    }
    ++state_.epoch;
    state_.position = 0;
    state_.thisEpoch = {};
    backend_.store(state_.optimiser);
    observer_.onEpoch(report, state_);
    save();
  }

  // Adds the losses of the batches since the last call, in order.
  Result<void> takeLosses() {
    const std::vector<double> losses = backend_.takeLosses();
    const u64 firstStep = state_.optimiser.steps - pending_.size();
    for (std::size_t i = 0; i < losses.size(); ++i) {
      if (!std::isfinite(losses[i]))
        return Error{"the loss of step " + std::to_string(firstStep + i + 1) + " (epoch " +
                     std::to_string(state_.epoch + 1) + ", a batch of " + std::to_string(pending_[i]) +
                     " records) is not finite; try a lower --lr, the checkpoints before it are whole"};
      state_.sinceReport.add(losses[i], pending_[i]);
      state_.thisEpoch.add(losses[i], pending_[i]);
    }
    pending_.clear();
    return {};
  }

  StepReport position(double loss, const Pace& pace) const {
    StepReport report;
    report.step = state_.optimiser.steps;
    report.totalSteps = schedule_.totalSteps;
    report.epoch = state_.epoch + 1;
    report.epochs = static_cast<u64>(config_.epochs);
    report.examples = state_.epoch * examplesPerEpoch_ + state_.position;
    report.trainingLoss = loss;
    report.learningRate = learningRate(schedule_, report.step - 1);
    const double seconds = secondsSince(pace.start);
    report.recordsPerSecond = seconds > 0 ? static_cast<double>(pace.seen) / seconds : 0;
    report.waiting = seconds > 0 ? std::min(1.0, pace.waited / seconds) : 0;
    const double left = static_cast<double>(report.epochs * examplesPerEpoch_ - report.examples);
    report.secondsLeft = left / std::max(1.0, report.recordsPerSecond);
    return report;
  }

  void reportStep() {
    observer_.onStep(position(state_.sinceReport.mean(), report_));
    state_.sinceReport = {};
    report_ = {};
  }

  bool saveIsDue(u64 step) const {
    if (intervals_.steps > 0 && step % intervals_.steps == 0) return true;
    return intervals_.seconds > 0 && secondsSince(saved_) >= intervals_.seconds;
  }

  void save() {
    backend_.store(state_.optimiser);
    observer_.onSave(state_);
    saved_ = Clock::now();
  }

  const TrainConfig& config_;
  const Dataset& data_;
  Backend& backend_;
  TrainingState& state_;
  const SaveIntervals intervals_;
  TrainingObserver& observer_;
  const std::atomic<bool>& stop_;
  const u64 examplesPerEpoch_;
  const u64 stepsPerEpoch_;
  const Schedule schedule_;
  const std::vector<u32> validationOrder_;

  std::vector<u64> pending_;  // sizes of the batches whose losses have not been taken
  Clock::time_point saved_ = Clock::now();
  Pace report_, epoch_;  // since the last step report, and in this epoch
};

}  // namespace

Result<LoopEnd> runLoop(const TrainConfig& config, const Dataset& data, Backend& backend, TrainingState& state,
                        const SaveIntervals& intervals, TrainingObserver& observer, const std::atomic<bool>& stop) {
  return Loop(config, data, backend, state, intervals, observer, stop).run();
}

u64 stepsPerReport(u64 stepsPerEpoch) {
  return std::clamp<u64>(stepsPerEpoch / 20, 1, 100);
}

}  // namespace tabiya
