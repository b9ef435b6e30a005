#include "trainer/model.h"

#include <algorithm>
#include <cassert>

#include "engine/base/random.h"

namespace tabiya {
namespace {

// The part of the run's seed that draws the initial weights.
constexpr u64 kInitialStream = 1;

struct TensorRow {
  TensorRole role;
  const char* name;
  int rows;
  bool sharedOnly;
};
// One row a tensor, in the order of the numbers; all have `hidden` columns but the output bias, which is one number.
constexpr TensorRow kTensorRows[] = {
    {TensorRole::OwnRows, "own rows", kPlainInputs, false},
    {TensorRole::PieceRows, "piece rows", kPieceGroups, true},
    {TensorRole::FileRows, "piece-file rows", kLineGroups, true},
    {TensorRole::RankRows, "piece-rank rows", kLineGroups, true},
    {TensorRole::InputBiases, "input biases", 1, false},
    {TensorRole::OutputWeights, "output weights", 2, false},
    {TensorRole::OutputBias, "output bias", 1, false},
};

}  // namespace

std::vector<Tensor> tensorsOf(const ModelShape& shape) {
  std::vector<Tensor> tensors;
  std::size_t offset = 0;
  for (const TensorRow& row : kTensorRows) {
    if (row.sharedOnly && !shape.sharedRows) continue;
    const int columns = row.role == TensorRole::OutputBias ? 1 : shape.arch.hidden;
    tensors.push_back({row.role, row.name, row.rows, columns, offset});
    offset += tensors.back().size();
  }
  return tensors;
}

std::size_t parameterCount(const ModelShape& shape) {
  return static_cast<std::size_t>(matrixRows(shape)) * static_cast<std::size_t>(shape.arch.hidden) + 1;
}

int matrixRows(const ModelShape& shape) {
  return rowsOf(shape).outputs + 2;
}

MatrixRows rowsOf(const ModelShape& shape) {
  MatrixRows rows;
  int next = kPlainInputs;
  if (shape.sharedRows) {
    rows.piece = next;
    rows.file = rows.piece + kPieceGroups;
    rows.rank = rows.file + kLineGroups;
    next = rows.rank + kLineGroups;
  }
  rows.biases = next;
  rows.outputs = next + 1;
  return rows;
}

std::vector<float> initialParameters(const ModelShape& shape, u64 seed) {
  std::vector<float> parameters(parameterCount(shape), 0.0f);
  Random random(deriveSeed(seed, kInitialStream));
  const double plain = std::sqrt(1.0 / 32.0);
  for (const Tensor& tensor : tensorsOf(shape)) {
    double reach = 0;
    switch (tensor.role) {
      case TensorRole::OwnRows:
        reach = shape.sharedRows ? 0.01 : plain;
        break;
      case TensorRole::PieceRows:
      case TensorRole::FileRows:
      case TensorRole::RankRows:
        reach = plain / std::sqrt(3.0);  // the variances of three add up to a plain row's
        break;
      case TensorRole::OutputWeights:
        reach = std::sqrt(1.0 / (2.0 * shape.arch.hidden));
        break;
      case TensorRole::InputBiases:
      case TensorRole::OutputBias:
        continue;
    }
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      parameters[tensor.offset + i] = static_cast<float>((2.0 * random.unit() - 1.0) * reach);
    }
  }
  return parameters;
}

template <class T>
std::vector<T> mergedRows(const ModelShape& shape, std::span<const T> parameters) {
  const int h = shape.arch.hidden;
  const MatrixRows rows = rowsOf(shape);
  std::vector<T> merged(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(kPlainInputs) * h);
  if (!shape.sharedRows) return merged;
  const auto at = [&](int row, int column) { return parameters[static_cast<std::size_t>(row) * h + column]; };
  for (int input = 0; input < kPlainInputs; ++input) {
    for (int j = 0; j < h; ++j) {
      merged[static_cast<std::size_t>(input) * h + j] += at(rows.piece + pieceGroup(input), j) +
                                                         at(rows.file + fileGroup(input), j) +
                                                         at(rows.rank + rankGroup(input), j);
    }
  }
  return merged;
}
template std::vector<float> mergedRows(const ModelShape&, std::span<const float>);
template std::vector<double> mergedRows(const ModelShape&, std::span<const double>);

