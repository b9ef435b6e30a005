// What a training step eats: raw records named by index, each perhaps turned left to right, and their targets.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/base/types.h"
#include "records/format.h"

namespace tabiya {

inline constexpr int kMaxPieces = 32;

// One position decoded: the plain inputs that are on, in square order, each in the side to move's eyes (view 0) and in
// the other's (view 1), side by side.
struct Example {
  int count = 0;
  std::array<u16, 2 * kMaxPieces> inputs{};

  int input(int view, int k) const { return inputs[static_cast<std::size_t>(2 * k + view)]; }
};

// An example names a record and whether it is turned left to right: 2 * record + (turned ? 1 : 0).
constexpr u32 exampleOf(std::size_t record, bool turned) {
  return static_cast<u32>(2 * record + (turned ? 1 : 0));
}

// `records` and `targets` (expected result for the side to move, 0 to 1) stay where they are during a run: a backend
// may keep a copy of its own, known by their address.
struct Batch {
  std::span<const Record> records;
  std::span<const float> targets;
  std::span<const u32> examples;

  std::size_t size() const { return examples.size(); }
  const Record& record(std::size_t i) const { return records[examples[i] >> 1]; }
  bool turned(std::size_t i) const { return (examples[i] & 1) != 0; }
  float target(std::size_t i) const { return targets[examples[i] >> 1]; }
};

// Decodes a checked record into `inputs`, laid out as an Example's; returns how many pieces there are.
int decodeInputs(const Record& record, bool turned, u16* inputs);
inline void decode(const Record& record, bool turned, Example& example) {
  example.count = decodeInputs(record, turned, example.inputs.data());
}

// The examples of an epoch, each once, in an order drawn uniformly from all orders by (seed, epoch) alone. With copies
// each record stands there twice, as it is and turned.
std::vector<u32> epochOrder(std::size_t records, bool copies, u64 seed, u64 epoch);
// The state of the random numbers that draw that order: what a checkpoint records.
u64 epochRandomState(u64 seed, u64 epoch);
// All records as they are, in order: how validation reads them.
std::vector<u32> plainOrder(std::size_t records);

// (1 - w) * sigmoid(score / scale) + w * result, score and result for the side to move; scale in centipawns.
double targetOf(const Record& record, double resultWeight, double evalScale);

}  // namespace tabiya
