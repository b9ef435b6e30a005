// Repetition, the fifty-move rule, bare material and stalemate inside the search.
#include <gtest/gtest.h>

#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"
#include "tests/search/search_helpers.h"

namespace tabiya {
namespace {

TEST(Draws, OneRepetitionOfTheGamesPositionsIsADraw) {
  // The only move, Ka2, loses to the queen, unless the position after it has stood on the board before.
  const Position root = read("8/7q/8/8/8/8/2k5/K7 w - - 10 60");
  ASSERT_EQ(countLegal(root), 1);
  Position after = root;
  after.makeMove(readUci(root, "a1a2").value());
  EXPECT_LT(searchFresh(root, depthLimit(4)).score, -500);
  EXPECT_EQ(searchFresh(root, depthLimit(4), {}, {after.key(), 11, 22}).score, 0);
}

TEST(Draws, ARepetitionBeyondTheLastIrreversibleMoveDoesNotCount) {
  const Position root = read("8/7q/8/8/8/8/2k5/K7 w - - 2 60");
  Position after = root;
  after.makeMove(readUci(root, "a1a2").value());
  EXPECT_LT(searchFresh(root, depthLimit(4), {}, {after.key(), 11, 22}).score, -500);
}

TEST(Draws, PerpetualCheckIsFoundInTheTree) {
  // White is far behind but checks for ever on g5 and f6 (or d8).
  const SearchResult result = searchFresh(read("6k1/5p1p/5Q2/8/8/8/qr4PP/7K w - - 0 1"), depthLimit(10));
  EXPECT_EQ(result.score, 0);
}

TEST(Draws, TheFiftyMoveRuleComesAfterMate) {
  EXPECT_EQ(searchFresh(read("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), depthLimit(3)).score, kMate - 1);
  EXPECT_EQ(searchFresh(read("8/8/8/4k3/8/8/8/KQ6 w - - 99 90"), depthLimit(4)).score, 0);
}

TEST(Draws, APawnMoveBreaksTheFiftyMoveCount) {
  EXPECT_GT(searchFresh(read("8/8/8/4k3/8/8/6P1/KQ6 w - - 99 90"), depthLimit(4)).score, 500);
}

TEST(Draws, BareMaterialIsADraw) {
  // Black is lost unless he takes the last pawn, which leaves a bishop against a king.
  EXPECT_EQ(searchFresh(read("8/8/8/3k4/4P3/8/8/4KB2 b - - 0 1"), depthLimit(5)).score, 0);
}

TEST(Draws, StalemateIsADrawNotALoss) {
  EXPECT_EQ(searchFresh(read("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1"), depthLimit(1)).best, kNoMove);
  // Only Ke6 and the like keep the pawn, and each is stalemate or loses it: no win.
  EXPECT_EQ(searchFresh(read("5k2/5P2/4K3/8/8/8/8/8 w - - 0 1"), depthLimit(6)).score, 0);
}

TEST(Draws, AWinningSideDoesNotStalemateAtAnyDepth) {
  // Qc7 and Qb6 are stalemate.
  const Position root = read("k7/8/1K6/8/8/8/2Q5/8 w - - 0 1");
  for (int depth = 1; depth <= 6; ++depth) {
    const SearchResult result = searchFresh(root, depthLimit(depth));
    Position after = root;
    after.makeMove(result.best);
    EXPECT_TRUE(hasLegalMove(after) || after.inCheck()) << "depth " << depth;
    EXPECT_GT(result.score, 500);
  }
}

}  // namespace
}  // namespace tabiya
