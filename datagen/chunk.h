// The chunk in work: games appended in order, cut to the last good one after any stop, named only when complete.
//
// In DIR, for chunk 3: `chunk-00003.part` (records), `.part.idx` (u16 records a game), `.part.log` (a line of facts a
// game with the hashes of its bytes) and, with a game log, `.part.vf`. A game counts when all of them hold it whole, so
// it does not matter in which order a stop or a power cut loses their tails.
//
// Finishing writes `.idx`, `.vf` and `.json` under their final names first and the records' name last: a chunk is
// complete when `chunk-00003.bin` (or `.bin.zst`) is there. Stopped at any point before that, the next start finishes
// again from the untouched `.part` files; stopped after it, the next start sweeps what is left of them.
#pragma once

#include <optional>
#include <string>

#include "datagen/append_file.h"
#include "datagen/play.h"
#include "datagen/tally.h"
#include "engine/base/result.h"
#include "records/manifest.h"

namespace tabiya {

// The games of one chunk of a run.
struct ChunkPlan {
  u64 chunk = 0;
  u64 firstGame = 0;
  u64 games = 0;
};

struct ChunkForm {
  bool compress = false;
  bool gameLog = false;
};

// What a manifest says of how its chunk was made.
struct ChunkOrigin {
  std::string network;
  std::string build;
  std::string host;
  int threads = 0;
};

// DIR/chunk-00003 + `extension`.
std::string chunkFile(const std::string& directory, u64 chunk, const std::string& extension);
// ".bin" or ".bin.zst".
std::string recordExtension(const ChunkForm& form);

// The manifest of a complete chunk after sweeping what its work left behind; nothing when it is not complete. A chunk
// whose files contradict each other or the plan is an error.
Result<std::optional<ChunkManifest>> completeChunk(const std::string& directory, const ChunkPlan& plan,
                                                   const ChunkForm& form);

class ChunkInWork {
 public:
  // Opens or begins the work on a chunk and cuts it to its last good game. Throws std::runtime_error, here and below,
  // when the world is broken.
  ChunkInWork(const std::string& directory, const ChunkPlan& plan, const ChunkForm& form);

  // The game to append next; those before it are on the file.
  u64 nextGame() const { return plan_.firstGame + tally_.games; }
  bool full() const { return tally_.games == plan_.games; }
  const Tally& tally() const { return tally_; }

  // `game` must be nextGame(). `milliseconds` of wall time since the one before.
  GameFacts append(const PlayedGame& game, u64 milliseconds);
  // On the disk, not only on its way there.
  void sync();
  // Gives the chunk its final names. The object is spent.
  ChunkManifest finish(const ChunkOrigin& origin);

 private:
  void recover();
  std::string name(const std::string& extension) const { return chunkFile(directory_, plan_.chunk, extension); }

  std::string directory_;
  ChunkPlan plan_;
  ChunkForm form_;
  AppendFile records_;
  AppendFile index_;
  AppendFile facts_;
  std::optional<AppendFile> log_;
  Tally tally_;
};

}  // namespace tabiya
