// Perft: the three files of counts, and the slow twin that made them a second time.
#include "engine/movegen/perft.h"

#include <unistd.h>

#include <filesystem>

#include "engine/base/files.h"
#include "engine/movegen/perft_suite.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

PerftSuiteSummary expectSuite(const char* name, u64 maxNodes) {
  const auto summary = runPerftSuite(dataFile(name), {.maxNodes = maxNodes}, [](const PerftCheck& check) {
    EXPECT_EQ(check.counted, check.expected) << check.fen << " depth " << check.depth;
  });
  EXPECT_TRUE(summary) << summary.error();
  return *summary;
}

TEST(Perft, EveryCountUpToSixMillion) {
  EXPECT_EQ(expectSuite("perft.epd", 6'000'000).positions, 6);
  EXPECT_GE(expectSuite("perft960.epd", 6'000'000).positions, 12);
  EXPECT_GE(expectSuite("perft_traps.epd", 6'000'000).positions, 12);
}

TEST(Perft, EveryCount_slow) {
  for (const char* name : {"perft.epd", "perft960.epd", "perft_traps.epd"})
    EXPECT_EQ(expectSuite(name, ~u64{0}).skipped, 0);
}

void expectSlowTwinAgrees(u64 maxNodes) {
  for (const char* name : {"perft.epd", "perft960.epd", "perft_traps.epd"}) {
    for (const EpdLine& line : *readEpdFile(dataFile(name))) {
      for (int depth = 1; depth <= static_cast<int>(line.operations.size()); ++depth) {
        const u64 expected = std::stoull(*line.find("D" + std::to_string(depth)));
        if (expected <= maxNodes) {
          EXPECT_EQ(perftSlow(line.position, depth), expected) << line.fen << " " << depth;
        }
      }
    }
  }
}

TEST(Perft, TheSlowTwinCountsTheSame) {
  expectSlowTwinAgrees(25'000);
}

TEST(Perft, TheSlowTwinCountsTheSameDeeper_slow) {
  expectSlowTwinAgrees(700'000);
}

TEST(Perft, DepthZeroIsThePositionItself) {
  EXPECT_EQ(perft(Position::startpos(), 0), 1u);
  EXPECT_EQ(perftSlow(Position::startpos(), 0), 1u);
}

TEST(Perft, DivideSplitsTheCountByFirstMove) {
  const auto counts = divide(Position::startpos(), 4);
  ASSERT_EQ(counts.size(), 20u);
  u64 sum = 0;
  for (const auto& [move, count] : counts) {
    sum += count;
    if (move == Move(Square::E2, Square::E4)) {
      EXPECT_EQ(count, 13160u);
    }
  }
  EXPECT_EQ(sum, 197281u);
}

class SuiteFile : public testing::Test {
 protected:
  void write(const std::string& text) { writeWholeFile(path_, text); }
  void TearDown() override { std::filesystem::remove(path_); }
  Result<PerftSuiteSummary> run() {
    return runPerftSuite(path_, {}, [this](const PerftCheck& check) { checks_.push_back(check); });
  }

  std::string path_ =
      (std::filesystem::temp_directory_path() / ("tabiya_suite_" + std::to_string(::getpid()))).string();
  std::vector<PerftCheck> checks_;
};

TEST_F(SuiteFile, AWrongCountIsReportedAndTheRestStillCounted) {
  write(
      "# counts\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401\n\n4k3/8/8/8/8/8/8/4K3 w - - "
      ";D1 5\n");
  const auto summary = run();
  ASSERT_TRUE(summary) << summary.error();
  EXPECT_EQ(summary->wrong, 1);
  ASSERT_EQ(checks_.size(), 3u);
  EXPECT_FALSE(checks_[1].right());
  EXPECT_EQ(checks_[1].lineNumber, 2);
  EXPECT_EQ(checks_[1].counted, 400u);
  EXPECT_TRUE(checks_[2].right());
}

TEST_F(SuiteFile, ALineWithoutCountsIsAnError) {
  write("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
  EXPECT_EQ(run().error(), path_ + ", line 1: no counts, expected operations like ;D1 20 ;D2 400");
}

TEST_F(SuiteFile, ADamagedCountIsAnError) {
  write("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 five\n");
  EXPECT_EQ(run().error(), path_ + ", line 1: 'D1 five' is no count, expected one like D3 8902");
}

}  // namespace
}  // namespace tabiya
