// A run's bytes depend on its settings alone: not on threads, stops, or how the games are shared out.
#include "datagen/run.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datagen/replay.h"
#include "tests/datagen/run_files.h"

namespace tabiya {
namespace {

using testing::dataOf;
using testing::TemporaryDirectory;

RunInputs inputsOf(u64 games, u64 chunkGames, int threads = 1) {
  RunInputs inputs;
  inputs.settings.game.nodes = 100;
  inputs.settings.game.hashMb = 1;
  inputs.settings.game.gameLog = true;
  inputs.settings.games = games;
  inputs.settings.chunkGames = chunkGames;
  inputs.net = *chooseNet("none");
  inputs.openings = std::make_shared<const std::vector<Opening>>(builtinOpeningPool());
  inputs.origin = {"none", "test", "here", threads};
  return inputs;
}

// Interrupts the run once `games` are written, if asked to.
struct Listener : RunObserver {
  explicit Listener(u64 stopAfter = ~u64{0}) : stopAfter_(stopAfter) {}
  void begun(const Tally& tally) override { before = tally; }
  void gameWritten(const PlayedGame& game, const GameFacts&) override {
    numbers.push_back(game.number);
    if (numbers.size() >= stopAfter_) interrupted = true;
  }
  void chunkFinished(const ChunkManifest& manifest) override { chunks.push_back(manifest.chunk); }
  void tick() override {}
  void stopping() override { ++stops; }

