// The forward pass as nets/README.md defines it, one number after another; nothing here is meant to be fast.
#include "nets/reference.h"

#include <algorithm>

#include "nets/features.h"

namespace tabiya {
namespace {

// The hidden layer in one view's eyes: the biases plus the row of every input that is on.
std::vector<i64> hiddenLayer(const Network& network, const Position& position, Color view) {
  const int hidden = network.arch.hidden;
  std::vector<i64> values(network.inputBiases.begin(), network.inputBiases.end());
  for (const Square square : position.occupied()) {
    const int input =
        inputIndex(network.arch, network.kingMap, view, position.kingSquare(view), position.pieceAt(square), square);
    const i16* row = network.inputWeights.data() + static_cast<std::size_t>(input) * hidden;
    for (int i = 0; i < hidden; ++i) values[i] += row[i];
  }
  return values;
}

// Each clipped (and for SCReLU squared) hidden value times its weight.
i64 outputSum(Activation activation, const std::vector<i64>& values, const i16* weights) {
  i64 sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const i64 x = std::clamp<i64>(values[i], 0, kQA);
    sum += activation == Activation::SCReLU ? x * x * weights[i] : x * weights[i];
  }
  return sum;
}

}  // namespace

int evaluateReference(const Network& network, const Position& position) {
  const NetArch& arch = network.arch;
  const Color us = position.sideToMove();
  const int bucket = outputBucket(arch, position.occupied().count());
  const i16* weights = network.outputWeights.data() + static_cast<std::size_t>(bucket) * 2 * arch.hidden;
  const i64 sum = outputSum(arch.activation, hiddenLayer(network, position, us), weights) +
                  outputSum(arch.activation, hiddenLayer(network, position, ~us), weights + arch.hidden);
  return centipawns(arch, sum, network.outputBiases[bucket]);
}

}  // namespace tabiya
