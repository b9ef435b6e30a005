// Where games begin in a file, and which are held out.
#include "records/games.h"

#include <algorithm>

#include "records/manifest.h"
#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::fen;
using testing::gameRecords;
using testing::someGames;
using testing::TemporaryDirectory;
using testing::writeIndex;
using testing::writeText;

std::vector<u64> startsOf(const std::vector<u16>& counts) {
  std::vector<u64> starts;
  u64 at = 0;
  for (u16 count : counts) {
    starts.push_back(at);
    at += count;
  }
  return starts;
}

Record recordOf(const std::string& text, GameResult result = GameResult::Draw) {
  return packRecord(fen(text), {}, result);
}

TEST(GameBoundaries, GameEndsWhereThePlyDoesNotGrow) {
  const Record before = recordOf("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20");
  EXPECT_FALSE(beginsGame(before, recordOf("4k3/8/8/8/8/8/4P3/4K3 b - - 0 20")));
  EXPECT_TRUE(beginsGame(before, recordOf("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20")));
  EXPECT_TRUE(beginsGame(before, recordOf("4k3/8/8/8/8/8/4P3/4K3 b - - 0 19")));
}

TEST(GameBoundaries, GameEndsWherePiecesAreAddedOrTheResultChanges) {
  const Record before = recordOf("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20");
  EXPECT_FALSE(beginsGame(before, recordOf("4k3/8/8/8/8/8/8/4K3 w - - 0 30")));
  EXPECT_TRUE(beginsGame(before, recordOf("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 30")));
  EXPECT_TRUE(beginsGame(before, recordOf("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30", GameResult::WhiteWins)));
}

TEST(GameBoundaries, InferredOnesAreTheTrueOnesOfWholeGames) {
  TemporaryDirectory directory;
  const auto games = someGames(30, 90);
  const auto found = gameStarts(directory.file("a.bin"), games.records);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->starts, startsOf(games.counts));
  EXPECT_FALSE(found->fromIndex);
  EXPECT_FALSE(found->shuffled);
  EXPECT_FALSE(found->firstGame.has_value());
}

TEST(GameBoundaries, IndexBesideTheFileIsBelieved) {
  TemporaryDirectory directory;
  const auto games = someGames(3, 40);
  // A cut that inference would not make, and games of which nothing was kept.
  std::vector<u16> counts{0, 7, static_cast<u16>(games.records.size() - 7), 0};
  writeIndex(directory.file("a.idx"), counts);
  auto found = gameStarts(directory.file("a.bin.zst"), games.records);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->fromIndex);
  EXPECT_EQ(found->starts, (std::vector<u64>{0, 0, 7, games.records.size()}));
  ChunkManifest manifest;
  manifest.firstGame = 8192;
  writeManifest(manifest, directory.file("a.json"));
  EXPECT_EQ(gameStarts(directory.file("a.bin"), games.records)->firstGame, 8192u);
}

TEST(GameBoundaries, IndexThatCountsOtherRecordsIsAnError) {
  TemporaryDirectory directory;
  const auto games = someGames(2, 40);
  writeIndex(directory.file("a.idx"), {5, 6});
  EXPECT_EQ(gameStarts(directory.file("a.bin"), games.records).error(),
            directory.file("a.idx") + " counts 11 records in 2 games, but " + directory.file("a.bin") + " holds " +
                std::to_string(games.records.size()));
  writeText(directory.file("a.idx"), "x");
  EXPECT_FALSE(gameStarts(directory.file("a.bin"), games.records).ok());
}

TEST(GameBoundaries, ShuffledFilesHaveNoGames) {
  TemporaryDirectory directory;
  auto records = someGames(40, 90).records;
  Random random(1);
  for (std::size_t i = records.size() - 1; i > 0; --i) std::swap(records[i], records[random.below(i + 1)]);
  const auto found = gameStarts(directory.file("a.bin"), records);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->shuffled);
  EXPECT_EQ(found->starts.size(), records.size());
  // Four records of each game are games still.
  const auto games = someGames(40, 90);
  std::vector<Record> few;
  for (u64 start : startsOf(games.counts))
    for (u64 i : {0, 11, 12, 40}) few.push_back(games.records[start + i]);
  EXPECT_FALSE(gameStarts(directory.file("a.bin"), few)->shuffled);
}

TEST(GameBoundaries, NoRecordsHaveNoGames) {
  TemporaryDirectory directory;
  EXPECT_TRUE(gameStarts(directory.file("a.bin"), {})->starts.empty());
}

TEST(HeldOut, ShareOfGamesIsMetAndTheSeedChoosesThem) {
  int held = 0, inBoth = 0;
  for (u64 game = 0; game < 100000; ++game) {
    held += gameIsHeldOut(1, game, 0.05);
    inBoth += gameIsHeldOut(1, game, 0.05) && gameIsHeldOut(2, game, 0.05);
    // A larger share holds the smaller one.
    if (gameIsHeldOut(1, game, 0.05)) {
      ASSERT_TRUE(gameIsHeldOut(1, game, 0.06));
    }
  }
  EXPECT_NEAR(held, 5000, 300);
  EXPECT_NEAR(inBoth, 250, 70);
  EXPECT_FALSE(gameIsHeldOut(1, 7, 0.0));
  EXPECT_TRUE(gameIsHeldOut(1, 7, 1.0));
}

TEST(HeldOut, EqualPositionsShareAKeyWhateverTheirScoreResultAndClocks) {
  const Position position = fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20");
  const Position later = fen("4k3/8/8/8/8/8/4P3/4K3 w - - 9 50");
  const Record a = packRecord(position, WhiteScore{5}, GameResult::Draw);
  const Record b = packRecord(later, WhiteScore{-80}, GameResult::WhiteWins);
  EXPECT_EQ(recordKey(a), recordKey(b));
  EXPECT_NE(recordKey(a), recordKey(recordOf("4k3/8/8/8/8/8/4P3/4K3 b - - 0 20")));
  int held = 0;
  const auto records = someGames(60, 200).records;
  for (const Record& record : records) held += recordIsHeldOut(3, record, 0.2);
  EXPECT_NEAR(held / static_cast<double>(records.size()), 0.2, 0.03);
}

}  // namespace
}  // namespace tabiya
