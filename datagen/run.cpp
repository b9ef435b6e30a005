#include "datagen/run.h"

#include <algorithm>

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{100};
// How much work a power cut may cost.
constexpr std::chrono::seconds kSyncEvery{10};

// The numbers of the games to play: those of the chunks that are not complete, from where the first of them stands.
class NumberSource {
 public:
  NumberSource(const RunPlan& plan, const std::map<u64, ChunkManifest>& complete, ChunkPlan chunk, u64 next)
      : plan_(plan), complete_(complete), chunk_(chunk), next_(next) {}

  std::optional<u64> operator()() {
    while (chunk_ && next_ == chunk_->firstGame + chunk_->games) {
      do chunk_ = plan_.from(chunk_->chunk + 1);
      while (chunk_ && complete_.count(chunk_->chunk));
      if (chunk_) next_ = chunk_->firstGame;
    }
    if (!chunk_) return std::nullopt;
    return next_++;
  }

 private:
  const RunPlan& plan_;
  const std::map<u64, ChunkManifest>& complete_;
  std::optional<ChunkPlan> chunk_;
  u64 next_;
};

// One run in progress.
class Runner {
 public:
  Runner(const RunInputs& inputs, const RunDirectory& directory, const std::atomic<bool>& interrupted,
         RunObserver& observer)
      : inputs_(inputs),
        directory_(directory),
        interrupted_(interrupted),
        observer_(observer),
        plan_(inputs.settings) {}

  Result<RunReport> run() {
    if (auto found = findComplete(); !found) return Error{found.error()};
    bool begun = false;
    for (auto chunk = plan_.first(); chunk; chunk = plan_.from(chunk->chunk + 1)) {
      if (enough(0)) break;
      if (const auto done = complete_.find(chunk->chunk); done != complete_.end()) {
        report_.total.add(done->second);
        continue;
      }
      ChunkInWork work(directory_.path(), *chunk, inputs_.settings.form());
      if (!begun) {
        Tally before = report_.total;
        before.add(work.tally());
        observer_.begun(before);
        begun = true;
      }
      if (!fill(work, *chunk)) return report_;
      const ChunkManifest manifest = work.finish(inputs_.origin);
      report_.total.add(work.tally());
      observer_.chunkFinished(manifest);
    }
    if (!begun) observer_.begun(report_.total);
    report_.finished = true;
    return report_;
  }

 private:
  // Reads the manifests of the chunks that are there, as far as the plan goes.
  Result<void> findComplete() {
    u64 positions = 0;
    for (auto chunk = plan_.first(); chunk; chunk = plan_.from(chunk->chunk + 1)) {
      auto manifest = completeChunk(directory_.path(), *chunk, inputs_.settings.form());
      if (!manifest) return Error{manifest.error()};
      // A run counted in positions has no last chunk to look for: nothing stands beyond the first gap.
      if (!*manifest && plan_.positions()) break;
      if (!*manifest) continue;
      positions += (*manifest)->positions;
      const bool last = plan_.positions() && positions >= *plan_.positions();
      if ((*manifest)->games < chunk->games && !last)
        return Error{chunkFile(directory_.path(), chunk->chunk, ".json") + " states " +
                     std::to_string((*manifest)->games) + " games; expected " + std::to_string(chunk->games)};
      complete_.emplace(chunk->chunk, std::move(**manifest));
      if (last) break;
    }
    return {};
  }

  // Whether a run counted in positions has them, with `more` beyond the finished chunks.
  bool enough(u64 more) const { return plan_.positions() && report_.total.positions + more >= *plan_.positions(); }

  // Plays on until the chunk is as full as it is to be; false when interrupted before.
  bool fill(ChunkInWork& work, const ChunkPlan& chunk) {
    const auto done = [&] { return work.full() || enough(work.tally().positions); };
    auto synced = Clock::now();
    auto last = synced;
    while (!done()) {
      if (!pool_) {
        pool_ = std::make_unique<GamePool>(inputs_.settings.game, inputs_.net, inputs_.openings, inputs_.origin.threads,
                                           NumberSource(plan_, complete_, chunk, work.nextGame()));
      }
      if (interrupted_ && !stopping_) {
        stopping_ = true;
        pool_->finishRunning();
        observer_.stopping();
      }
      PlayedGame game;
      const GamePool::Taken taken = pool_->take(game, kTick);
      const auto now = Clock::now();
      if (taken == GamePool::Taken::End) break;
      // A later chunk may have been begun before and hold games that were played once more.
      if (taken == GamePool::Taken::Game && game.number >= work.nextGame()) {
        const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - last);
        last += took;
        const GameFacts facts = work.append(game, static_cast<u64>(took.count()));
        observer_.gameWritten(game, facts);
      }
      if (now - synced > kSyncEvery) {
        work.sync();
        synced = now;
      }
      observer_.tick();
    }
    if (done()) return true;
    work.sync();
    report_.total.add(work.tally());
    return false;
  }

  const RunInputs& inputs_;
  const RunDirectory& directory_;
  const std::atomic<bool>& interrupted_;
  RunObserver& observer_;
  RunPlan plan_;
  std::map<u64, ChunkManifest> complete_;
  RunReport report_;
  bool stopping_ = false;
  std::unique_ptr<GamePool> pool_;  // last: its threads end before what they use
};

}  // namespace

std::optional<ChunkPlan> RunPlan::from(u64 chunk) const {
  const RunSettings& s = settings_;
  chunk = std::max(chunk, s.firstGame / s.chunkGames);
  const u64 behind = chunk % s.shards;
  chunk += behind <= s.shard ? s.shard - behind : s.shards - behind + s.shard;

  ChunkPlan plan;
  plan.chunk = chunk;
  plan.firstGame = std::max(chunk * s.chunkGames, s.firstGame);
  u64 end = (chunk + 1) * s.chunkGames;
  if (s.games) end = std::min(end, s.firstGame + *s.games);
  if (plan.firstGame >= end) return std::nullopt;
  plan.games = end - plan.firstGame;
  return plan;
}

std::optional<u64> RunPlan::games() const {
  if (!settings_.games) return std::nullopt;
  u64 sum = 0;
  for (auto chunk = first(); chunk; chunk = from(chunk->chunk + 1)) sum += chunk->games;
  return sum;
}

std::optional<u64> RunPlan::positions() const {
  if (!settings_.positions) return std::nullopt;
  return (*settings_.positions + settings_.shards - 1) / settings_.shards;
}

std::optional<ChunkPlan> RunPlan::chunkOf(u64 number) const {
  const auto chunk = from(number / settings_.chunkGames);
  if (!chunk || number < chunk->firstGame || number - chunk->firstGame >= chunk->games) return std::nullopt;
  return chunk;
}

Result<RunReport> runDatagen(const RunInputs& inputs, const RunDirectory& directory,
                             const std::atomic<bool>& interrupted, RunObserver& observer) {
  return Runner(inputs, directory, interrupted, observer).run();
}

}  // namespace tabiya
