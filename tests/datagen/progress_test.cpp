// What a run shows of itself, and its alarms.
#include "datagen/progress.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datagen/progress_log.h"
#include "tests/datagen/run_files.h"

namespace tabiya {
namespace {

PlayedGame game(GameResult result, u32 kept = 0) {
  PlayedGame played;
  played.result = result;
  played.end = EndReason::MateSeen;
  for (u32 i = 0; i < kept; ++i) {
    Record record;
    storeLittle<u64>(record.bytes.data(), u64{0xff} << 32 | (i + 1));  // eight pieces and more
    played.records.push_back(record);
  }
  played.plies = 2 * kept;
  played.nodes = 2000 * kept;
  played.depths = 14 * kept;
  return played;
}

void add(RunProgress& progress, const PlayedGame& played) {
  progress.add(played, factsOf(played, 0));
}

TEST(Progress, RatesAndTimeLeftCountThisStartAlone) {
  RunProgress progress(100, std::nullopt);
  Tally before;
  before.games = 40;
  before.positions = 4000;
  progress.begun(before);
  EXPECT_FALSE(progress.secondsLeft(1));
  for (int i = 0; i < 20; ++i) add(progress, game(GameResult::WhiteWins, 50));
  EXPECT_DOUBLE_EQ(progress.positionsPerSecond(10), 100);
  EXPECT_DOUBLE_EQ(*progress.secondsLeft(10), 20);  // 40 of 100 games left, 2 a second
  EXPECT_EQ(progress.total().games, 60u);
}

TEST(Progress, JsonLineHoldsWhatThePanelShows) {
  RunProgress progress(std::nullopt, 400);
  add(progress, game(GameResult::BlackWins, 100));
  add(progress, game(GameResult::Draw, 100));
  const auto json = nlohmann::json::parse(progress.jsonLine(4));
  EXPECT_EQ(json["games"], 2);
  EXPECT_EQ(json["positions"], 200);
  EXPECT_EQ(json["positions_per_second"], 50.0);
  EXPECT_EQ(json["keep_rate"], 0.5);
  EXPECT_EQ(json["results"]["black_wins"], 1);
  EXPECT_EQ(json["results"]["draws"], 1);
  EXPECT_EQ(json["end_reasons"]["mate_seen"], 2);
  EXPECT_EQ(json["mean_depth"], 7.0);
  EXPECT_EQ(json["mean_nodes"], 1000.0);
  EXPECT_EQ(json["duplicates"], 0.5);
  EXPECT_EQ(json["seconds_left"], 4.0);
}

TEST(Progress, WarnsOnceWhenOneColourNeverWins) {
  RunProgress progress(1000, std::nullopt);
  for (int i = 0; i < 199; ++i) add(progress, game(i % 2 ? GameResult::WhiteWins : GameResult::Draw));
  EXPECT_TRUE(progress.newAlarms().empty());
  add(progress, game(GameResult::WhiteWins));
  EXPECT_EQ(progress.newAlarms(), std::vector<std::string>{"Black has won none of 200 games"});
  add(progress, game(GameResult::WhiteWins));
  EXPECT_TRUE(progress.newAlarms().empty());
}

TEST(Progress, WarnsOfTooManyDraws) {
  RunProgress progress(1000, std::nullopt);
  for (int i = 0; i < 200; ++i)
    add(progress, game(i < 9 ? GameResult::WhiteWins : i < 18 ? GameResult::BlackWins : GameResult::Draw));
  EXPECT_EQ(progress.newAlarms(), std::vector<std::string>{"91.0 % of 200 games are draws"});
}

TEST(Progress, WarnsOfPositionsMetInAnotherGame) {
  RunProgress progress(1000, std::nullopt);
  for (int i = 0; i < 2; ++i) add(progress, game(GameResult::Draw, 5000));
  EXPECT_EQ(
      progress.newAlarms(),
      std::vector<std::string>{"50.00 % of the positions with 8 pieces and more stood in another game, more than 1 %"});
}

TEST(Progress, RepetitionsWithinAGameAndBareEndingsAreNoDuplicates) {
  RunProgress progress(1000, std::nullopt);
  PlayedGame repeating = game(GameResult::Draw, 10'000);
  const std::vector<Record> once = repeating.records;
  repeating.records.insert(repeating.records.end(), once.begin(), once.end());
  PlayedGame bare = game(GameResult::Draw, 5000);
  for (Record& record : bare.records) record.bytes[4] = 0;
  std::erase_if(bare.records, [](const Record& record) { return record.occupied().count() > 7; });
  add(progress, repeating);
  for (int i = 0; i < 9; ++i) add(progress, bare);
  EXPECT_TRUE(progress.newAlarms().empty());
  EXPECT_EQ(nlohmann::json::parse(progress.jsonLine(1))["duplicates"], 0.0);
}

TEST(DuplicateEstimate, StaysRightWhenTheSampleThinsOut) {
  DuplicateEstimate estimate;
  Random random(1);
  u64 last = 0;
  for (int i = 0; i < 1'200'000; ++i) {
    if (i % 10 != 9) last = random.next();  // every tenth position comes twice
    estimate.add(last);
  }
  EXPECT_LT(estimate.sampled(), 700'000u);
  EXPECT_NEAR(estimate.share(), 0.1, 0.005);
}

TEST(ProgressLog, CutsALineThatAKillLeftUnfinished) {
  const testing::TemporaryDirectory dir;
  const std::string path = dir.file("progress.jsonl");
  testing::writeText(path, "{\"games\":1}\n{\"gam");
  ProgressLog(path).add("{\"games\":2}");
  EXPECT_EQ(testing::contentOf(path), "{\"games\":1}\n{\"games\":2}\n");
}

}  // namespace
}  // namespace tabiya
