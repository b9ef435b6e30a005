// From float weights to the integer network of the engine, and what the rounding costs.
#pragma once

#include <span>
#include <string>

#include "nets/network.h"
#include "records/format.h"
#include "trainer/model.h"

namespace tabiya {

// Rounds to nearest, with shared rows folded into the plain 768. Within the bounds as long as the optimiser kept its.
Network quantise(const ModelShape& shape, std::span<const float> parameters);

// The parameters whose rounding is `network`.
std::vector<float> dequantise(const ModelShape& shape, const Network& network);

struct QuantisationReport {
  u64 positions = 0;
  // Float against integer evaluation, in centipawns.
  double meanError = 0;
  double maxError = 0;
  std::string worstFen;
  double worstFloat = 0;
  int worstInteger = 0;
  // Weights at the integer limits (505 and 127): the optimiser's clip holds them there.
  u64 clippedInputWeights = 0;
  u64 clippedOutputWeights = 0;
  // Hidden neurons that are 0, or 1 and more, in both views of every position.
  u64 dead = 0;
  u64 saturated = 0;
  // The proof that no sum overflows, from the weights alone: the largest hidden value that 32 pieces can add up to, the
  // largest activation times weight (both in an i16), and the largest i32 lane between two widenings.
  i64 hiddenBound = 0;
  i64 productBound = 0;
  i64 laneBound = 0;

  bool safe() const;
};

// `sample`: checked records; the report looks at each.
QuantisationReport compareQuantised(const ModelShape& shape, std::span<const float> parameters, const Network& network,
                                    std::span<const Record> sample);

// `count` records spread evenly over `records` (all of them when there are fewer).
std::vector<Record> spreadSample(std::span<const Record> records, std::size_t count);

}  // namespace tabiya
