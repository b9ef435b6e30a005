#include "trainer/quantise.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/board/fen.h"
#include "nets/reference.h"

namespace tabiya {
namespace {

i16 rounded(float weight, int scale) {
  return static_cast<i16>(std::lround(static_cast<double>(weight) * scale));
}

// The largest absolute value of column `j` plus its bias over at most 32 pieces: the 32 largest weights of one sign.
i64 largestHidden(const Network& net, int j) {
  const int h = net.arch.hidden;
  std::vector<int> column(static_cast<std::size_t>(net.arch.inputs()));
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = net.inputWeights[i * static_cast<std::size_t>(h) + j];
  const auto sum = [&](int sign) {
    std::nth_element(column.begin(), column.begin() + kMaxPieces, column.end(),
                     [&](int a, int b) { return sign * a > sign * b; });
    i64 total = sign * net.inputBiases[j];
    for (int i = 0; i < kMaxPieces; ++i) total += std::max(0, sign * column[i]);
    return total;
  };
  return std::max(sum(1), sum(-1));
}

}  // namespace

Network quantise(const ModelShape& shape, std::span<const float> parameters) {
  const std::size_t h = static_cast<std::size_t>(shape.arch.hidden);
  const MatrixRows rows = rowsOf(shape);
  Network net;
  net.arch = shape.arch;
  for (const float w : mergedRows<float>(shape, parameters)) net.inputWeights.push_back(rounded(w, kQA));
  const float* biases = &parameters[static_cast<std::size_t>(rows.biases) * h];
  const float* outputs = &parameters[static_cast<std::size_t>(rows.outputs) * h];
  for (std::size_t j = 0; j < h; ++j) net.inputBiases.push_back(rounded(biases[j], kQA));
  for (std::size_t j = 0; j < 2 * h; ++j) net.outputWeights.push_back(rounded(outputs[j], kQB));
  net.outputBiases.push_back(static_cast<i32>(std::lround(static_cast<double>(parameters.back()) * kQA * kQB)));
  return net;
}

std::vector<float> dequantise(const ModelShape& shape, const Network& net) {
  const auto scaled = [](const std::vector<i16>& from, int scale) {
    std::vector<float> to;
    for (const i16 w : from) to.push_back(static_cast<float>(w) / static_cast<float>(scale));
    return to;
  };
  const float limit = static_cast<float>(kWeightLimit);
  std::vector<float> rows = scaled(net.inputWeights, kQA);
  std::vector<float> biases = scaled(net.inputBiases, kQA);
  std::vector<float> outputs = scaled(net.outputWeights, kQB);
  for (auto* block : {&rows, &biases, &outputs})
    for (float& w : *block) w = std::clamp(w, -limit, limit);
  return parametersFromPlain(shape, rows, biases, outputs,
                             static_cast<float>(net.outputBiases.at(0)) / static_cast<float>(kQA * kQB));
}

bool QuantisationReport::safe() const {
  return hiddenBound <= std::numeric_limits<i16>::max() && productBound <= std::numeric_limits<i16>::max() &&
         laneBound <= std::numeric_limits<i32>::max();
}

QuantisationReport compareQuantised(const ModelShape& shape, std::span<const float> parameters, const Network& net,
                                    std::span<const Record> sample) {
  const std::size_t h = static_cast<std::size_t>(shape.arch.hidden);
  QuantisationReport report;
  const Twin<float> twin{shape, {parameters.begin(), parameters.end()}};
  const std::vector<float> merged = mergedRows<float>(shape, parameters);
  const double scale = shape.arch.evalScaleMilli / 1000.0;
  std::vector<bool> above(h, false), below(h, false);  // ever above 0, ever below 1
  std::vector<float> hidden;
  Example example;
  double sum = 0;
  for (const Record& record : sample) {
    const auto position = unpackRecord(record);
    if (!position) continue;
    decode(record, false, example);
    const double inFloat = static_cast<double>(twin.output(merged, example, hidden)) * scale;
    const int inInteger = evaluateReference(net, *position);
    const double error = std::abs(inFloat - inInteger);
    sum += error;
    if (report.positions == 0 || error > report.maxError) {
      report.maxError = error;
      report.worstFen = writeFen(*position);
      report.worstFloat = inFloat;
      report.worstInteger = inInteger;
    }
    ++report.positions;
    for (std::size_t j = 0; j < 2 * h; ++j) {
      if (hidden[j] > 0.0f) above[j % h] = true;
      if (hidden[j] < 1.0f) below[j % h] = true;
    }
  }
  if (report.positions > 0) {
    report.meanError = sum / static_cast<double>(report.positions);
    report.dead = static_cast<u64>(std::count(above.begin(), above.end(), false));
    report.saturated = static_cast<u64>(std::count(below.begin(), below.end(), false));
  }

  i64 largestOutput = 0;
  for (const i16 w : net.inputWeights) report.clippedInputWeights += std::abs(w) == kMaxInputWeight;
  for (const i16 w : net.outputWeights) {
    report.clippedOutputWeights += std::abs(w) == kMaxOutputWeight;
    largestOutput = std::max<i64>(largestOutput, std::abs(w));
  }
  for (int j = 0; j < shape.arch.hidden; ++j) report.hiddenBound = std::max(report.hiddenBound, largestHidden(net, j));
  report.productBound = kQA * largestOutput;
  // A lane adds pairs of (a * w) * a, 128 times before it is widened (nets/README.md).
  report.laneBound = 128 * 2 * i64{kQA} * report.productBound;
  return report;
}

std::vector<Record> spreadSample(std::span<const Record> records, std::size_t count) {
  const std::size_t n = std::min(count, records.size());
  std::vector<Record> sample;
  for (std::size_t i = 0; i < n; ++i) sample.push_back(records[i * records.size() / n]);
  return sample;
}

}  // namespace tabiya
