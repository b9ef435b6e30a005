// Every setting of a data run, as run.json holds it: what a game is, which games, and how they are stored.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "datagen/chunk.h"
#include "datagen/play.h"
#include "engine/base/result.h"

namespace tabiya {

// What a number may be.
template <class T>
struct Range {
  T least, most;
};

// Of the numbers of RunSettings, for the command line and for run.json.
namespace ranges {
inline constexpr Range<u64> kNodes{1, 1'000'000'000};
inline constexpr Range<u64> kSoftNodes{0, 100'000'000};
inline constexpr Range<int> kHashMb{1, 4096};
inline constexpr Range<int> kRandomPlies{0, 40};
inline constexpr Range<int> kStartTries{1, 1000};
inline constexpr Range<int> kMaxStartScore{0, 20'000};
inline constexpr Range<double> kShare{0, 1};
inline constexpr Range<int> kKeepScore{1, 20'000};
inline constexpr Range<int> kDrawScore{0, 1000};
inline constexpr Range<int> kDrawPlies{1, 1000};
inline constexpr Range<int> kDrawFromPly{0, 10'000};
inline constexpr Range<int> kWinScore{0, 20'000};
inline constexpr Range<int> kWinPlies{1, 1000};
inline constexpr Range<int> kMaxPlies{1, 10'000};
inline constexpr Range<u64> kChunkGames{1, 1'000'000};
}  // namespace ranges

struct RunSettings {
  GameSettings game;
  std::optional<u64> games;      // how many; or ...
  std::optional<u64> positions;  // ... until at least this many are kept (of all shards together)
  u64 firstGame = 0;
  u64 chunkGames = 4096;
  u64 shard = 0;  // this process makes the chunks whose number is `shard` modulo `shards`
  u64 shards = 1;
  bool compress = false;
  // What else the bytes depend on: the hash of the network (or "none"), of the positions of the openings, and how
  // the engine of this build searches (engineBehaviour).
  std::string network;
  std::string openings;
  std::string engine;

  ChunkForm form() const { return {compress, game.gameLog}; }
};

// Not settings: where the network and the book were found, for `replay`.
struct RunSources {
  std::string net;
  std::string book;  // empty: the built-in openings
};

nlohmann::json toJson(const RunSettings& settings);
nlohmann::json notesOf(const RunSources& sources, const ChunkOrigin& origin);

struct StoredRun {
  RunSettings settings;
  RunSources sources;
};
// DIR/run.json of a data run; a missing or damaged one is a sentence.
Result<StoredRun> readStoredRun(const std::string& directory);

// What contradicts itself or is out of range, as a sentence.
Result<void> checkSettings(const RunSettings& settings);

// A hash of what this build's engine finds in a few short searches: it changes whenever games would.
std::string engineBehaviour();

// A hash of the positions where they end.
std::string openingsHash(const std::vector<Opening>& openings);

}  // namespace tabiya
