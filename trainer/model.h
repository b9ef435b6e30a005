// The network as the trainer sees it: float parameters in one row-major matrix, and the plain definition of its output.
//
// Everything but the output bias is a matrix of `hidden` columns, one tensor after another; the output bias comes last.
// Templates on the number type, so that the double twin is the very definition that fast backends are tested against.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"
#include "nets/arch.h"
#include "trainer/batch.h"

namespace tabiya {

struct ModelShape {
  NetArch arch;
  // Each input's row is its own row plus the rows it shares with others of its piece, file and rank (see README.md).
  bool sharedRows = true;

  bool operator==(const ModelShape&) const = default;
};

enum class TensorRole : u8 { OwnRows, PieceRows, FileRows, RankRows, InputBiases, OutputWeights, OutputBias };

struct Tensor {
  TensorRole role;
  const char* name;
  int rows;
  int columns;
  std::size_t offset;  // of its first number among all parameters

  std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

// The kinds of piece (own and other), and piece times file or rank.
inline constexpr int kPieceGroups = 12;
inline constexpr int kLineGroups = 96;
inline constexpr int kSharedRows = kPieceGroups + 2 * kLineGroups;

// The groups of a plain input 384 * other + 64 * type + square.
constexpr int pieceGroup(int input) {
  return input / 64;
}
constexpr int fileGroup(int input) {
  return pieceGroup(input) * 8 + input % 8;
}
constexpr int rankGroup(int input) {
  return pieceGroup(input) * 8 + input / 8 % 8;
}

// The tensors of a model in the order of their numbers. Output weights are (2, hidden): the side to move's half first.
std::vector<Tensor> tensorsOf(const ModelShape& shape);
std::size_t parameterCount(const ModelShape& shape);
// Rows of the matrix, all tensors but the output bias together.
int matrixRows(const ModelShape& shape);

// The first row of each tensor in that matrix.
struct MatrixRows {
  int own = 0;
  int piece = 0;
  int file = 0;
  int rank = 0;
  int biases = 0;
  int outputs = 0;
};
MatrixRows rowsOf(const ModelShape& shape);

// Uniform starts: input weights within +-sqrt(1/32), biases 0, output weights within +-sqrt(1/(2 hidden)). With shared
// rows the own rows start within +-0.01, and the three shared ones together spread as far as plain rows do.
std::vector<float> initialParameters(const ModelShape& shape, u64 seed);

// The rows that the hidden layer adds up, (768, hidden): own plus shared.
template <class T>
std::vector<T> mergedRows(const ModelShape& shape, std::span<const T> parameters);

// Parameters whose merged rows, biases and output are these; with shared rows, what inputs have in common goes there
// (means over a piece's squares, then over its files and ranks), the rest to the own rows.
std::vector<float> parametersFromPlain(const ModelShape& shape, std::span<const float> rows,
                                       std::span<const float> biases, std::span<const float> outputs, float outputBias);

// A hidden value through the activation, and the activation's slope there.
template <class T>
T activate(Activation activation, T x) {
  const T c = x < T(0) ? T(0) : x > T(1) ? T(1) : x;
  return activation == Activation::SCReLU ? c * c : c;
}
template <class T>
T activationSlope(Activation activation, T x) {
  if (!(x > T(0) && x < T(1))) return T(0);
  return activation == Activation::SCReLU ? T(2) * x : T(1);
}
template <class T>
T sigmoid(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

// The definition, one example after another.
template <class T>
struct Twin {
  ModelShape shape;
  std::vector<T> parameters;

  // The output of one example; hidden values (2, hidden) are left in `hidden`.
  T output(const std::vector<T>& merged, const Example& example, std::vector<T>& hidden) const;
  // The mean of (sigmoid(output) - target)^2 over the batch. Adds the gradient of that mean to `gradient` (in the order
  // of the parameters) when there is one. `regions`, when asked for, becomes a hash of which hidden values were
  // clipped.
  T loss(const Batch& batch, std::vector<T>* gradient = nullptr, u64* regions = nullptr) const;
};

extern template struct Twin<double>;
extern template struct Twin<float>;

}  // namespace tabiya
