// Every setting of a training run, with its default; and the settings as they stand in run.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "trainer/model.h"

namespace tabiya {

struct TrainConfig {
  int hidden = 256;
  std::string features = "plain";
  std::string activation = "screlu";
  bool sharedRows = true;
  bool copies = true;  // every position also turned left to right
  int epochs = 20;
  int batch = 16'384;
  double rate = 0.001;
  double rateDrop = 0.1;  // for the last quarter of the steps
  // Not given: 0.01, and 1.0 on own rows; without shared rows 0.1 everywhere.
  std::optional<double> decay;
  std::optional<double> ownDecay;
  double resultWeight = 0.25;
  std::optional<double> evalScale;  // centipawns; fitted to the data when not given
  double validation = 0.01;         // share of the games held out
  u64 seed = 1;
  int patience = 0;      // stop after so many epochs without a better validation loss; 0 = never
  bool keepBest = true;  // keep the best epoch by validation loss as best.nnue
  std::string from;      // xxh3 of the weights that the run starts from; empty for random ones

  double effectiveDecay() const { return decay.value_or(sharedRows ? 0.01 : 0.1); }
  double effectiveOwnDecay() const { return ownDecay.value_or(sharedRows ? 1.0 : effectiveDecay()); }
};

// One sentence when a setting is out of its range.
Result<void> checkConfig(const TrainConfig& config);

// The shape that the settings ask for; the eval scale is filled in once it is known.
ModelShape shapeOf(const TrainConfig& config);

// All of them, resolved, as run.json keeps and compares them. The data files are added by the run.
nlohmann::json settingsJson(const TrainConfig& config);

}  // namespace tabiya
