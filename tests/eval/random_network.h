// A small network of random weights within the bounds: it knows nothing, but every input counts.
#pragma once

#include <memory>

#include "engine/base/random.h"
#include "engine/eval/net_choice.h"
#include "nets/network.h"

namespace tabiya {

inline NetChoice randomNetwork(FeatureSet features = FeatureSet::Plain, u64 seed = 1) {
  Random random(seed);
  const auto draw = [&](int limit) { return static_cast<int>(random.below(2 * static_cast<u64>(limit) + 1)) - limit; };
  Network net;
  net.arch.features = features;
  net.arch.hidden = 32;
  if (features == FeatureSet::MirroredBuckets) {
    net.arch.kingBuckets = 4;
    net.kingMap.resize(64);
    for (int s = 0; s < 64; ++s) net.kingMap[static_cast<std::size_t>(s)] = static_cast<u8>((s / 32) * 2 + (s % 8) / 4);
  }
  const std::size_t hidden = static_cast<std::size_t>(net.arch.hidden);
  net.inputWeights.resize(static_cast<std::size_t>(net.arch.inputs()) * hidden);
  for (i16& w : net.inputWeights) w = static_cast<i16>(draw(60));
  net.inputBiases.resize(hidden);
  for (i16& b : net.inputBiases) b = static_cast<i16>(draw(200));
  net.outputWeights.resize(2 * hidden);
  for (i16& w : net.outputWeights) w = static_cast<i16>(draw(kMaxOutputWeight));
  net.outputBiases.assign(1, 0);
  return {std::make_shared<const Network>(std::move(net)), "random", "random"};
}

}  // namespace tabiya
