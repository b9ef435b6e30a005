// Moves in UCI's form, above all castling: the king's two steps or the rook it takes.
#include "engine/movegen/san.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

TEST(UciMove, StandardCastlingIsWrittenAsTwoStepsOrAsKingTakesRook) {
  const Position p = fromFen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move kingSide(Square::E1, Square::H1, MoveKind::Castling);
  const Move queenSide(Square::E1, Square::A1, MoveKind::Castling);
  EXPECT_EQ(toUci(p, kingSide), "e1g1");
  EXPECT_EQ(toUci(p, queenSide), "e1c1");
  EXPECT_EQ(toUci(p, kingSide, true), "e1h1");
  EXPECT_EQ(toUci(p, queenSide, true), "e1a1");
  EXPECT_EQ(*readUci(p, "e1g1"), kingSide);
  EXPECT_EQ(*readUci(p, "e1h1"), kingSide);
  EXPECT_EQ(*readUci(p, "e1c1"), queenSide);
  EXPECT_EQ(*readUci(p, "e1a1"), queenSide);
}

TEST(UciMove, CastlingFromOtherFilesIsAlwaysKingTakesRook) {
  const Position p = fromFen("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1");
  EXPECT_EQ(toUci(p, Move(Square::F1, Square::G1, MoveKind::Castling)), "f1g1");
  EXPECT_EQ(toUci(p, Move(Square::F1, Square::B1, MoveKind::Castling)), "f1b1");
  // A king on e with an inner rook is not standard either.
  const Position inner = fromFen("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1");
  EXPECT_EQ(toUci(inner, Move(Square::E1, Square::G1, MoveKind::Castling)), "e1g1");
}

TEST(UciMove, AnOrdinaryKingMoveComesBeforeCastling) {
  // The king on f1 can step to g1, which is also where castling would take it.
  const Position p = fromFen("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
  EXPECT_EQ(*readUci(p, "f1g1"), Move(Square::F1, Square::G1));
  EXPECT_EQ(*readUci(p, "f1h1"), Move(Square::F1, Square::H1, MoveKind::Castling));
}

TEST(UciMove, FarCastlingByTheKingsDestinationIsUnderstood) {
  const Position p = fromFen("4k3/8/8/8/8/8/8/1K5R w K - 0 1");
  EXPECT_EQ(*readUci(p, "b1g1"), Move(Square::B1, Square::H1, MoveKind::Castling));
}

TEST(UciMove, Promotions) {
  const Position p = fromFen("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(*readUci(p, "a7b8r"), Move::promotion(Square::A7, Square::B8, PieceType::Rook));
  EXPECT_EQ(*readUci(p, "a7a8Q"), Move::promotion(Square::A7, Square::A8, PieceType::Queen));
  EXPECT_EQ(readUci(p, "a7a8").error(), "'a7a8' is not legal here");
}

TEST(UciMove, WhatCannotBeReadSaysWhy) {
  const Position start = Position::startpos();
  EXPECT_EQ(readUci(start, "e2e5").error(), "'e2e5' is not legal here");
  EXPECT_EQ(readUci(start, "e2e4q").error(), "'e2e4q' is not legal here");
  for (const char* text : {"", "e2", "e2e9", "i2i4", "e2e4e5", "e7e8k", "Nf3!"})
    EXPECT_EQ(
        readUci(start, text).error(),
        "'" + std::string(text) + "' is not a move: expected two squares and perhaps a promotion, like e2e4 or e7e8q");
}

TEST(UciMove, NoMoveIsFourZeros) {
  EXPECT_EQ(toUci(Position::startpos(), kNoMove), "0000");
}

}  // namespace
}  // namespace tabiya
