// What a network is: its inputs, widths, activation and scales. Trainer, engine and files all read these constants.
//
// 768 inputs -> hidden, twice (side to move's view first, then the other's, same weights) -> 1 output in centipawns.
#pragma once

#include "engine/base/types.h"

namespace tabiya {

// The scale of input weights, biases and hidden values: a hidden value of 1.0 is 255.
inline constexpr int kQA = 255;
// The scale of output weights.
inline constexpr int kQB = 64;
// The trainer keeps every weight within this; it rounds to the two integer limits below.
inline constexpr double kWeightLimit = 1.98;
inline constexpr int kMaxInputWeight = 505;
inline constexpr int kMaxOutputWeight = 127;
inline constexpr int kPlainInputs = 768;
inline constexpr int kMaxHidden = 4096;
// The eval scale is stored in thousandths of a centipawn; at most 10,000 cp.
inline constexpr int kMaxEvalScaleMilli = 10'000'000;

// The file's numbers: see nets/README.md.
enum class FeatureSet : u16 { Plain = 1, Mirrored = 2, MirroredBuckets = 3 };
enum class Activation : u8 { CReLU = 1, SCReLU = 2 };

struct NetArch {
  FeatureSet features = FeatureSet::Plain;
  int kingBuckets = 1;
  int hidden = 256;  // a multiple of 16, at most kMaxHidden
  Activation activation = Activation::SCReLU;
  int outputBuckets = 1;  // 1, or 8 by piece count: (pieces - 2) / 4
  int evalScaleMilli = 159'000;

  int inputs() const { return features == FeatureSet::MirroredBuckets ? kPlainInputs * kingBuckets : kPlainInputs; }
  bool operator==(const NetArch&) const = default;
};

}  // namespace tabiya
