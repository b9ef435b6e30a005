// Positions: what a move changes, what is derived, and what the key sees.
#include "engine/board/position.h"

#include <gtest/gtest.h>

#include "engine/board/fen.h"

namespace tabiya {
namespace {

Position fromFen(const char* fen) {
  const Result<Position> position = readFen(fen);
  EXPECT_TRUE(position) << fen << ": " << position.error();
  return *position;
}

std::string after(const char* fen, Move m) {
  Position p = fromFen(fen);
  p.makeMove(m);
  EXPECT_TRUE(p.isConsistent());
  return writeFen(p);
}

TEST(Position, IsSmallEnoughToCopy) {
  EXPECT_LE(sizeof(Position), 160u);
}

TEST(Position, StartsWithTheStandardPosition) {
  const Position p = Position::startpos();
  EXPECT_EQ(writeFen(p), kStartFen);
  EXPECT_TRUE(p.isConsistent());
  EXPECT_EQ(p.pieces(Color::White, PieceType::Knight), Bitboard(Square::B1) | Bitboard(Square::G1));
  EXPECT_EQ(p.pieceAt(Square::D8), makePiece(Color::Black, PieceType::Queen));
  EXPECT_EQ(p.kingSquare(Color::Black), Square::E8);
}

TEST(Position, AQuietMoveCountsTheClocks) {
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/R3K3 w - - 7 20", Move(Square::A1, Square::A5)), "4k3/8/8/R7/8/8/8/4K3 b - - 8 20");
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/R3K3 b - - 7 20", Move(Square::E8, Square::D8)), "3k4/8/8/8/8/8/8/R3K3 w - - 8 21");
}

TEST(Position, CapturesAndPawnMovesStartTheClockAgain) {
  EXPECT_EQ(after("4k3/8/8/r7/8/8/8/R3K3 w - - 7 20", Move(Square::A1, Square::A5)), "4k3/8/8/R7/8/8/8/4K3 b - - 0 20");
  EXPECT_EQ(after("4k3/8/8/8/8/8/P7/4K3 w - - 7 20", Move(Square::A2, Square::A3)), "4k3/8/8/8/8/P7/8/4K3 b - - 0 20");
}

TEST(Position, EnPassantIsKeptOnlyWhenItCanBeUsed) {
  const Move push(Square::D2, Square::D4);
  EXPECT_EQ(after("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", push), "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
  EXPECT_EQ(after("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", push), "4k3/8/8/8/3P4/8/8/4K3 b - - 0 1");
  // The capture would open the fourth rank to the rook.
  EXPECT_EQ(after("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", push), "8/8/8/8/k2Pp2R/8/8/4K3 b - - 0 1");
}

TEST(Position, EnPassantTakesThePawnBeside) {
  EXPECT_EQ(after("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", Move(Square::E4, Square::D3, MoveKind::EnPassant)),
            "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2");
}

TEST(Position, APawnBecomesWhatItIsToldTo) {
  EXPECT_EQ(after("1r2k3/P7/8/8/8/8/8/4K3 w - - 3 9", Move::promotion(Square::A7, Square::B8, PieceType::Knight)),
            "1N2k3/8/8/8/8/8/8/4K3 b - - 0 9");
}

TEST(Position, CastlingMovesBothPieces) {
  const char* fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(after(fen, Move(Square::E1, Square::H1, MoveKind::Castling)), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  EXPECT_EQ(after(fen, Move(Square::E1, Square::A1, MoveKind::Castling)), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
}

TEST(Position, ChessNineSixtyCastlingMayExchangeTheTwo) {
  // King f1 and rook g1 change places.
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", Move(Square::F1, Square::G1, MoveKind::Castling)),
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  // The king on c1 stays where it is.
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", Move(Square::C1, Square::B1, MoveKind::Castling)),
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

TEST(Position, RightsGoWithKingRookAndCapturedRook) {
  const char* fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(after(fen, Move(Square::E1, Square::E2)), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
  EXPECT_EQ(after(fen, Move(Square::A1, Square::B1)), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
  EXPECT_EQ(after(fen, Move(Square::H1, Square::H8)), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
}

TEST(Position, ChangesNameWhatIsLiftedAndPutDown) {
  const Piece whitePawn = makePiece(Color::White, PieceType::Pawn),
              blackPawn = makePiece(Color::Black, PieceType::Pawn);
  const Position enPassant = fromFen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  MoveChanges c = enPassant.changes(Move(Square::E5, Square::D6, MoveKind::EnPassant));
  ASSERT_EQ(c.removedCount, 2);
  ASSERT_EQ(c.addedCount, 1);
  EXPECT_EQ(c.removed[0], (PieceOnSquare{whitePawn, Square::E5}));
  EXPECT_EQ(c.removed[1], (PieceOnSquare{blackPawn, Square::D5}));
  EXPECT_EQ(c.added[0], (PieceOnSquare{whitePawn, Square::D6}));

  const Position castling = fromFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  c = castling.changes(Move(Square::E1, Square::H1, MoveKind::Castling));
  ASSERT_EQ(c.removedCount, 2);
  ASSERT_EQ(c.addedCount, 2);
  EXPECT_EQ(c.added[0], (PieceOnSquare{makePiece(Color::White, PieceType::King), Square::G1}));
  EXPECT_EQ(c.added[1], (PieceOnSquare{makePiece(Color::White, PieceType::Rook), Square::F1}));
}

TEST(Position, CheckersAndPins) {
  const Position p = fromFen("4r2k/8/8/b7/8/2N5/4R3/4K3 w - - 0 1");
  EXPECT_FALSE(p.inCheck());
  EXPECT_EQ(p.pinned(Color::White), Bitboard(Square::C3) | Bitboard(Square::E2));
  EXPECT_TRUE(p.pinned(Color::Black).empty());
  // Two pieces between: nobody is pinned.
  EXPECT_TRUE(fromFen("4r2k/8/8/8/4P3/8/4R3/4K3 w - - 0 1").pinned(Color::White).empty());
  // An enemy between is not pinned either.
  EXPECT_TRUE(fromFen("4r2k/8/8/8/4p3/8/8/4K3 w - - 0 1").pinned(Color::White).empty());
  EXPECT_EQ(fromFen("4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1").checkers(), Bitboard(Square::D3) | Bitboard(Square::E8));
}

TEST(Position, AttackersOfASquareAreOfBothColours) {
  const Position p = fromFen("7k/8/8/2n2p2/8/8/4R3/1B2K3 w - - 0 1");
  EXPECT_EQ(p.attackersTo(Square::E4, p.occupied()),
            Bitboard(Square::C5) | Bitboard(Square::F5) | Bitboard(Square::E2) | Bitboard(Square::B1));
}

TEST(Position, ANullMoveOnlyPasses) {
  Position p = fromFen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  p.makeNullMove();
  EXPECT_EQ(writeFen(p), "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1");
  EXPECT_TRUE(p.isConsistent());
}

TEST(Position, TheKeySeesEverythingThatMatters) {
  const u64 key = fromFen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1").key();
  EXPECT_EQ(fromFen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 9 30").key(), key) << "clocks are not hashed";
  EXPECT_NE(fromFen("r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1").key(), key);
  EXPECT_NE(fromFen("r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1").key(), key);
  EXPECT_NE(fromFen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1").key(), key);
  EXPECT_NE(fromFen("r3k2r/8/8/3pQ3/8/8/8/R3K2R b KQkq - 0 1").key(), key);
}

TEST(Position, TwoWaysToOnePositionHaveOneKey) {
  Position first = Position::startpos(), second = Position::startpos();
  for (const Move m : {Move(Square::G1, Square::F3), Move(Square::G8, Square::F6), Move(Square::B1, Square::C3)})
    first.makeMove(m);
  for (const Move m : {Move(Square::B1, Square::C3), Move(Square::G8, Square::F6), Move(Square::G1, Square::F3)})
    second.makeMove(m);
  EXPECT_EQ(first.key(), second.key());
  EXPECT_EQ(first, second);
}

TEST(Position, ClocksStopAtTheirLargestValue) {
  Position p = fromFen("4k3/8/8/8/8/8/8/4K3 b - - 9999 65535");
  p.makeMove(Move(Square::E8, Square::E7));
  EXPECT_EQ(p.fullmoveNumber(), 65535);
}

TEST(Position, InconsistencyIsNoticed) {
  Position p = fromFen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  p.removePiece(Square::A1);
  EXPECT_FALSE(p.isConsistent()) << "a right without its rook";
  Position q = fromFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  q.putPiece(Square::E5, makePiece(Color::Black, PieceType::Rook));
  EXPECT_FALSE(q.isConsistent()) << "a check that was not computed";
  q.finishSetup();
  EXPECT_TRUE(q.isConsistent());
}

}  // namespace
}  // namespace tabiya
