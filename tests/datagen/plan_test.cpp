// Which games belong to which chunks.
#include <gtest/gtest.h>

#include <set>

#include "datagen/run.h"

namespace tabiya {
namespace {

RunSettings settingsOf(u64 firstGame, u64 games, u64 chunkGames, u64 shard = 0, u64 shards = 1) {
  RunSettings s;
  s.games = games;
  s.firstGame = firstGame;
  s.chunkGames = chunkGames;
  s.shard = shard;
  s.shards = shards;
  return s;
}

// "0:0+4 1:4+2"
std::string shown(const RunPlan& plan) {
  std::string text;
  for (auto chunk = plan.first(); chunk; chunk = plan.from(chunk->chunk + 1))
    text += (text.empty() ? "" : " ") + std::to_string(chunk->chunk) + ":" + std::to_string(chunk->firstGame) + "+" +
            std::to_string(chunk->games);
  return text;
}

TEST(RunPlan, ALastShorterChunkEndsTheRun) {
  EXPECT_EQ(shown(RunPlan(settingsOf(0, 10, 4))), "0:0+4 1:4+4 2:8+2");
  EXPECT_EQ(shown(RunPlan(settingsOf(0, 8, 4))), "0:0+4 1:4+4");
  EXPECT_EQ(shown(RunPlan(settingsOf(0, 1, 4096))), "0:0+1");
}

TEST(RunPlan, AGamesChunkIsItsNumberDividedWhoeverPlaysIt) {
  EXPECT_EQ(shown(RunPlan(settingsOf(6, 7, 4))), "1:6+2 2:8+4 3:12+1");
}

TEST(RunPlan, ShardsShareOutTheChunksOfTheWholeRun) {
  EXPECT_EQ(shown(RunPlan(settingsOf(0, 18, 4, 0, 3))), "0:0+4 3:12+4");
  EXPECT_EQ(shown(RunPlan(settingsOf(0, 18, 4, 1, 3))), "1:4+4 4:16+2");
  EXPECT_EQ(shown(RunPlan(settingsOf(0, 18, 4, 2, 3))), "2:8+4");
  EXPECT_EQ(shown(RunPlan(settingsOf(9, 4, 4, 1, 3))), "");
  EXPECT_EQ(RunPlan(settingsOf(0, 18, 4, 1, 3)).games(), 6u);
}

TEST(RunPlan, EveryGameIsInOneChunkOfOneShard) {
  std::multiset<u64> games;
  for (u64 shard = 0; shard < 5; ++shard) {
    const RunPlan plan(settingsOf(13, 100, 7, shard, 5));
    for (auto chunk = plan.first(); chunk; chunk = plan.from(chunk->chunk + 1))
      for (u64 i = 0; i < chunk->games; ++i) games.insert(chunk->firstGame + i);
  }
  EXPECT_EQ(games.size(), 100u);
  EXPECT_EQ(std::set<u64>(games.begin(), games.end()).size(), 100u);
  EXPECT_EQ(*games.begin(), 13u);
  EXPECT_EQ(*games.rbegin(), 112u);
}

TEST(RunPlan, FindsTheChunkOfAGame) {
  const RunPlan plan(settingsOf(6, 7, 4));
  EXPECT_EQ(plan.chunkOf(6)->chunk, 1u);
  EXPECT_EQ(plan.chunkOf(12)->chunk, 3u);
  EXPECT_FALSE(plan.chunkOf(5));
  EXPECT_FALSE(plan.chunkOf(13));
  EXPECT_FALSE(RunPlan(settingsOf(0, 18, 4, 1, 3)).chunkOf(0)) << "another shard's";
}

TEST(RunPlan, ARunInPositionsHasNoLastChunkAndIsSharedByTheShards) {
  RunSettings s = settingsOf(0, 0, 4, 1, 3);
  s.games.reset();
  s.positions = 1000;
  const RunPlan plan(s);
  EXPECT_EQ(plan.positions(), 334u);
  EXPECT_FALSE(plan.games());
  EXPECT_EQ(plan.from(1'000'000)->games, 4u);
}

}  // namespace
}  // namespace tabiya
