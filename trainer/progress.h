// The readable lines of a training run.
#pragma once

#include <string>

#include "trainer/report.h"

namespace tabiya {

// "epoch 3 of 20, step 412 of 2,480: loss 0.01234, 1.02 M records/s, waiting 1 %, 12 min 05 s left"
std::string stepText(const StepReport& report);
// "epoch 3: training loss 0.01234, validation loss 0.01301 (best)"
std::string epochText(const EpochReport& report);
// "  net-epoch-3.nnue: float against integer over 1000 positions: mean 0.6 cp, most 4.1 cp (...); ..."
std::string roundingText(const std::string& netName, const QuantisationReport& rounding);
// Data, split, scale and baselines: several lines.
std::string startText(const RunFacts& facts, const Dataset& data, const TrainConfig& config);
// What the net learnt, against the baselines.
std::string verdictText(const RunFacts& facts, double validationLoss);

}  // namespace tabiya
