// The numbers of the key: all different, and the same in every build.
#include "engine/board/zobrist.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "engine/board/position.h"

namespace tabiya {
namespace {

std::set<u64> allNumbers() {
  std::set<u64> numbers{zobrist::blackToMove()};
  for (const Color c : kColors) {
    for (const PieceType t : kPieceTypes)
      for (int s = 0; s < 64; ++s) numbers.insert(zobrist::pieceSquare(makePiece(c, t), squareAt(s)));
    for (const CastlingSide side : kCastlingSides) numbers.insert(zobrist::castling(c, side));
  }
  for (int file = 0; file < 8; ++file) numbers.insert(zobrist::enPassant(file));
  return numbers;
}

TEST(Zobrist, AllNumbersDiffer) {
  EXPECT_EQ(allNumbers().size(), 12u * 64 + 1 + 4 + 8);
}

TEST(Zobrist, EveryBitIsUsedAboutHalfTheTime) {
  const std::set<u64> numbers = allNumbers();
  for (int bit = 0; bit < 64; ++bit) {
    int ones = 0;
    for (const u64 n : numbers) ones += static_cast<int>((n >> bit) & 1);
    // 781 numbers: the standard deviation is 14.
    EXPECT_NEAR(ones, 390, 70) << "bit " << bit;
  }
}

// Files and books may hold keys: a change of the numbers must be meant.
TEST(Zobrist, TheStartPositionKeepsItsKey) {
  EXPECT_EQ(Position::startpos().key(), 0x6391648f95add3f3ULL);
}

}  // namespace
}  // namespace tabiya
