// The transposition table: what is stored comes back, torn slots do not, and mates count from the node.
#include "engine/search/tt.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/base/random.h"

namespace tabiya {
namespace {

const Move kE2E4(Square::E2, Square::E4);

TEST(Table, AnEntrySurvivesPacking) {
  const TableEntry entry{.move = Move::promotion(Square::A7, Square::B8, PieceType::Rook),
                         .score = -31'990,
                         .depth = 128,
                         .bound = Bound::Upper,
                         .generation = 255,
                         .pv = true};
  EXPECT_EQ(unpackEntry(packEntry(entry)), entry);
}

TEST(Table, WhatIsStoredIsFoundAndOthersAreNot) {
  TranspositionTable table(1);
  table.store(0x1234'5678'9abc'def0, {.move = kE2E4, .score = 31, .depth = 7, .bound = Bound::Lower, .pv = true});
  const auto entry = table.probe(0x1234'5678'9abc'def0);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->move, kE2E4);
  EXPECT_EQ(entry->score, 31);
  EXPECT_EQ(entry->depth, 7);
  EXPECT_EQ(entry->bound, Bound::Lower);
  EXPECT_TRUE(entry->pv);
  EXPECT_FALSE(table.probe(0x1234'5678'9abc'def1).has_value());
  EXPECT_FALSE(table.probe(0).has_value());
}

TEST(Table, ATornSlotIsAMiss) {
  const u64 key = 0xfeed'face'cafe'beef;
  const u64 one = packEntry({.move = kE2E4, .score = 10, .depth = 3, .bound = Bound::Exact});
  const u64 other = packEntry({.move = kE2E4, .score = -250, .depth = 9, .bound = Bound::Lower});
  EXPECT_TRUE(readSlot(key, key ^ one, one).has_value());
  EXPECT_FALSE(readSlot(key, key ^ one, other).has_value());
  EXPECT_FALSE(readSlot(key, key ^ other, one).has_value());
}

TEST(Table, AnEmptySlotIsAMissEvenForKeyZero) {
  EXPECT_FALSE(readSlot(0, 0, 0).has_value());
}

TEST(Table, MateScoresCountFromTheNode) {
  // Mated in 5 plies from the root, found at ply 3: 2 plies from there.
  EXPECT_EQ(scoreToTable(-(kMate - 5), 3), -(kMate - 2));
  // The same position at ply 1 is mate 3 plies from the root.
  EXPECT_EQ(scoreFromTable(-(kMate - 2), 1), -(kMate - 3));
  EXPECT_EQ(scoreToTable(kTablebaseWin - 4, 4), kTablebaseWin);
  EXPECT_EQ(scoreToTable(250, 40), 250);
  for (const int ply : {0, 1, 17, kMaxPly})
    EXPECT_EQ(scoreFromTable(scoreToTable(kMate - 20 - ply, ply), ply), kMate - 20 - ply);
}

TEST(Table, ADeepResultOfThisSearchIsNotPushedOutByAShallowOne) {
  TranspositionTable table(1);
  // Two keys with the same leading bits share a slot.
  table.store(1, {.score = 1, .depth = 9, .bound = Bound::Exact});
  table.store(2, {.score = 2, .depth = 8, .bound = Bound::Exact});
  EXPECT_TRUE(table.probe(1).has_value());
  EXPECT_FALSE(table.probe(2).has_value());
  table.store(3, {.score = 3, .depth = 9, .bound = Bound::Exact});
  EXPECT_FALSE(table.probe(1).has_value());
  EXPECT_TRUE(table.probe(3).has_value());
  // An older search's results may always be replaced.
  table.newSearch();
  table.store(2, {.score = 2, .depth = 1, .bound = Bound::Exact});
  EXPECT_TRUE(table.probe(2).has_value());
}

TEST(Table, TheKnownMoveStaysWhenANewResultHasNone) {
  TranspositionTable table(1);
  table.store(7, {.move = kE2E4, .score = 1, .depth = 5, .bound = Bound::Lower});
  table.store(7, {.move = kNoMove, .score = -40, .depth = 6, .bound = Bound::Upper});
  EXPECT_EQ(table.probe(7)->move, kE2E4);
  EXPECT_EQ(table.probe(7)->score, -40);
}

TEST(Table, BucketsKeepEightPositionsWhereOneSlotKeepsOne) {
  for (const bool buckets : {false, true}) {
    TranspositionTable table(1);
    table.useBuckets(buckets);
    for (u64 key = 1; key <= 8; ++key) table.store(key, {.score = 1, .depth = 5, .bound = Bound::Exact});
    int found = 0;
    for (u64 key = 1; key <= 8; ++key) found += table.probe(key).has_value();
    EXPECT_EQ(found, buckets ? 8 : 1);
  }
}

TEST(Table, AFullBucketLosesWhatIsWorthLeast) {
  TranspositionTable table(1);
  table.useBuckets(true);
  for (u64 key = 1; key <= 8; ++key) {
    table.store(key, {.score = 1, .depth = 10 + static_cast<int>(key), .bound = Bound::Exact});
  }
  table.store(9, {.score = 1, .depth = 11, .bound = Bound::Exact});
  EXPECT_FALSE(table.probe(1).has_value());
  EXPECT_TRUE(table.probe(9).has_value());
}

TEST(Table, SwitchingBucketsOnFindsWhatWasStoredWithoutThem) {
  TranspositionTable table(1);
  Random random(5);
  std::vector<u64> keys;
  for (int i = 0; i < 200; ++i) {
    keys.push_back(random.next());
    table.store(keys.back(), {.score = 1, .depth = 5, .bound = Bound::Exact});
  }
  std::erase_if(keys, [&](u64 key) { return !table.probe(key); });
  ASSERT_GT(keys.size(), 190u);
  table.useBuckets(true);
  for (const u64 key : keys) EXPECT_TRUE(table.probe(key).has_value());
}

TEST(Table, ClearAndResizeForgetEverything) {
  TranspositionTable table(1);
  table.store(7, {.score = 1, .depth = 5, .bound = Bound::Exact});
  table.clear(2);
  EXPECT_FALSE(table.probe(7).has_value());
  table.store(7, {.score = 1, .depth = 5, .bound = Bound::Exact});
  table.resize(3);
  EXPECT_EQ(table.slotCount(), 3u * 1024 * 1024 / 16);
  EXPECT_FALSE(table.probe(7).has_value());
}

TEST(Table, HashfullCountsThisSearchOnly) {
  TranspositionTable table(1);
  for (u64 i = 0; i < 500; ++i) table.store(i * (1ULL << 48), {.score = 1, .depth = 5, .bound = Bound::Exact});
  EXPECT_EQ(table.hashfull(), 500);
  table.newSearch();
  EXPECT_EQ(table.hashfull(), 0);
}

// Every key has one true entry; whatever two writing threads leave behind must be true or a miss.
TEST(Table, ThreadsNeverReadWhatNobodyWrote) {
  TranspositionTable table(1);
  const auto truth = [](u64 key) {
    return TableEntry{.score = static_cast<int>(key % 997), .depth = static_cast<int>(key % 61), .bound = Bound::Exact};
  };
  const auto work = [&](u64 seed) {
    Random random(seed);
    int wrong = 0;
    for (int i = 0; i < 200'000; ++i) {
      const u64 key = random.below(64) * 0x0400'0000'0000'0001ULL + random.below(4);
      if (random.coin()) table.store(key, truth(key));
      const auto entry = table.probe(key);
      wrong += entry && (entry->score != truth(key).score || entry->depth != truth(key).depth);
    }
    return wrong;
  };
  int wrongThere = 0;
  std::jthread other([&] { wrongThere = work(1); });
  const int wrongHere = work(2);
  other.join();
  EXPECT_EQ(wrongHere + wrongThere, 0);
}

}  // namespace
}  // namespace tabiya
