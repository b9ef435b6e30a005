// A quantised network: read, checked, written. The file format, byte by byte, is in nets/README.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "nets/arch.h"

namespace tabiya {

struct Network {
  NetArch arch;
  std::vector<u8> kingMap;         // 64 buckets by king square; empty unless MirroredBuckets
  std::vector<i16> inputWeights;   // (inputs, hidden), one row an input, scale kQA
  std::vector<i16> inputBiases;    // (hidden), scale kQA
  std::vector<i16> outputWeights;  // (outputBuckets, 2 * hidden), side to move's half first, scale kQB
  std::vector<i32> outputBiases;   // (outputBuckets), scale kQA * kQB

  bool operator==(const Network&) const = default;
};

// Reads a whole .nnue file from memory; `name` stands in errors. Refuses what is foreign, damaged or beyond the bounds.
Result<Network> readNetwork(std::span<const u8> bytes, const std::string& name);
Result<Network> readNetworkFile(const std::string& path);

// The bytes of the file. The network must be within the bounds (checkNetwork).
std::vector<u8> writeNetwork(const Network& network);
// Writes `path` whole or not at all: `.part`, flush, fsync, rename. Throws std::runtime_error naming the path.
void writeNetworkFile(const Network& network, const std::string& path);

// What the format allows: a sentence naming the first field that is out of it.
Result<void> checkArch(const NetArch& arch);
// checkArch, the vectors' sizes and the weight bounds: a sentence naming the first number that is out of them.
Result<void> checkNetwork(const Network& network);

// FNV-1a 64 of the whole file's bytes, as 16 hex digits: what runs and manifests record.
std::string networkHash(const Network& network);

// "plain", "mirrored", "mirrored with king buckets"; "CReLU", "SCReLU".
const char* toString(FeatureSet features);
const char* toString(Activation activation);

}  // namespace tabiya
