// What is counted over a set of records.
#include "records/stats.h"

#include "records/games.h"
#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::fen;
using testing::someGames;

TEST(Stats, CountsResultsSidesPiecesAndScores) {
  RecordStats stats;
  EXPECT_TRUE(stats.add(packRecord(Position::startpos(), WhiteScore{30}, GameResult::WhiteWins)));
  EXPECT_TRUE(stats.add(packRecord(fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"), WhiteScore{700}, GameResult::WhiteWins)));
  EXPECT_TRUE(stats.add(packRecord(fen("4k3/8/8/8/8/8/8/4K3 w - - 0 50"), WhiteScore{-100}, GameResult::Draw)));
  EXPECT_EQ(stats.records, 3u);
  EXPECT_EQ(stats.results, (std::array<u64, 3>{0, 1, 2}));
  EXPECT_EQ(stats.sideToMove, (std::array<u64, 2>{2, 1}));
  EXPECT_EQ(stats.pieces[32], 1u);
  EXPECT_EQ(stats.pieces[3], 1u);
  EXPECT_EQ(stats.pieces[2], 1u);
  EXPECT_EQ(stats.phases, (std::array<u64, 3>{1, 0, 2}));
  EXPECT_EQ(stats.scoreSum, 630);
  EXPECT_EQ(stats.absoluteScoreSum, 830);
  EXPECT_EQ(stats.lowestScore, -100);
  EXPECT_EQ(stats.highestScore, 700);
  EXPECT_EQ(stats.withinPawn, 2u);
  EXPECT_EQ(stats.beyondFivePawns, 1u);
  EXPECT_EQ(stats.withCastling, 1u);
  EXPECT_EQ(stats.highestFullmove, 50);
  EXPECT_EQ(stats.highestHalfmove, 3);
}

TEST(Stats, BinsHoldTheirLowerEndsAndTheResults) {
  RecordStats stats;
  const Position kings = fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  for (int score : {-32767, -2001, -2000, -1, 0, 49, 50, 1999, 2000, 32767})
    stats.add(packRecord(kings, WhiteScore{score}, score > 0 ? GameResult::WhiteWins : GameResult::Draw));
  const std::array<u64, kScoreEdges.size()> expected{2, 1, 0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 1, 2};
  EXPECT_EQ(stats.scoreBins, expected);
  EXPECT_EQ(stats.scoreBinPoints[7], 3u);   // a draw and a win
  EXPECT_EQ(stats.scoreBinPoints[13], 4u);  // two wins
}

TEST(Stats, ChecksAndNoisyMovesAreCounted) {
  RecordStats stats;
  stats.add(packRecord(fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), {}, GameResult::Draw, Move(Square::E1, Square::E2)));
  stats.add(packRecord(fen("4k3/8/8/8/8/8/r7/4K3 w - - 0 1"), {}, GameResult::Draw, Move(Square::E1, Square::F1)));
  EXPECT_EQ(stats.inCheck, 1u);
  EXPECT_EQ(stats.moveKnown, 2u);
  EXPECT_EQ(stats.moveNoisy, 1u);
}

TEST(Stats, RejectedAndMendedRecordsAreCountedByReason) {
  RecordStats stats;
  EXPECT_FALSE(stats.add(Record{}));
  Record result = packRecord(Position::startpos(), {}, GameResult::Draw);
  result.bytes[30] = 9;
  EXPECT_FALSE(stats.add(result));
  Record blemished = packRecord(Position::startpos(), {}, GameResult::Draw);
  blemished.bytes[26] = 0;
  EXPECT_TRUE(stats.add(blemished));
  using Rows = std::vector<std::pair<std::string, u64>>;
  EXPECT_EQ(stats.rejects.reasons(), (Rows{{"no or several kings", 1}, {"result over 2", 1}}));
  EXPECT_EQ(stats.rejects.mended(), (Rows{{"fullmove number 0", 1}}));
  EXPECT_EQ(stats.rejects.total(), 2u);
  EXPECT_EQ(stats.records, 1u);
}

TEST(Stats, PhasesFollowTheRemainingPieces) {
  const auto phase = [](const char* text) { return phaseOf(packRecord(fen(text), {}, GameResult::Draw)); };
  EXPECT_EQ(phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Phase::Opening);
  EXPECT_EQ(phase("r2qk2r/8/8/8/8/8/8/R2QK2R w - - 0 1"), Phase::Middlegame);
  EXPECT_EQ(phase("r3k3/pppppppp/8/8/8/8/PPPPPPPP/R2NK3 w - - 0 1"), Phase::Endgame);
}

TEST(Stats, GamesAreCountedFromTheIndexOrInferred) {
  const auto games = someGames(9, 60);
  RecordStats inferred, known;
  GameCounter byInference(nullptr);
  std::vector<u16> counts = games.counts;
  counts.insert(counts.begin() + 2, 0);
  GameCounter byIndex(&counts);
  for (const Record& record : games.records) {
    byInference.add(record);
    byIndex.add(record);
  }
  byInference.finish(inferred);
  byIndex.finish(known);
  EXPECT_EQ(inferred.games, 9u);
  EXPECT_EQ(inferred.gamesFromIndex, 0u);
  EXPECT_EQ(inferred.gameResults, (std::array<u64, 3>{3, 3, 3}));
  EXPECT_EQ(known.games, 10u);
  EXPECT_EQ(known.gamesFromIndex, 10u);
  EXPECT_EQ(known.gamesWithoutRecords, 1u);
  EXPECT_EQ(known.gameResults, (std::array<u64, 3>{3, 3, 3}));
}

TEST(Duplicates, AreCountedExactlyInSmallSets) {
  DuplicateEstimate estimate;
  for (u64 key = 0; key < 90; ++key) estimate.add(key);
  for (u64 key = 0; key < 10; ++key) estimate.add(key);
  EXPECT_TRUE(estimate.exact());
  EXPECT_DOUBLE_EQ(estimate.share(), 0.1);
  EXPECT_EQ(DuplicateEstimate().share(), 0.0);
}

TEST(Duplicates, AreEstimatedInLargeSets) {
  DuplicateEstimate estimate;
  for (u64 key = 0; key < 4'500'000; ++key) estimate.add(mix64(key % 4'000'000));
  EXPECT_FALSE(estimate.exact());
  EXPECT_NEAR(estimate.share(), 1.0 / 9, 0.001);
}

}  // namespace
}  // namespace tabiya
