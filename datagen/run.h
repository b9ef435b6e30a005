// A data run: the games of its plan, played on all threads, written in game order, chunk after chunk.
//
// The bytes depend on the settings alone: not on the threads, nor on how often the run was stopped. It neither prints
// nor knows of files other than its chunks; an observer hears what happens.
#pragma once

#include <functional>
#include <map>

#include "datagen/chunk.h"
#include "datagen/game_pool.h"
#include "datagen/run_settings.h"
#include "records/run_directory.h"

namespace tabiya {

// Which games belong to which chunks of this run or shard.
class RunPlan {
 public:
  explicit RunPlan(const RunSettings& settings) : settings_(settings) {}

  // The first chunk with a number of at least `chunk` that is this shard's; nothing beyond the last.
  std::optional<ChunkPlan> from(u64 chunk) const;
  std::optional<ChunkPlan> first() const { return from(settings_.firstGame / settings_.chunkGames); }
  // The games of this shard; nothing when the run is counted in positions.
  std::optional<u64> games() const;
  // The positions this shard is to keep; nothing when the run is counted in games.
  std::optional<u64> positions() const;
  // The chunk that game `number` is in.
  std::optional<ChunkPlan> chunkOf(u64 number) const;

 private:
  RunSettings settings_;
};

// All calls come from the thread that runs the run.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  // What was on the disk before.
  virtual void begun(const Tally& before) = 0;
  virtual void gameWritten(const PlayedGame& game, const GameFacts& facts) = 0;
  virtual void chunkFinished(const ChunkManifest& manifest) = 0;
  // About ten times a second.
  virtual void tick() = 0;
  // The running games are being finished, after an interrupt.
  virtual void stopping() = 0;
};

struct RunInputs {
  RunSettings settings;
  NetChoice net;
  std::shared_ptr<const std::vector<Opening>> openings;
  ChunkOrigin origin;  // its `threads` are the workers
};

struct RunReport {
  bool finished = false;  // else interrupted
  Tally total;            // of this shard, from its first game on
};

// Plays and writes until the plan is done or `interrupted` is set; then the running games are finished first. A
// contradiction in what is on the disk is an error; a broken world throws std::runtime_error.
Result<RunReport> runDatagen(const RunInputs& inputs, const RunDirectory& directory,
                             const std::atomic<bool>& interrupted, RunObserver& observer);

}  // namespace tabiya
