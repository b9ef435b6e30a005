// Splitting parts whole games, the same ones as the hold-out rule says.
#include "records/split.h"

#include <algorithm>

#include "records/games.h"
#include "records/manifest.h"
#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::Games;
using testing::someGames;
using testing::TemporaryDirectory;
using testing::writeIndex;
using testing::writeRaw;

struct Parted {
  std::vector<Record> training, validation;
  std::vector<u16> trainingGames, validationGames;
  SplitCounts counts;
  u64 nextGame = 0;
  bool hasGames = true;
  std::string error;
};

Parted split(const TemporaryDirectory& directory, const std::vector<std::string>& files, const SplitOptions& options,
             u64 nextGame = 0) {
  Parted parted;
  parted.nextGame = nextGame;
  SplitPart training{RecordWriter(directory.file("t.out")), {}, true};
  SplitPart validation{RecordWriter(directory.file("v.out")), {}, true};
  for (const std::string& file : files) {
    auto done = splitRecordFile(directory.file(file), options, training, validation, parted.nextGame, parted.counts,
                                [](u64, u64) { return true; });
    if (!done) {
      parted.error = done.error();
      return parted;
    }
  }
  training.writer.finish();
  validation.writer.finish();
  if (auto read = readRecordFile(directory.file("t.out"))) parted.training = *read;
  if (auto read = readRecordFile(directory.file("v.out"))) parted.validation = *read;
  parted.trainingGames = training.games;
  parted.validationGames = validation.games;
  parted.hasGames = training.hasGames;
  return parted;
}

// What the rule says of games numbered from `first`.
Parted byTheRule(const Games& games, const SplitOptions& options, u64 first = 0) {
  Parted parted;
  auto at = games.records.begin();
  for (std::size_t g = 0; g < games.counts.size(); ++g) {
    const bool held = gameIsHeldOut(options.seed, first + g, options.share);
    auto& part = held ? parted.validation : parted.training;
    part.insert(part.end(), at, at + games.counts[g]);
    if (games.counts[g]) (held ? parted.validationGames : parted.trainingGames).push_back(games.counts[g]);
    at += games.counts[g];
  }
  return parted;
}

void expectSame(const Parted& found, const Parted& expected) {
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.training, expected.training);
  EXPECT_EQ(found.validation, expected.validation);
  EXPECT_EQ(found.trainingGames, expected.trainingGames);
  EXPECT_EQ(found.validationGames, expected.validationGames);
}

TEST(Split, WholeGamesGoByTheHoldOutRule) {
  TemporaryDirectory directory;
  const Games games = someGames(40, 60);
  writeRaw(directory.file("a.bin"), games.records);
  const SplitOptions options{0.25, 3};
  const Parted parted = split(directory, {"a.bin"}, options);
  expectSame(parted, byTheRule(games, options));
  EXPECT_FALSE(parted.validation.empty());
  EXPECT_EQ(parted.counts.games, 40u);
  EXPECT_EQ(parted.counts.heldOutGames, parted.validationGames.size());
  EXPECT_EQ(parted.counts.heldOutRecords, parted.validation.size());
  EXPECT_EQ(parted.nextGame, 40u);
}

TEST(Split, FilesAreNumberedOn) {
  TemporaryDirectory directory;
  const Games all = someGames(40, 60);
  const auto firstRecords = static_cast<std::ptrdiff_t>([&] {
    std::size_t sum = 0;
    for (std::size_t g = 0; g < 15; ++g) sum += all.counts[g];
    return sum;
  }());
  writeRaw(directory.file("a.bin"), {all.records.begin(), all.records.begin() + firstRecords});
  writeRaw(directory.file("b.bin"), {all.records.begin() + firstRecords, all.records.end()});
  const SplitOptions options{0.25, 3};
  expectSame(split(directory, {"a.bin", "b.bin"}, options), byTheRule(all, options));
}

TEST(Split, ManifestTellsTheNumbersAndTheIndexTheGames) {
  TemporaryDirectory directory;
  Games games = someGames(30, 60);
  games.counts.insert(games.counts.begin() + 4, 0);
  writeRaw(directory.file("a.bin"), games.records);
  writeIndex(directory.file("a.idx"), games.counts);
  ChunkManifest manifest;
  manifest.firstGame = 4096;
  writeManifest(manifest, directory.file("a.json"));
  const SplitOptions options{0.3, 9};
  const Parted parted = split(directory, {"a.bin"}, options);
  expectSame(parted, byTheRule(games, options, 4096));
  EXPECT_EQ(parted.nextGame, 4096u + 31);
}

TEST(Split, IndexThatDoesNotFitIsAnError) {
  TemporaryDirectory directory;
  Games games = someGames(5, 60);
  writeRaw(directory.file("a.bin"), games.records);
  for (int by : {-1, 1}) {
    auto counts = games.counts;
    counts.back() = static_cast<u16>(counts.back() + by);
    writeIndex(directory.file("a.idx"), counts);
    EXPECT_EQ(split(directory, {"a.bin"}, {0.3, 9}).error,
              directory.file("a.idx") + " does not count as many records as " + directory.file("a.bin") + " holds");
  }
}

TEST(Split, ShuffledFilesKeepEqualPositionsTogether) {
  TemporaryDirectory directory;
  auto records = someGames(40, 60).records;
  records.insert(records.end(), records.begin(), records.begin() + 500);
  Random random(1);
  for (std::size_t i = records.size() - 1; i > 0; --i) std::swap(records[i], records[random.below(i + 1)]);
  writeRaw(directory.file("a.bin"), records);
  const Parted parted = split(directory, {"a.bin"}, {0.2, 1});
  EXPECT_FALSE(parted.hasGames);
  EXPECT_EQ(parted.counts.shuffledFiles, 1u);
  EXPECT_EQ(parted.training.size() + parted.validation.size(), records.size());
  EXPECT_NEAR(static_cast<double>(parted.validation.size()) / static_cast<double>(records.size()), 0.2, 0.05);
  std::vector<u64> keys;
  for (const Record& record : parted.training) keys.push_back(recordKey(record));
  std::sort(keys.begin(), keys.end());
  for (const Record& record : parted.validation)
    ASSERT_FALSE(std::binary_search(keys.begin(), keys.end(), recordKey(record)));
}

TEST(Split, BadRecordsAreLeftOutAndCounted) {
  TemporaryDirectory directory;
  Games games = someGames(6, 60);
  writeIndex(directory.file("a.idx"), games.counts);
  games.records[3].bytes[30] = 7;
  games.records[0] = Record{};
  writeRaw(directory.file("a.bin"), games.records);
  const Parted parted = split(directory, {"a.bin"}, {0.5, 4});
  EXPECT_EQ(parted.counts.rejects.total(), 2u);
  EXPECT_EQ(parted.training.size() + parted.validation.size(), games.records.size() - 2);
  // The first game has lost two records and is a game still.
  EXPECT_EQ(parted.trainingGames.size() + parted.validationGames.size(), 6u);
  EXPECT_EQ(parted.counts.games, 6u);
}

}  // namespace
}  // namespace tabiya
