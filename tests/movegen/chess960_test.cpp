// The 960 starts.
#include <algorithm>
#include <set>

#include "engine/movegen/game.h"
#include "engine/movegen/perft.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

std::string backRank(const Position& p) {
  const std::string fen = writeFen(p);
  return fen.substr(0, fen.find('/'));
}

TEST(Chess960, AllStartsAreDistinctAndLegal) {
  std::set<std::string> ranks;
  for (int n = 0; n < 960; ++n) {
    const auto p = chess960Start(n);
    ASSERT_TRUE(p);
    ASSERT_TRUE(p->isConsistent()) << n;
    const Result<Position> read = readFen(writeFen(*p, FenCastling::Shredder));
    ASSERT_TRUE(read) << read.error();
    ASSERT_EQ(*read, *p) << n;

    const std::string rank = backRank(*p);
    ranks.insert(rank);
    std::string sorted = rank;
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted, "bbknnqrr") << n;
    ASSERT_NE(rank.find('b') % 2, rank.rfind('b') % 2) << "bishops on one colour in " << n;
    ASSERT_LT(rank.find('r'), rank.find('k')) << n;
    ASSERT_LT(rank.find('k'), rank.rfind('r')) << n;
    ASSERT_EQ(p->castling().rookOf(Color::White, CastlingSide::Queen), squareAt(static_cast<int>(rank.find('r')), 0));
    ASSERT_EQ(p->castling().rookOf(Color::Black, CastlingSide::King), squareAt(static_cast<int>(rank.rfind('r')), 7));
  }
  EXPECT_EQ(ranks.size(), 960u);
}

// From the numbering's published table.
TEST(Chess960, TheNumbersAreScharnagls) {
  EXPECT_EQ(*chess960Start(518), Position::startpos());
  EXPECT_EQ(backRank(*chess960Start(0)), "bbqnnrkr");
  EXPECT_EQ(backRank(*chess960Start(1)), "bqnbnrkr");
  EXPECT_EQ(backRank(*chess960Start(534)), "rnbkqbnr");
  EXPECT_EQ(backRank(*chess960Start(959)), "rkrnnqbb");
}

TEST(Chess960, OtherNumbersAreNoStart) {
  EXPECT_FALSE(chess960Start(-1));
  EXPECT_FALSE(chess960Start(960));
  EXPECT_FALSE(doubleChess960Start(0, 960));
}

TEST(Chess960, DoubleStartsGiveEachSideItsOwn) {
  const auto p = doubleChess960Start(518, 0);
  ASSERT_TRUE(p);
  EXPECT_EQ(writeFen(*p), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(Chess960, BothGeneratorsAgreeOnTheStarts) {
  for (int n = 0; n < 960; n += 16) EXPECT_EQ(perft(*chess960Start(n), 2), perftSlow(*chess960Start(n), 2)) << n;
}

}  // namespace
}  // namespace tabiya
