// Squares, pieces, moves and sets of squares.
#include <gtest/gtest.h>

#include <vector>

#include "engine/board/bitboard.h"
#include "engine/board/move.h"

namespace tabiya {
namespace {

TEST(Types, SquaresCountAlongTheRanks) {
  EXPECT_EQ(index(Square::A1), 0);
  EXPECT_EQ(index(Square::H1), 7);
  EXPECT_EQ(index(Square::H8), 63);
  EXPECT_EQ(step(Square::E4, 8), Square::E5);
  EXPECT_EQ(step(Square::E4, 1), Square::F4);
}

TEST(Types, EverySquareIsItsFileRankAndName) {
  for (int i = 0; i < 64; ++i) {
    const Square s = squareAt(i);
    EXPECT_EQ(squareAt(fileOf(s), rankOf(s)), s);
    EXPECT_EQ(squareAt(toString(s)[0] - 'a', toString(s)[1] - '1'), s);
    EXPECT_EQ(flipRank(flipRank(s)), s);
    EXPECT_EQ(flipFile(flipFile(s)), s);
    EXPECT_EQ(relativeRank(Color::Black, s), rankOf(flipRank(s)));
  }
  EXPECT_EQ(toString(Square::None), "-");
}

TEST(Types, PiecesKeepTypeAndColour) {
  std::string letters;
  for (const Color c : kColors) {
    for (const PieceType t : kPieceTypes) {
      const Piece p = makePiece(c, t);
      EXPECT_EQ(typeOf(p), t);
      EXPECT_EQ(colorOf(p), c);
      letters += toChar(p);
    }
  }
  EXPECT_EQ(letters, "PNBRQKpnbrqk");
  EXPECT_EQ(typeOf(Piece::None), PieceType::None);
}

// The layout of the game log: from, to, promotion, kind.
TEST(Types, MovesAreSixteenBits) {
  EXPECT_EQ(sizeof(Move), 2u);
  EXPECT_EQ(Move(Square::E2, Square::E4).bits(), 12 | 28 << 6);
  EXPECT_EQ(Move(Square::E1, Square::H1, MoveKind::Castling).bits(), 4 | 7 << 6 | 2 << 14);
  const Move m = Move::promotion(Square::A7, Square::B8, PieceType::Queen);
  EXPECT_EQ(m.bits(), 48 | 57 << 6 | 3 << 12 | 3 << 14);
  EXPECT_EQ(m.from(), Square::A7);
  EXPECT_EQ(m.to(), Square::B8);
  EXPECT_EQ(m.promotionType(), PieceType::Queen);
  EXPECT_EQ(Move::fromBits(m.bits()), m);
  EXPECT_EQ(Move(Square::E2, Square::E4).promotionType(), PieceType::None);
  EXPECT_FALSE(kNoMove);
}

TEST(Bitboards, AreSetsOfSquares) {
  const Bitboard a = Bitboard(Square::A1) | Bitboard(Square::C3), b = Bitboard(Square::C3).with(Square::H8);
  EXPECT_EQ(a & b, Bitboard(Square::C3));
  EXPECT_EQ((a | b).count(), 3);
  EXPECT_EQ(a ^ b, Bitboard(Square::A1).with(Square::H8));
  EXPECT_EQ(a.without(Square::A1), Bitboard(Square::C3));
  EXPECT_TRUE(a.contains(Square::A1));
  EXPECT_FALSE((~a).contains(Square::A1));
  EXPECT_TRUE(a.several());
  EXPECT_FALSE(Bitboard(Square::H8).several());
  EXPECT_FALSE(Bitboard().several());
}

TEST(Bitboards, AreWalkedFromTheLowestSquare) {
  std::vector<Square> seen;
  for (const Square s : Bitboard(Square::H8) | Bitboard(Square::A1) | Bitboard(Square::C3)) seen.push_back(s);
  EXPECT_EQ(seen, (std::vector<Square>{Square::A1, Square::C3, Square::H8}));
}

TEST(Bitboards, RanksAndFiles) {
  EXPECT_EQ(rankBoard(0).count(), 8);
  EXPECT_EQ(fileBoard(7), kFileH);
  EXPECT_EQ(rankBoard(3) & fileBoard(4), Bitboard(Square::E4));
  EXPECT_EQ(shifted(Bitboard(Square::E4), 8), Bitboard(Square::E5));
  EXPECT_EQ(shifted(Bitboard(Square::E4), -8), Bitboard(Square::E3));
}

}  // namespace
}  // namespace tabiya
