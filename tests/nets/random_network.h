// Networks for tests: valid ones of random weights, the same for the same seed, and one that counts material by hand.
#pragma once

#include <utility>

#include "engine/base/random.h"
#include "nets/network.h"

namespace tabiya::testing {

// A map from king square to bucket, the same on both halves of the board.
inline std::vector<u8> kingMapFor(const NetArch& arch) {
  std::vector<u8> map;
  if (arch.features != FeatureSet::MirroredBuckets) return map;
  for (int square = 0; square < 64; ++square) {
    const int file = square % 8, rank = square / 8;
    const int mirroredFile = file < 4 ? file : 7 - file;
    map.push_back(static_cast<u8>((rank * 4 + mirroredFile) % arch.kingBuckets));
  }
  return map;
}

// Input weights and biases within +-inputLimit, output weights within +-outputLimit.
inline Network randomNetwork(const NetArch& arch, u64 seed, int inputLimit = 120, int outputLimit = 90) {
  Random random(seed);
  const auto within = [&random](int limit) {
    return static_cast<i16>(static_cast<int>(random.below(2 * limit + 1)) - limit);
  };
  const std::size_t hidden = arch.hidden, buckets = arch.outputBuckets;
  Network network;
  network.arch = arch;
  network.kingMap = kingMapFor(arch);
  network.inputWeights.resize(arch.inputs() * hidden);
  network.inputBiases.resize(hidden);
  network.outputWeights.resize(buckets * 2 * hidden);
  network.outputBiases.resize(buckets);
  for (i16& weight : network.inputWeights) weight = within(inputLimit);
  for (i16& bias : network.inputBiases) bias = within(inputLimit);
  for (i16& weight : network.outputWeights) weight = within(outputLimit);
  for (i32& bias : network.outputBiases) bias = within(3000);
  return network;
}

// Every weight as large as it may be, with signs that make every hidden value and every product as large as it gets.
inline Network largestNetwork(const NetArch& arch, int inputSign = 1, int outputSign = 1) {
  Network network = randomNetwork(arch, 1);
  for (i16& weight : network.inputWeights) weight = static_cast<i16>(inputSign * kMaxInputWeight);
  for (i16& bias : network.inputBiases) bias = static_cast<i16>(inputSign * kMaxInputWeight);
  for (i16& weight : network.outputWeights) weight = static_cast<i16>(outputSign * kMaxOutputWeight);
  for (i32& bias : network.outputBiases) bias = outputSign * 2'147'483'647;
  return network;
}

// Material in about centipawns (98, 318, 331, 502, 900), side to move's minus the other's: a network that search tests
// can trust. One hidden value counts the view's own pieces of each type (two count queens).
inline Network materialNetwork(int hidden = 16) {
  constexpr int kCounted = 25;  // a piece's share of a hidden value: ten of them stay below 255
  constexpr std::pair<int, int> kUnits[] = {{0, 16}, {1, 52}, {2, 54}, {3, 82}, {4, 73}, {4, 74}};  // type, weight
  Network network;
  network.arch.hidden = hidden;
  network.arch.activation = Activation::CReLU;
  network.arch.evalScaleMilli = 4'000'000;
  network.inputWeights.resize(static_cast<std::size_t>(kPlainInputs) * hidden);
  network.inputBiases.resize(hidden);
  network.outputWeights.resize(2 * hidden);
  network.outputBiases.resize(1);
  int unit = 0;
  for (const auto& [type, weight] : kUnits) {
    for (int square = 0; square < 64; ++square)
      network.inputWeights[static_cast<std::size_t>(64 * type + square) * hidden + unit] = kCounted;
    network.outputWeights[unit] = static_cast<i16>(weight);
    network.outputWeights[hidden + unit] = static_cast<i16>(-weight);
    ++unit;
  }
  return network;
}

}  // namespace tabiya::testing
