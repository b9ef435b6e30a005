// What is fitted to the data before training: the eval scale, and the simple predictions that a net must beat.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "trainer/dataset.h"

namespace tabiya {

// The place of the least value of a function with one valley between low and high.
double goldenSection(const std::function<double(double)>& f, double low, double high);

// The scale in 50 to 1,000 centipawns that minimises the mean of (sigmoid(score / scale) - result)^2, rounded to 0.001.
double fitEvalScale(std::span<const Record> records);

// Pawn 1, knight and bishop 3, rook 5, queen 9: the side to move's less the other's.
int materialDifference(const Record& record);

struct Baselines {
  // Validation losses of predicting the average training target, and sigmoid(k * material difference).
  double average = 0;
  double material = 0;
  double materialK = 0;
};
// k and the average are fitted on the training part; the losses are of `validation` (of the training part when nothing
// is held out). Targets must be set.
Baselines fitBaselines(const Dataset& data);

}  // namespace tabiya