std::vector<float> parametersFromPlain(const ModelShape& shape, std::span<const float> plain,
                                       std::span<const float> biases, std::span<const float> outputs,
                                       float outputBias) {
  const int h = shape.arch.hidden;
  const MatrixRows rows = rowsOf(shape);
  std::vector<float> parameters(parameterCount(shape), 0.0f);
  const auto at = [&](int row, int j) -> float& { return parameters[static_cast<std::size_t>(row) * h + j]; };
  std::copy(plain.begin(), plain.end(), parameters.begin());
  std::copy(biases.begin(), biases.end(), &at(rows.biases, 0));
  std::copy(outputs.begin(), outputs.end(), &at(rows.outputs, 0));
  parameters.back() = outputBias;
  if (!shape.sharedRows) return parameters;

  // Each group in turn takes the mean of what the rows of its inputs still hold.
  const auto takeMean = [&](int firstRow, int groups, auto groupOf) {
    const float share = static_cast<float>(groups) / kPlainInputs;
    for (int input = 0; input < kPlainInputs; ++input)
      for (int j = 0; j < h; ++j) at(firstRow + groupOf(input), j) += share * at(input, j);
    for (int input = 0; input < kPlainInputs; ++input)
      for (int j = 0; j < h; ++j) at(input, j) -= at(firstRow + groupOf(input), j);
  };
  takeMean(rows.piece, kPieceGroups, pieceGroup);
  takeMean(rows.file, kLineGroups, fileGroup);
  takeMean(rows.rank, kLineGroups, rankGroup);
  return parameters;
}

template <class T>
T Twin<T>::output(const std::vector<T>& merged, const Example& example, std::vector<T>& hidden) const {
  const int h = shape.arch.hidden;
  const MatrixRows rows = rowsOf(shape);
  const T* biases = &parameters[static_cast<std::size_t>(rows.biases) * h];
  const T* outputs = &parameters[static_cast<std::size_t>(rows.outputs) * h];
  hidden.resize(static_cast<std::size_t>(2) * h);
  T sum = parameters.back();
  for (int view = 0; view < 2; ++view) {
    for (int j = 0; j < h; ++j) {
      T x = biases[j];
      for (int k = 0; k < example.count; ++k) x += merged[static_cast<std::size_t>(example.input(view, k)) * h + j];
      hidden[static_cast<std::size_t>(view) * h + j] = x;
      sum += activate(shape.arch.activation, x) * outputs[view * h + j];
    }
  }
  return sum;
}

template <class T>
T Twin<T>::loss(const Batch& batch, std::vector<T>* gradient, u64* regions) const {
  assert(batch.size() > 0);
  const int h = shape.arch.hidden;
  const MatrixRows rows = rowsOf(shape);
  const std::vector<T> merged = mergedRows<T>(shape, parameters);
  const T* outputs = &parameters[static_cast<std::size_t>(rows.outputs) * h];
  const auto row = [&](int r) { return gradient->data() + static_cast<std::size_t>(r) * h; };
  const T share = T(1) / static_cast<T>(batch.size());

  if (gradient) gradient->resize(parameters.size(), T(0));
  u64 hash = 0;
  T total = 0;
  Example example;
  std::vector<T> hidden;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    decode(batch.record(i), batch.turned(i), example);
    const T p = sigmoid(output(merged, example, hidden));
    const T error = p - static_cast<T>(batch.target(i));
    total += error * error;
    if (regions) {
      for (const T x : hidden) hash = hash * 3 + (x <= T(0) ? 0 : x >= T(1) ? 2 : 1), hash = mix64(hash);
    }
    if (!gradient) continue;

    // d loss / d output, then back through the output weights and the activation to the rows that were added.
    const T slope = T(2) * error * p * (T(1) - p) * share;
    gradient->back() += slope;
    for (int view = 0; view < 2; ++view) {
      for (int j = 0; j < h; ++j) {
        const T x = hidden[static_cast<std::size_t>(view) * h + j];
        row(rows.outputs + view)[j] += slope * activate(shape.arch.activation, x);
        const T d = slope * outputs[view * h + j] * activationSlope(shape.arch.activation, x);
        if (d == T(0)) continue;
        row(rows.biases)[j] += d;
        for (int k = 0; k < example.count; ++k) {
          const int input = example.input(view, k);
          row(input)[j] += d;
          if (!shape.sharedRows) continue;
          row(rows.piece + pieceGroup(input))[j] += d;
          row(rows.file + fileGroup(input))[j] += d;
          row(rows.rank + rankGroup(input))[j] += d;
        }
      }
    }
  }
  if (regions) *regions = hash;
  return total * share;
}

template struct Twin<double>;
template struct Twin<float>;

}  // namespace tabiya