  u64 stopAfter_;
  std::atomic<bool> interrupted{false};
  Tally before;
  std::vector<u64> numbers;
  std::vector<u64> chunks;
  int stops = 0;
};

RunReport runIn(const std::string& path, const RunInputs& inputs, Listener& listener) {
  auto directory = RunDirectory::open(path, toJson(inputs.settings), {}, false);
  EXPECT_TRUE(directory) << directory.error();
  auto report = runDatagen(inputs, *directory, listener.interrupted, listener);
  EXPECT_TRUE(report) << report.error();
  return *report;
}

RunReport runIn(const std::string& path, const RunInputs& inputs) {
  Listener listener;
  return runIn(path, inputs, listener);
}

std::string joined(const std::map<std::string, std::string>& files, const std::string& extension) {
  std::string bytes;
  for (const auto& [name, content] : files)
    if (name.ends_with(extension)) bytes += content;
  return bytes;
}

TEST(Run, TheSameFilesOnOneThreadAndOnTwo) {
  const TemporaryDirectory one, two;
  runIn(one.file("run"), inputsOf(11, 4, 1));
  runIn(two.file("run"), inputsOf(11, 4, 2));
  const auto files = dataOf(one.file("run"));
  EXPECT_EQ(files.size(), 9u);
  EXPECT_EQ(files, dataOf(two.file("run")));
}

TEST(Run, AnInterruptFinishesTheRunningGamesAndTheNextStartGoesOn) {
  // More games than two threads may have begun when the second is written, however slowly that is read.
  constexpr u64 kGames = 80;
  const TemporaryDirectory whole, parts;
  runIn(whole.file("run"), inputsOf(kGames, 32));
  Listener first(2);
  const RunReport stopped = runIn(parts.file("run"), inputsOf(kGames, 32, 2), first);
  EXPECT_FALSE(stopped.finished);
  EXPECT_EQ(first.stops, 1);
  EXPECT_GE(stopped.total.games, 2u);
  EXPECT_EQ(stopped.total.games, first.numbers.size());

  Listener second;
  const RunReport finished = runIn(parts.file("run"), inputsOf(kGames, 32, 1), second);
  EXPECT_TRUE(finished.finished);
  EXPECT_EQ(second.before.games, stopped.total.games);
  ASSERT_FALSE(second.numbers.empty());
  EXPECT_EQ(second.numbers.front(), first.numbers.back() + 1);
  EXPECT_EQ(finished.total.games, kGames);
  EXPECT_EQ(dataOf(parts.file("run")), dataOf(whole.file("run")));
}

TEST(Run, AFinishedRunHasNothingLeftToDo) {
  const TemporaryDirectory dir;
  runIn(dir.file("run"), inputsOf(5, 2));
  Listener again;
  const RunReport report = runIn(dir.file("run"), inputsOf(5, 2), again);
  EXPECT_TRUE(report.finished);
  EXPECT_TRUE(again.numbers.empty());
  EXPECT_EQ(again.before.games, 5u);
}

TEST(Run, StatisticsOfAChunkFinishedAfterARestartAreThoseOfAllItsGames) {
  const TemporaryDirectory whole, parts;
  runIn(whole.file("run"), inputsOf(6, 8));
  Listener first(3);
  runIn(parts.file("run"), inputsOf(6, 8), first);
  runIn(parts.file("run"), inputsOf(6, 8));
  const auto a = readManifest(whole.file("run/chunk-00000.json"));
  const auto b = readManifest(parts.file("run/chunk-00000.json"));
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->results, b->results);
  EXPECT_EQ(a->endReasons, b->endReasons);
  EXPECT_EQ(a->rejected, b->rejected);
  EXPECT_EQ(a->positions, b->positions);
  EXPECT_EQ(a->xxh3, b->xxh3);
}

TEST(Run, ALostChunkIsMadeAgain) {
  const TemporaryDirectory dir;
  runIn(dir.file("run"), inputsOf(6, 2));
  const auto files = dataOf(dir.file("run"));
  std::filesystem::remove(dir.file("run/chunk-00001.bin"));
  Listener listener;
  runIn(dir.file("run"), inputsOf(6, 2), listener);
  EXPECT_EQ(listener.numbers, (std::vector<u64>{2, 3}));
  EXPECT_EQ(dataOf(dir.file("run")), files);
}

TEST(Run, TwoRunsOfHalfTheGamesAreTheWholeRun) {
  const TemporaryDirectory dir;
  runIn(dir.file("whole"), inputsOf(9, 3));
  runIn(dir.file("first"), inputsOf(5, 3));
  RunInputs rest = inputsOf(4, 3);
  rest.settings.firstGame = 5;
  runIn(dir.file("rest"), rest);
  for (const std::string extension : {".bin", ".idx", ".vf"})
    EXPECT_EQ(joined(dataOf(dir.file("whole")), extension),
              joined(dataOf(dir.file("first")), extension) + joined(dataOf(dir.file("rest")), extension));
}

TEST(Run, ShardsTogetherAreTheWholeRun) {
  const TemporaryDirectory dir;
  runIn(dir.file("whole"), inputsOf(8, 3));
  auto together = std::map<std::string, std::string>{};
  for (u64 shard = 0; shard < 2; ++shard) {
    RunInputs inputs = inputsOf(8, 3);
    inputs.settings.shard = shard;
    inputs.settings.shards = 2;
    const std::string path = dir.file("shard" + std::to_string(shard));
    runIn(path, inputs);
    for (const auto& file : dataOf(path)) EXPECT_TRUE(together.insert(file).second) << file.first;
  }
  EXPECT_EQ(together, dataOf(dir.file("whole")));
}

TEST(Run, APositionsGoalEndsWithTheGameThatReachesIt) {
  const TemporaryDirectory dir;
  const auto inputs = [](int threads) {
    RunInputs in = inputsOf(0, 2, threads);
    in.settings.games.reset();
    in.settings.positions = 150;
    return in;
  };
  const RunReport report = runIn(dir.file("one"), inputs(1));
  EXPECT_GE(report.total.positions, 150u);
  Listener listener(2);
  runIn(dir.file("two"), inputs(2), listener);
  runIn(dir.file("two"), inputs(2));
  EXPECT_EQ(dataOf(dir.file("one")), dataOf(dir.file("two")));

  // One game fewer would not have been enough.
  const auto index = testing::contentOf(
      dir.file("one/chunk-" + std::string("0000") + std::to_string((report.total.games - 1) / 2) + ".idx"));
  const auto* last = reinterpret_cast<const u8*>(index.data()) + index.size() - 2;
  EXPECT_LT(report.total.positions - loadLittle<u16>(last), 150u);

  Listener again;
  EXPECT_TRUE(runIn(dir.file("one"), inputs(1), again).finished);
  EXPECT_TRUE(again.numbers.empty());
}

TEST(Run, AnyGameOfItReplaysAlone) {
  const TemporaryDirectory dir;
  for (const bool compress : {false, true}) {
    RunInputs inputs = inputsOf(7, 3, 2);
    inputs.settings.compress = compress;
    const std::string path = dir.file(compress ? "packed" : "raw");
    Listener stopped(5);
    runIn(path, inputs, stopped);  // games 0 to 2 in a complete chunk, the others perhaps in the one in work
    GamePlayer player(inputs.settings.game, inputs.net, inputs.openings);
    for (const u64 number : {4, 1}) {
      const auto stored = readStoredGame(path, inputs.settings, number);
      ASSERT_TRUE(stored) << stored.error();
      auto game = player.play(number, std::atomic<bool>{false});
      EXPECT_EQ(differenceTo(*stored, *game), "");
      game->records.at(1).bytes[28] ^= 1;
      EXPECT_NE(differenceTo(*stored, *game).find("record 1 is "), std::string::npos);
    }
    EXPECT_EQ(readStoredGame(path, inputs.settings, 7).error(),
              "game 7 is not in the run in " + path + ", which begins with game 0 and has 7 games");
  }
}

TEST(RunSettings, ComeBackFromRunJsonAsTheyWere) {
  const TemporaryDirectory dir;
  RunSettings s;
  s.positions = 12'345;
  s.game.seed = ~u64{0};
  s.game.maxStartScore.reset();
  s.game.chess960 = 0.3;
  s.game.rules.winScore = 2000;
  s.shards = 4;
  s.shard = 3;
  s.network = "none";
  ASSERT_TRUE(RunDirectory::open(dir.file("run"), toJson(s), notesOf({"none", "book.epd"}, {}), false));
  const auto stored = readStoredRun(dir.file("run"));
  ASSERT_TRUE(stored) << stored.error();
  EXPECT_EQ(toJson(stored->settings), toJson(s));
  EXPECT_EQ(stored->sources.net, "none");
  EXPECT_EQ(stored->sources.book, "book.epd");
}

TEST(RunSettings, ContradictionsAreSentences) {
  RunSettings s;
  EXPECT_FALSE(checkSettings(s)) << "neither games nor positions";
  s.games = 10;
  EXPECT_TRUE(checkSettings(s));
  s.shards = 4;
  s.shard = 4;
  EXPECT_EQ(checkSettings(s).error(), "--shard 4 of --shards 4: shards count from 0 to one less than their number");
}

TEST(RunSettings, EngineBehaviourIsTheSameEachTime) {
  EXPECT_EQ(engineBehaviour(), engineBehaviour());
}

}  // namespace
}  // namespace tabiya
