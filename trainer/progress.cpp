#include "trainer/progress.h"

#include <fmt/format.h>

#include "records/progress.h"

namespace tabiya {

std::string stepText(const StepReport& r) {
  return fmt::format("epoch {} of {}, step {} of {}: loss {:.5f}, {} records/s, waiting {:.0f} %, {} left", r.epoch,
                     r.epochs, r.step, r.totalSteps, r.trainingLoss, humanCount(r.recordsPerSecond), 100 * r.waiting,
                     humanTime(r.secondsLeft));
}

std::string epochText(const EpochReport& report) {
  std::string text = fmt::format("epoch {}: training loss {:.5f}", report.at.epoch, report.at.trainingLoss);
  if (report.validationLoss)
    text += fmt::format(", validation loss {:.5f}{}", *report.validationLoss, report.best ? " (best so far)" : "");
  return text + fmt::format(", learning rate {:g}", report.at.learningRate);
}

std::string roundingText(const std::string& netName, const QuantisationReport& q) {
  std::string text = fmt::format("  {}: rounding to integers changes {:.2f} cp on average, {:.2f} cp at most", netName,
                                 q.meanError, q.maxError);
  // What is as it should be is in log.jsonl alone.
  if (q.clippedInputWeights + q.clippedOutputWeights > 0)
    text += fmt::format(", {} input and {} output weights at the limit", q.clippedInputWeights, q.clippedOutputWeights);
  if (q.dead + q.saturated > 0) text += fmt::format(", {} dead and {} saturated neurons", q.dead, q.saturated);
  if (!q.safe())
    text += fmt::format(
        "; AN OVERFLOW IS POSSIBLE: sums reach {} of 32767 in a hidden value, {} of 32767 in a product, {} of "
        "2147483647 in a lane",
        q.hiddenBound, q.productBound, q.laneBound);
  return text;
}

std::string startText(const RunFacts& facts, const Dataset& data, const TrainConfig& config) {
  std::string text = fmt::format("{} of {} to train on, ", counted(data.training.size(), "position"),
                                 counted(data.trainingGames, "game"));
  text += data.validation.empty() ? "none held out"
                                  : fmt::format("{} of {} held out", data.validation.size(), data.validationGames);
  if (data.shuffled) text += " (a file is shuffled and has no games: its positions were split, not its games)";
  if (const std::string blemishes = data.counts.sentence(); !blemishes.empty()) text += "\nrecords " + blemishes;
  text += fmt::format("\ntarget: {:g} of the score at {:.3f} cp a unit{}, {:g} of the result", 1 - config.resultWeight,
                      facts.evalScale, config.evalScale ? "" : " (fitted)", config.resultWeight);
  text += fmt::format("\nbaselines, {} loss: the average {:.5f}, the material count {:.5f} (k = {:.4f})",
                      data.validation.empty() ? "training" : "validation", facts.baselines.average,
                      facts.baselines.material, facts.baselines.materialK);
  return text;
}

std::string verdictText(const RunFacts& facts, double validationLoss) {
  const auto against = [&](double baseline) -> std::string {
    if (!(baseline > 0)) return "not comparable with";
    return fmt::format("{:.1f} % {}", 100 * std::abs(1 - validationLoss / baseline),
                       validationLoss < baseline ? "below" : "ABOVE");
  };
  return fmt::format("validation loss {:.5f}: {} the material count's {:.5f}, {} the average's {:.5f}", validationLoss,
                     against(facts.baselines.material), facts.baselines.material, against(facts.baselines.average),
                     facts.baselines.average);
}

}  // namespace tabiya
