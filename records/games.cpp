// Game boundaries and the hold-out rule (games.h).
#include "records/games.h"

#include <xxhash.h>

#include <filesystem>

#include "engine/base/random.h"
#include "records/manifest.h"

namespace tabiya {
namespace {

int plyOf(const Record& record) {
  return 2 * record.fullmoveNumber() + index(record.sideToMove());
}

// Whether a hash falls among the lowest `share` of all 64-bit numbers. 2^64 * share is exact in a double but for
// share = 1, which would not fit.
bool fallsInShare(u64 hash, double share) {
  if (share >= 1.0) return true;
  if (!(share > 0.0)) return false;
  return hash < static_cast<u64>(share * 0x1.0p64);
}

// The .idx as starts; its sum must be the number of records.
Result<std::vector<u64>> startsFromIndex(const std::string& path, const std::vector<u16>& counts, u64 records) {
  std::vector<u64> starts;
  starts.reserve(counts.size());
  u64 at = 0;
  for (u16 count : counts) {
    starts.push_back(at);
    at += count;
  }
  if (at != records) {
    return Error{besideChunk(path, ".idx") + " counts " + std::to_string(at) + " records in " +
                 std::to_string(counts.size()) + " games, but " + path + " holds " + std::to_string(records)};
  }
  return starts;
}

}  // namespace

bool beginsGame(const Record& previous, const Record& next) {
  return plyOf(next) <= plyOf(previous) || next.occupied().count() > previous.occupied().count() ||
         next.resultCode() != previous.resultCode();
}

std::vector<u64> inferGameStarts(std::span<const Record> records) {
  std::vector<u64> starts;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (i == 0 || beginsGame(records[i - 1], records[i])) starts.push_back(i);
  return starts;
}

bool looksShuffled(u64 records, u64 inferredGames) {
  return records >= 16 && 2 * records < 3 * inferredGames;
}

Result<GameStarts> gameStarts(const std::string& path, std::span<const Record> records) {
  GameStarts found;
  auto counts = readGameIndex(path);
  if (!counts) return Error{counts.error()};
  if (counts->has_value()) {
    auto starts = startsFromIndex(path, **counts, records.size());
    if (!starts) return Error{starts.error()};
    found.starts = std::move(*starts);
    found.fromIndex = true;
    const std::string manifestPath = besideChunk(path, ".json");
    if (std::filesystem::exists(manifestPath)) {
      auto manifest = readManifest(manifestPath);
      if (!manifest) return Error{manifest.error()};
      found.firstGame = manifest->firstGame;
    }
    return found;
  }
  found.starts = inferGameStarts(records);
  if (looksShuffled(records.size(), found.starts.size())) {
    found.shuffled = true;
    found.starts.resize(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) found.starts[i] = i;
  }
  return found;
}

bool gameIsHeldOut(u64 seed, u64 number, double share) {
  return fallsInShare(deriveSeed(seed, number), share);
}

u64 recordKey(const Record& record) {
  return XXH3_64bits(record.bytes.data(), 25);
}

bool recordIsHeldOut(u64 seed, const Record& record, double share) {
  return fallsInShare(deriveSeed(seed, recordKey(record)), share);
}

}  // namespace tabiya
