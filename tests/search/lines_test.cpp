// Several best lines, some moves only, and thinking on the other side's time.
#include <gtest/gtest.h>

#include "engine/movegen/san.h"
#include "tests/search/search_helpers.h"

namespace tabiya {
namespace {

TEST(MultiPv, LinesBeginWithDifferentMovesAndTheBestIsFirst) {
  Limits limits = depthLimit(6);
  limits.multiPv = 3;
  std::vector<SearchInfo> infos;
  const SearchResult result =
      searchFresh(read(kKiwipete), limits, {}, {}, [&](const SearchInfo& info) { infos.push_back(info); });
  ASSERT_EQ(infos.size(), 18u);
  for (std::size_t i = 0; i < infos.size(); ++i) {
    EXPECT_EQ(infos[i].multipv, static_cast<int>(i % 3) + 1);
    if (i % 3 > 0) {
      EXPECT_LE(infos[i].score, infos[i - 1].score);
      EXPECT_NE(infos[i].pv.front(), infos[i - 1].pv.front());
    }
  }
  EXPECT_NE(infos[15].pv.front(), infos[17].pv.front());
  EXPECT_EQ(result.best, infos[15].pv.front());
  EXPECT_EQ(result.score, infos[15].score);
}

TEST(MultiPv, MoreLinesThanMovesAreAsManyAsMoves) {
  Limits limits = depthLimit(3);
  limits.multiPv = 50;
  int lines = 0;
  searchFresh(read("7k/8/8/8/8/8/1r6/K7 w - - 0 1"), limits, {}, {},
              [&](const SearchInfo& i) { lines += i.depth == 1; });
  EXPECT_EQ(lines, 1);
}

TEST(MultiPv, TheSecondLineOfAForcedMateIsTheSecondBestMove) {
  Limits limits = depthLimit(5);
  limits.multiPv = 2;
  std::vector<SearchInfo> infos;
  searchFresh(read("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), limits, {}, {},
              [&](const SearchInfo& i) { infos.push_back(i); });
  ASSERT_EQ(infos.back().multipv, 2);
  EXPECT_EQ(infos[infos.size() - 2].score, kMate - 1);
  EXPECT_LT(infos.back().score, kMate - 1);
  EXPECT_GT(infos.back().score, 100);
}

TEST(Search, SomeMovesOnlyLeaveNoResultOfTheRootInTheTable) {
  TranspositionTable table(2);
  const Settings settings;
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  Limits limits = depthLimit(5);
  const Position position = Position::startpos();
  limits.searchMoves = {readUci(position, "f2f3").value()};
  pool.search(position, {}, limits, never, {});
  EXPECT_FALSE(table.probe(position.key()));
}

TEST(Ponder, TheClockRunsFromTheHitOn) {
  TranspositionTable table(2);
  const Settings settings;
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  std::atomic<bool> pondering = true;
  Limits limits;
  limits.movetimeMs = 1;
  limits.pondering = &pondering;
  // The hit comes once the search is past a depth that a millisecond does not reach.
  int reached = 0;
  const SearchResult result = pool.search(read(kKiwipete), {}, limits, never, [&](const SearchInfo& info) {
    reached = info.depth;
    if (info.depth >= 7) pondering = false;
  });
  EXPECT_GE(reached, 7);
  EXPECT_LT(result.depth, kMaxPly);
  EXPECT_TRUE(isLegal(read(kKiwipete), result.best));
}

TEST(Ponder, WithoutAnyLimitTheHitEndsIt) {
  TranspositionTable table(2);
  const Settings settings;
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  std::atomic<bool> pondering = true;
  Limits limits;
  limits.pondering = &pondering;
  const SearchResult result = pool.search(read(kKiwipete), {}, limits, never, [&](const SearchInfo& info) {
    if (info.depth >= 5) pondering = false;
  });
  EXPECT_GE(result.depth, 5);
  EXPECT_LT(result.depth, 12);
}

}  // namespace
}  // namespace tabiya
