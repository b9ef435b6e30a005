// Shards of a match added up: the same settings, different pairs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "datagen/match/state.h"

namespace tabiya {

struct Shard {
  std::string directory;
  nlohmann::json settings;
  StoredMatch match;
};
// A run directory of a match; one without run.json, or damaged, is a sentence.
Result<Shard> readShard(const std::string& directory);

struct MergedPair {
  PairFacts facts;
  std::size_t shard = 0;
  u64 pgnOffset = 0;  // in the shard's games.pgn
};

struct MergedMatch {
  nlohmann::json settings;        // of all shards, but for the first pair
  std::vector<MergedPair> pairs;  // in the order of their numbers
  MatchTally tally;
  MatchTime time;
  double seconds = 0;
  // Pairs left out because an earlier one began from the same position: shards draw their starts without knowing of
  // each other, and a copy would count twice.
  u64 copies = 0;
};

// Refused: shards with different settings (naming the first that differs) and pairs that two of them hold.
Result<MergedMatch> mergeShards(const std::vector<Shard>& shards);

// The SPRT that the settings of a match ask for.
std::optional<SprtSettings> sprtOf(const nlohmann::json& settings);

}  // namespace tabiya
