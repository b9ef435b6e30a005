// The plain integer forward pass: the definition that every fast kernel is tested against.
#pragma once

#include "engine/board/position.h"
#include "nets/network.h"

namespace tabiya {

// Centipawns for the side to move, computed from nothing in i64, unclamped.
int evaluateReference(const Network& network, const Position& position);

// Which of the arch's output buckets evaluates a position of `pieces` pieces.
constexpr int outputBucket(const NetArch& arch, int pieces) {
  return arch.outputBuckets == 1 ? 0 : (pieces - 2) / 4;
}

// The last step: the output layer's sum and bias into centipawns. Divisions truncate towards zero.
// |sum| <= 2 * 4096 * 255 * 255 * 127 and the bias is any i32: after the first division at most 2.5e9, times 1e7 is
// far inside an i64, and the quotient (at most 1.5e9) inside an int.
constexpr int centipawns(const NetArch& arch, i64 sum, i32 bias) {
  const i64 scaled = arch.activation == Activation::SCReLU ? sum / kQA : sum;
  return static_cast<int>((scaled + bias) * arch.evalScaleMilli / (i64{kQA} * kQB * 1000));
}

}  // namespace tabiya
