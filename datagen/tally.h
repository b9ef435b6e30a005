// Counts over games: what a manifest states and the panel shows.
#pragma once

#include "datagen/play.h"
#include "records/manifest.h"

namespace tabiya {

// What is remembered of one written game besides its records.
struct GameFacts {
  u64 number = 0;
  u16 records = 0;
  GameResult result = GameResult::Draw;
  EndReason end = EndReason::MaxPlies;
  std::array<u32, kRejections> rejected{};
  u32 plies = 0;
  u64 nodes = 0;
  u64 depths = 0;
  u64 milliseconds = 0;  // of wall time since the game before it was written

  bool operator==(const GameFacts&) const = default;
};
GameFacts factsOf(const PlayedGame& game, u64 milliseconds);

struct Tally {
  u64 games = 0;
  u64 positions = 0;
  std::array<u64, 3> results{};  // GameResult's order
  std::array<u64, kEndReasons> ends{};
  std::array<u64, kRejections> rejected{};
  u64 plies = 0;
  u64 nodes = 0;     // of the games whose nodes are known (not in manifests)
  u64 depths = 0;    // sum over the plies of those games
  u64 searched = 0;  // plies of those games
  u64 milliseconds = 0;

  void add(const GameFacts& game);
  void add(const ChunkManifest& chunk);
  void add(const Tally& other);
};

// The counts of a manifest; reasons that never came up are left out.
void fillManifest(const Tally& tally, ChunkManifest& manifest);

}  // namespace tabiya
