// A chess position: bitboards and a mailbox that always agree, the side to move, castling rooks, en passant, clocks,
// key.
//
// Positions are small and copied to try a move (copy-make; there is no undo). Nothing here knows of search or networks.
// Chess960 is not a mode: a castling right is the square of its rook, and castling is the king taking that rook.
#pragma once

#include <array>

#include "engine/board/attacks.h"
#include "engine/board/move.h"

namespace tabiya {

struct CastlingRights {
  // The rook of each right, by colour and side; Square::None where there is no right.
  std::array<std::array<Square, 2>, 2> rook{{{Square::None, Square::None}, {Square::None, Square::None}}};

  constexpr Square rookOf(Color c, CastlingSide s) const { return rook[index(c)][index(s)]; }
  constexpr bool any() const { return any(Color::White) || any(Color::Black); }
  constexpr bool any(Color c) const { return rook[index(c)][0] != Square::None || rook[index(c)][1] != Square::None; }
  constexpr bool operator==(const CastlingRights&) const = default;
};

struct PieceOnSquare {
  Piece piece;
  Square square;
  constexpr bool operator==(const PieceOnSquare&) const = default;
};

// What a move lifts from the board and puts down, in that order: at most two of each (castling both, captures two off).
struct MoveChanges {
  std::array<PieceOnSquare, 2> removed{};
  std::array<PieceOnSquare, 2> added{};
  int removedCount = 0;
  int addedCount = 0;
};

class Position {
 public:
  // An empty board with White to move: fen.h fills it.
  Position();
  static Position startpos();

  Bitboard pieces(Color c) const { return byColor_[index(c)]; }
  Bitboard pieces(PieceType t) const { return byType_[index(t)]; }
  Bitboard pieces(Color c, PieceType t) const { return byColor_[index(c)] & byType_[index(t)]; }
  Bitboard occupied() const { return byColor_[0] | byColor_[1]; }
  Piece pieceAt(Square s) const { return mailbox_[index(s)]; }
  Square kingSquare(Color c) const { return pieces(c, PieceType::King).first(); }

  Color sideToMove() const { return sideToMove_; }
  const CastlingRights& castling() const { return castling_; }
  // The square skipped by the last double push, only when a pawn can legally capture there; else None.
  Square enPassant() const { return enPassant_; }
  // Plies since the last capture or pawn move.
  int halfmoveClock() const { return halfmoveClock_; }
  int fullmoveNumber() const { return fullmoveNumber_; }
  // The Zobrist key, kept by every change (zobrist.h).
  u64 key() const { return key_; }

  // The enemy pieces that give check to the side to move.
  Bitboard checkers() const { return checkers_; }
  bool inCheck() const { return !checkers_.empty(); }
  // All pieces of both colours that attack `square` if the occupied squares were `occupied`.
  Bitboard attackersTo(Square square, Bitboard occupied) const {
    return (pawnAttacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
           (pawnAttacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
           (knightAttacks(square) & pieces(PieceType::Knight)) | (kingAttacks(square) & pieces(PieceType::King)) |
           (bishopAttacks(square, occupied) & (pieces(PieceType::Bishop) | pieces(PieceType::Queen))) |
           (rookAttacks(square, occupied) & (pieces(PieceType::Rook) | pieces(PieceType::Queen)));
  }
  // Pieces of `color` that stand alone between their own king and an enemy slider.
  Bitboard pinned(Color color) const;

  // A capture, en passant included (castling is none).
  bool isCapture(Move m) const {
    return m.kind() == MoveKind::EnPassant || (m.kind() != MoveKind::Castling && pieceAt(m.to()) != Piece::None);
  }
  // The pieces that `m` would lift and put down; `m` must be legal here.
  MoveChanges changes(Move m) const;

  // Plays a legal move.
  void makeMove(Move m);
  // Passes: clears the en passant square and the halfmove clock. Must not be in check.
  void makeNullMove();

  // Whether a legal en passant capture onto `target` exists for the side to move.
  bool enPassantIsLegal(Square target) const;
  // Whether the pawn of the side to move on `from`, which attacks `target`, may capture there en passant without
  // leaving its king in check.
  bool enPassantIsLegal(Square from, Square target) const;

  // Setting up (fen.h, records and tests): after the last of these call finishSetup().
  void putPiece(Square s, Piece p);
  void removePiece(Square s);
  void setSideToMove(Color c);
  void setCastlingRook(Color c, CastlingSide side, Square rook);
  void setEnPassant(Square s);
  void setClocks(int halfmoveClock, int fullmoveNumber);
  // Computes what is derived (checkers) and forgets an en passant square that no pawn can legally use.
  void finishSetup();

  // Bitboards, mailbox and key agree, and what is derived is right: for asserts and tests.
  bool isConsistent() const;
  // The key computed from nothing.
  u64 keyFromScratch() const;

  bool operator==(const Position&) const = default;

 private:
  void dropRookRight(Color c, Square rook);
  void dropRights(Color c);
  Bitboard checkersNow() const;

  std::array<Bitboard, 6> byType_{};
  std::array<Bitboard, 2> byColor_{};
  std::array<Piece, 64> mailbox_;
  u64 key_ = 0;
  Bitboard checkers_{};
  CastlingRights castling_{};
  u16 halfmoveClock_ = 0;
  u16 fullmoveNumber_ = 1;
  Color sideToMove_ = Color::White;
  Square enPassant_ = Square::None;
};

}  // namespace tabiya
