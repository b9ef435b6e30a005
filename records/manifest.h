// What lies beside a chunk of records: chunk-0000k.idx (records of each game) and chunk-0000k.json (its manifest).
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"

namespace tabiya {

struct ChunkManifest {
  u64 chunk = 0;
  u64 firstGame = 0;
  u64 games = 0;
  u64 positions = 0;
  std::array<u64, 3> results{};           // black wins, draws, white wins (GameResult's order)
  std::map<std::string, u64> endReasons;  // games by how they ended
  std::map<std::string, u64> rejected;    // positions not kept, by reason
  std::string xxh3;                       // 16 hex digits, of the uncompressed records
  std::string network;                    // networkHash or "none"
  std::string build;                      // version and commit
  std::string host;
  int threads = 0;
  double seconds = 0;
};

Result<ChunkManifest> readManifest(const std::string& path);
// Whole or not at all; throws std::runtime_error naming the path.
void writeManifest(const ChunkManifest& manifest, const std::string& path);

// The records of each game, in game order: the .idx file beside `recordPath` (chunk-00000.bin -> chunk-00000.idx).
// Nothing when there is no such file; an error when it is damaged.
Result<std::optional<std::vector<u16>>> readGameIndex(const std::string& recordPath);
// chunk-00003.bin.zst -> chunk-00003 + `extension`.
std::string besideChunk(const std::string& recordPath, const std::string& extension);

// xxh3-64 as 16 hex digits.
std::string xxh3Hex(const void* data, std::size_t size);
// The same over data that comes in pieces.
class Xxh3 {
 public:
  Xxh3();
  ~Xxh3();
  Xxh3(const Xxh3&) = delete;
  Xxh3& operator=(const Xxh3&) = delete;

  void update(const void* data, std::size_t size);
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tabiya
