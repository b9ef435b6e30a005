#include "trainer/config.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tabiya {
namespace {

std::string number(double value) {
  return fmt::format("{}", value);
}

Result<void> inRange(const char* option, double value, double low, double high) {
  if (value >= low && value <= high) return {};
  return Error{std::string(option) + " is " + number(value) + ", expected " + number(low) + " to " + number(high)};
}

}  // namespace

Result<void> checkConfig(const TrainConfig& c) {
  if (c.hidden < 16 || c.hidden > kMaxHidden || c.hidden % 16 != 0)
    return Error{"--hidden is " + std::to_string(c.hidden) + ", expected a multiple of 16 from 16 to " +
                 std::to_string(kMaxHidden)};
  if (c.features != "plain") return Error{"--features is " + c.features + ", but this trainer knows plain inputs only"};
  if (c.activation != "screlu" && c.activation != "crelu")
    return Error{"--activation is " + c.activation + ", expected screlu or crelu"};
  const double maxScale = kMaxEvalScaleMilli / 1000.0;
  for (const Result<void>& checked : {
           inRange("--epochs", c.epochs, 1, 100'000),
           inRange("--batch", c.batch, 1, 1 << 22),
           inRange("--lr", c.rate, 0, 10),
           inRange("--lr-drop", c.rateDrop, 0, 1),
           inRange("--decay", c.effectiveDecay(), 0, 100),
           inRange("--own-decay", c.effectiveOwnDecay(), 0, 100),
           inRange("--result-weight", c.resultWeight, 0, 1),
           inRange("--eval-scale", c.evalScale.value_or(100), 1, maxScale),
           inRange("--validation", c.validation, 0, 0.9),
           inRange("--patience", c.patience, 0, 100'000),
       }) {
    if (!checked) return checked;
  }
  return {};
}

ModelShape shapeOf(const TrainConfig& config) {
  ModelShape shape;
  shape.arch.hidden = config.hidden;
  shape.arch.activation = config.activation == "crelu" ? Activation::CReLU : Activation::SCReLU;
  shape.sharedRows = config.sharedRows;
  return shape;
}

nlohmann::json settingsJson(const TrainConfig& c) {
  nlohmann::json settings = {
      {"hidden", c.hidden},
      {"features", c.features},
      {"activation", c.activation},
      {"shared_rows", c.sharedRows},
      {"copies", c.copies},
      {"epochs", c.epochs},
      {"batch", c.batch},
      {"lr", c.rate},
      {"lr_drop", c.rateDrop},
      {"decay", c.effectiveDecay()},
      {"own_decay", c.effectiveOwnDecay()},
      {"result_weight", c.resultWeight},
      {"score_weight", 1.0 - c.resultWeight},
      {"eval_scale", "fit"},
      {"validation", c.validation},
      {"seed", c.seed},
      {"patience", c.patience},
      {"keep_best", c.keepBest},
      {"from", c.from.empty() ? nlohmann::json() : nlohmann::json(c.from)},
  };
  if (c.evalScale) settings["eval_scale"] = *c.evalScale;
  return settings;
}

}  // namespace tabiya
