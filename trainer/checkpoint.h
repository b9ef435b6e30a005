// Checkpoints: the whole state of a run in a directory that is there or not, and going on from it exactly.
//
// A checkpoint is a directory `epoch-0003-step-0000001234` with tensors.bin (weights and both moments, magic, version,
// xxh3-64) and state.json (counters, losses, random state, settings, and the same check); README.md has the bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "trainer/loop.h"

namespace tabiya {

struct Checkpoint {
  TrainingState state;
  ModelShape shape;
  nlohmann::json settings;
  u64 randomState = 0;    // of the epoch in work (epochRandomState)
  u64 logBytes = 0;       // of log.jsonl when it was saved: what comes after is cut on going on
  std::string directory;  // where it was read from
};

// Writes `checkpoint` under `folder` and removes all but the newest kKeptCheckpoints there; returns its directory.
// Throws std::runtime_error.
inline constexpr int kKeptCheckpoints = 3;
std::string saveCheckpoint(const Checkpoint& checkpoint, const std::string& folder);

// One checkpoint's directory; an error names the file and what is wrong with it.
Result<Checkpoint> readCheckpoint(const std::string& directory);

// The newest whole checkpoint under `folder`, if any; `damaged` gets a sentence for each newer one that is not whole.
std::optional<Checkpoint> newestCheckpoint(const std::string& folder, std::vector<std::string>& damaged);

}  // namespace tabiya
