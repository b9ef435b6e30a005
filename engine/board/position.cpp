// Playing moves on a position and setting one up: every piece that comes or goes passes putPiece or removePiece, which
// keep bitboards, mailbox and key in step.
#include "engine/board/position.h"

#include <cassert>
#include <limits>

#include "engine/board/fen.h"
#include "engine/board/zobrist.h"

namespace tabiya {
namespace {

constexpr CastlingRights kNoRights{};

constexpr u16 countUp(u16 n) {
  return n < std::numeric_limits<u16>::max() ? static_cast<u16>(n + 1) : n;
}

CastlingSide sideOfCastling(Move m) {
  return fileOf(m.to()) > fileOf(m.from()) ? CastlingSide::King : CastlingSide::Queen;
}

// Where the captured pawn stands: beside the capturing one, in front of or behind its target.
Square enPassantVictim(Square target) {
  return squareAt(index(target) ^ 8);
}

}  // namespace

Position::Position() {
  mailbox_.fill(Piece::None);
}

Position Position::startpos() {
  static const Position start = readFen(kStartFen).value();
  return start;
}

void Position::putPiece(Square s, Piece p) {
  assert(pieceAt(s) == Piece::None && p != Piece::None);
  mailbox_[index(s)] = p;
  byType_[index(typeOf(p))] ^= Bitboard(s);
  byColor_[index(colorOf(p))] ^= Bitboard(s);
  key_ ^= zobrist::pieceSquare(p, s);
}

void Position::removePiece(Square s) {
  const Piece p = pieceAt(s);
  assert(p != Piece::None);
  mailbox_[index(s)] = Piece::None;
  byType_[index(typeOf(p))] ^= Bitboard(s);
  byColor_[index(colorOf(p))] ^= Bitboard(s);
  key_ ^= zobrist::pieceSquare(p, s);
}

void Position::setSideToMove(Color c) {
  if (c != sideToMove_) key_ ^= zobrist::blackToMove();
  sideToMove_ = c;
}

void Position::setCastlingRook(Color c, CastlingSide side, Square rook) {
  Square& held = castling_.rook[index(c)][index(side)];
  if ((held == Square::None) != (rook == Square::None)) key_ ^= zobrist::castling(c, side);
  held = rook;
}

void Position::setEnPassant(Square s) {
  if (enPassant_ != Square::None) key_ ^= zobrist::enPassant(fileOf(enPassant_));
  if (s != Square::None) key_ ^= zobrist::enPassant(fileOf(s));
  enPassant_ = s;
}

void Position::setClocks(int halfmoveClock, int fullmoveNumber) {
  assert(halfmoveClock >= 0 && halfmoveClock <= 65535 && fullmoveNumber >= 1 && fullmoveNumber <= 65535);
  halfmoveClock_ = static_cast<u16>(halfmoveClock);
  fullmoveNumber_ = static_cast<u16>(fullmoveNumber);
}

void Position::finishSetup() {
  checkers_ = checkersNow();
  if (enPassant_ != Square::None && !enPassantIsLegal(enPassant_)) setEnPassant(Square::None);
}

Bitboard Position::checkersNow() const {
  const Color us = sideToMove_, them = ~us;
  const Square king = kingSquare(us);
  const Bitboard all = occupied();
  const Bitboard queens = pieces(PieceType::Queen);
  return ((pawnAttacks(us, king) & pieces(PieceType::Pawn)) | (knightAttacks(king) & pieces(PieceType::Knight)) |
          (bishopAttacks(king, all) & (pieces(PieceType::Bishop) | queens)) |
          (rookAttacks(king, all) & (pieces(PieceType::Rook) | queens))) &
         pieces(them);
}

Bitboard Position::pinned(Color color) const {
  const Square king = kingSquare(color);
  const Bitboard queens = pieces(PieceType::Queen);
  const Bitboard snipers = ((bishopAttacks(king, Bitboard()) & (pieces(PieceType::Bishop) | queens)) |
                            (rookAttacks(king, Bitboard()) & (pieces(PieceType::Rook) | queens))) &
                           pieces(~color);
  const Bitboard all = occupied();
  Bitboard pins;
  for (const Square sniper : snipers) {
    const Bitboard shield = between(king, sniper) & all;
    if (!shield.several()) pins |= shield;
  }
  return pins & pieces(color);
}

bool Position::enPassantIsLegal(Square from, Square target) const {
  const Color us = sideToMove_;
  const Square victim = enPassantVictim(target);
  const Bitboard after = occupied().without(from).without(victim).with(target);
  return (attackersTo(kingSquare(us), after) & pieces(~us) & after).empty();
}

bool Position::enPassantIsLegal(Square target) const {
  const Color us = sideToMove_;
  if (relativeRank(us, target) != 5) return false;
  const Square origin = step(target, forward(us)), victim = enPassantVictim(target);
  if (pieceAt(target) != Piece::None || pieceAt(origin) != Piece::None ||
      pieceAt(victim) != makePiece(~us, PieceType::Pawn))
    return false;
  for (const Square from : pawnAttacks(~us, target) & pieces(us, PieceType::Pawn))
    if (enPassantIsLegal(from, target)) return true;
  return false;
}

MoveChanges Position::changes(Move m) const {
  MoveChanges c;
  const Color us = sideToMove_;
  const Square from = m.from(), to = m.to();
  c.removed[c.removedCount++] = {pieceAt(from), from};
  if (m.kind() == MoveKind::Castling) {
    const CastlingSide side = sideOfCastling(m);
    c.removed[c.removedCount++] = {pieceAt(to), to};
    c.added[c.addedCount++] = {pieceAt(from), castlingKingTo(us, side)};
    c.added[c.addedCount++] = {pieceAt(to), castlingRookTo(us, side)};
    return c;
  }
  const Square victim = m.kind() == MoveKind::EnPassant ? enPassantVictim(to) : to;
  if (pieceAt(victim) != Piece::None) c.removed[c.removedCount++] = {pieceAt(victim), victim};
  c.added[c.addedCount++] = {m.kind() == MoveKind::Promotion ? makePiece(us, m.promotionType()) : pieceAt(from), to};
  return c;
}

void Position::dropRights(Color c) {
  for (const CastlingSide side : kCastlingSides) setCastlingRook(c, side, Square::None);
}

void Position::dropRookRight(Color c, Square rook) {
  for (const CastlingSide side : kCastlingSides)
    if (castling_.rookOf(c, side) == rook) setCastlingRook(c, side, Square::None);
}

void Position::makeMove(Move m) {
  const Color us = sideToMove_, them = ~us;
  const Square from = m.from(), to = m.to();
  Square skipped = Square::None;
  halfmoveClock_ = countUp(halfmoveClock_);
  if (us == Color::Black) fullmoveNumber_ = countUp(fullmoveNumber_);
  setEnPassant(Square::None);

  if (m.kind() == MoveKind::Castling) {
    const CastlingSide side = sideOfCastling(m);
    // Both are lifted first: in Chess960 either may land where the other stood.
    removePiece(from);
    removePiece(to);
    putPiece(castlingKingTo(us, side), makePiece(us, PieceType::King));
    putPiece(castlingRookTo(us, side), makePiece(us, PieceType::Rook));
    dropRights(us);
  } else {
    const Piece piece = pieceAt(from);
    const Square victim = m.kind() == MoveKind::EnPassant ? enPassantVictim(to) : to;
    if (pieceAt(victim) != Piece::None) {
      removePiece(victim);
      halfmoveClock_ = 0;
    }
    removePiece(from);
    putPiece(to, m.kind() == MoveKind::Promotion ? makePiece(us, m.promotionType()) : piece);
    if (typeOf(piece) == PieceType::Pawn) {
      halfmoveClock_ = 0;
      if ((index(from) ^ index(to)) == 16) skipped = squareAt((index(from) + index(to)) / 2);
    }
    if (castling_ != kNoRights) {
      if (typeOf(piece) == PieceType::King) dropRights(us);
      dropRookRight(us, from);
      dropRookRight(them, to);
    }
  }

  setSideToMove(them);
  checkers_ = checkersNow();
  if (skipped != Square::None && !(pawnAttacks(us, skipped) & pieces(them, PieceType::Pawn)).empty() &&
      enPassantIsLegal(skipped))
    setEnPassant(skipped);
}

void Position::makeNullMove() {
  assert(!inCheck());
  if (sideToMove_ == Color::Black) fullmoveNumber_ = countUp(fullmoveNumber_);
  halfmoveClock_ = 0;
  setEnPassant(Square::None);
  setSideToMove(~sideToMove_);
}

u64 Position::keyFromScratch() const {
  u64 key = sideToMove_ == Color::Black ? zobrist::blackToMove() : 0;
  for (int i = 0; i < 64; ++i)
    if (mailbox_[i] != Piece::None) key ^= zobrist::pieceSquare(mailbox_[i], squareAt(i));
  for (const Color c : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (castling_.rookOf(c, side) != Square::None) key ^= zobrist::castling(c, side);
  if (enPassant_ != Square::None) key ^= zobrist::enPassant(fileOf(enPassant_));
  return key;
}

bool Position::isConsistent() const {
  if (!(byColor_[0] & byColor_[1]).empty()) return false;
  int placed = 0;
  for (const PieceType type : kPieceTypes) placed += pieces(type).count();
  if (placed != occupied().count()) return false;
  for (int i = 0; i < 64; ++i) {
    const Square s = squareAt(i);
    const Piece p = mailbox_[i];
    if ((p == Piece::None) == occupied().contains(s)) return false;
    if (p != Piece::None && !pieces(colorOf(p), typeOf(p)).contains(s)) return false;
  }
  for (const Color c : kColors) {
    if (pieces(c, PieceType::King).count() != 1) return false;
    for (const CastlingSide side : kCastlingSides) {
      const Square rook = castling_.rookOf(c, side), king = kingSquare(c);
      if (rook == Square::None) continue;
      if (pieceAt(rook) != makePiece(c, PieceType::Rook) || relativeRank(c, rook) != 0 || relativeRank(c, king) != 0)
        return false;
      if ((fileOf(rook) > fileOf(king)) != (side == CastlingSide::King)) return false;
    }
  }
  if (enPassant_ != Square::None && !enPassantIsLegal(enPassant_)) return false;
  return key_ == keyFromScratch() && checkers_ == checkersNow();
}

}  // namespace tabiya
