// The generator: one walk over the pieces for all, noisy or quiet moves, told to a sink that lists them or counts them.
//
// Check mask and pins decide before a move exists (as in Disservin's chess-library and others before it); pawns move as
// whole sets, pinned ones included, because a pin leaves a pawn one direction.
#include "engine/movegen/movegen.h"

namespace tabiya {
namespace {

enum class Wanted { All, Noisy, Quiet };

// Where the moves go. Pawn moves come as target sets with the step that led to them.
struct ListSink {
  MoveList& list;

  void moves(Square from, Bitboard targets) {
    for (const Square to : targets) list.push(Move(from, to));
  }
  void pawns(Bitboard targets, int delta) {
    for (const Square to : targets) list.push(Move(step(to, -delta), to));
  }
  void promotions(Bitboard targets, int delta) {
    for (const Square to : targets)
      for (const PieceType piece : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
        list.push(Move::promotion(step(to, -delta), to, piece));
  }
  void one(Move m) { list.push(m); }
};

struct CountSink {
  int count = 0;

  void moves(Square, Bitboard targets) { count += targets.count(); }
  void pawns(Bitboard targets, int) { count += targets.count(); }
  void promotions(Bitboard targets, int) { count += 4 * targets.count(); }
  void one(Move) { ++count; }
};

// Every square that `them` attack when the king of the other side does not block.
Bitboard attackedBy(const Position& p, Color them, Bitboard occupied) {
  Bitboard attacked = pawnAttacks(them, p.pieces(them, PieceType::Pawn)) | kingAttacks(p.kingSquare(them));
  for (const Square s : p.pieces(them, PieceType::Knight)) attacked |= knightAttacks(s);
  const Bitboard queens = p.pieces(them, PieceType::Queen);
  for (const Square s : p.pieces(them, PieceType::Bishop) | queens) attacked |= bishopAttacks(s, occupied);
  for (const Square s : p.pieces(them, PieceType::Rook) | queens) attacked |= rookAttacks(s, occupied);
  return attacked;
}

// The squares that must be empty (but for king and rook) to castle, and those that must not be attacked.
struct CastlingPaths {
  Bitboard empty;
  Bitboard safe;
};
CastlingPaths castlingPaths(Color us, CastlingSide side, Square king, Square rook) {
  const Square kingTo = castlingKingTo(us, side), rookTo = castlingRookTo(us, side);
  const Bitboard kingPath = between(king, kingTo).with(kingTo).with(king);
  const Bitboard rookPath = between(rook, rookTo).with(rookTo);
  return {(kingPath | rookPath).without(king).without(rook), kingPath};
}

// A rook that shields its king on the first rank from an enemy beyond it stands alone between them when the way is
// free to castle: it is pinned, and leaving would open the rank.
bool castlingIsLegal(const Position& p, CastlingSide side, Bitboard attacked, Bitboard pinned) {
  const Color us = p.sideToMove();
  const Square king = p.kingSquare(us), rook = p.castling().rookOf(us, side);
  const CastlingPaths paths = castlingPaths(us, side, king, rook);
  return (paths.empty & p.occupied()).empty() && (paths.safe & attacked).empty() && !pinned.contains(rook);
}

template <Color Us, Wanted W, class Sink>
void kingMoves(const Position& p, Bitboard targets, Bitboard pinned, Sink& sink) {
  const Square king = p.kingSquare(Us);
  const Bitboard steps = kingAttacks(king) & targets;
  const bool castles = W != Wanted::Noisy && p.castling().any(Us) && !p.inCheck();
  if (steps.empty() && !castles) return;
  // The king is lifted, or it would hide the squares behind it from a slider that gives check.
  const Bitboard attacked = attackedBy(p, ~Us, p.occupied().without(king));
  sink.moves(king, steps & ~attacked);
  if (!castles) return;
  for (const CastlingSide side : kCastlingSides) {
    const Square rook = p.castling().rookOf(Us, side);
    if (rook != Square::None && castlingIsLegal(p, side, attacked, pinned))
      sink.one(Move(king, rook, MoveKind::Castling));
  }
}

template <Color Us, Wanted W, class Sink>
void pawnMoves(const Position& p, Bitboard mask, Bitboard pinned, Sink& sink) {
  constexpr int kNorth = forward(Us);
  constexpr int kWestward = kNorth - 1, kEastward = kNorth + 1;
  constexpr Bitboard kLast = rankBoard(Us == Color::White ? 7 : 0);
  constexpr Bitboard kThird = rankBoard(Us == Color::White ? 2 : 5);
  const Square king = p.kingSquare(Us);
  const Bitboard pawns = p.pieces(Us, PieceType::Pawn);
  const Bitboard empty = ~p.occupied(), enemies = p.pieces(~Us);

  // A pinned pawn may push along its king's file, and capture along the one diagonal that leads through its king.
  const Bitboard pushers = pawns & (~pinned | fileBoard(fileOf(king)));
  const Bitboard once = shifted(pushers, kNorth) & empty;
  if constexpr (W != Wanted::Noisy) {
    sink.pawns(once & mask & ~kLast, kNorth);
    sink.pawns(shifted(once & kThird, kNorth) & empty & mask, 2 * kNorth);
  }
  if constexpr (W == Wanted::Quiet) return;

  sink.promotions(once & mask & kLast, kNorth);
  const Bitboard risingLine = diagonalThrough(king), fallingLine = antidiagonalThrough(king);
  const Bitboard westLine = Us == Color::White ? fallingLine : risingLine;
  const Bitboard eastLine = Us == Color::White ? risingLine : fallingLine;
  const Bitboard westward = shifted(pawns & ~kFileA & (~pinned | westLine), kWestward) & enemies & mask;
  const Bitboard eastward = shifted(pawns & ~kFileH & (~pinned | eastLine), kEastward) & enemies & mask;
  sink.pawns(westward & ~kLast, kWestward);
  sink.pawns(eastward & ~kLast, kEastward);
  sink.promotions(westward & kLast, kWestward);
  sink.promotions(eastward & kLast, kEastward);

  // Two pawns leave one rank at once, which no mask foresees: the position tries it.
  if (p.enPassant() == Square::None) return;
  for (const Square from : pawnAttacks(~Us, p.enPassant()) & pawns)
    if (p.enPassantIsLegal(from, p.enPassant())) sink.one(Move(from, p.enPassant(), MoveKind::EnPassant));
}

template <Color Us, class Sink>
void pieceMoves(const Position& p, Bitboard targets, Bitboard pinned, Sink& sink) {
  const Square king = p.kingSquare(Us);
  const Bitboard all = p.occupied(), queens = p.pieces(Us, PieceType::Queen);
  // A pinned knight never moves.
  for (const Square s : p.pieces(Us, PieceType::Knight) & ~pinned) sink.moves(s, knightAttacks(s) & targets);
  const Bitboard diagonal = p.pieces(Us, PieceType::Bishop) | queens;
  const Bitboard straight = p.pieces(Us, PieceType::Rook) | queens;
  for (const Square s : diagonal & ~pinned) sink.moves(s, bishopAttacks(s, all) & targets);
  for (const Square s : straight & ~pinned) sink.moves(s, rookAttacks(s, all) & targets);
  for (const Square s : diagonal& pinned) sink.moves(s, bishopAttacks(s, all) & targets & lineThrough(king, s));
  for (const Square s : straight& pinned) sink.moves(s, rookAttacks(s, all) & targets & lineThrough(king, s));
}

template <Color Us, Wanted W, class Sink>
void generate(const Position& p, Sink& sink) {
  const Bitboard own = p.pieces(Us), enemies = p.pieces(~Us);
  const Bitboard targets = W == Wanted::All ? ~own : W == Wanted::Noisy ? enemies : ~(own | enemies);
  const Bitboard pinned = p.pinned(Us);
  kingMoves<Us, W>(p, targets, pinned, sink);
  const Bitboard checkers = p.checkers();
  if (checkers.several()) return;
  const Bitboard mask = checkers.empty() ? kAllSquares : between(p.kingSquare(Us), checkers.first()) | checkers;
  pawnMoves<Us, W>(p, mask, pinned, sink);
  pieceMoves<Us>(p, targets & mask, pinned, sink);
}

template <Wanted W, class Sink>
void generate(const Position& p, Sink& sink) {
  if (p.sideToMove() == Color::White)
    generate<Color::White, W>(p, sink);
  else
    generate<Color::Black, W>(p, sink);
}

// The squares a piece that is no pawn attacks.
Bitboard attacksOf(PieceType type, Square from, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight:
      return knightAttacks(from);
    case PieceType::Bishop:
      return bishopAttacks(from, occupied);
    case PieceType::Rook:
      return rookAttacks(from, occupied);
    case PieceType::Queen:
      return queenAttacks(from, occupied);
    case PieceType::King:
      return kingAttacks(from);
    default:
      return {};
  }
}

bool pawnReaches(const Position& p, Square from, Square to) {
  const Color us = p.sideToMove();
  if (pawnAttacks(us, from).contains(to)) return p.pieces(~us).contains(to);
  const Square once = step(from, forward(us));
  if (p.pieceAt(once) != Piece::None) return false;
  if (to == once) return true;
  return relativeRank(us, from) == 1 && to == step(once, forward(us)) && p.pieceAt(to) == Piece::None;
}

bool castlingMoveIsLegal(const Position& p, Move m) {
  const Color us = p.sideToMove();
  if (p.inCheck() || m.from() != p.kingSquare(us)) return false;
  for (const CastlingSide side : kCastlingSides)
    if (p.castling().rookOf(us, side) == m.to())
      return castlingIsLegal(p, side, attackedBy(p, ~us, p.occupied().without(m.from())), p.pinned(us));
  return false;
}

}  // namespace

void generateLegal(const Position& position, MoveList& list) {
  ListSink sink{list};
  generate<Wanted::All>(position, sink);
}

void generateNoisy(const Position& position, MoveList& list) {
  ListSink sink{list};
  generate<Wanted::Noisy>(position, sink);
}

void generateQuiet(const Position& position, MoveList& list) {
  ListSink sink{list};
  generate<Wanted::Quiet>(position, sink);
}

MoveList legalMoves(const Position& position) {
  MoveList list;
  generateLegal(position, list);
  return list;
}

MoveList noisyMoves(const Position& position) {
  MoveList list;
  generateNoisy(position, list);
  return list;
}

int countLegal(const Position& position) {
  CountSink sink;
  generate<Wanted::All>(position, sink);
  return sink.count;
}

bool hasLegalMove(const Position& position) {
  return countLegal(position) > 0;
}

bool isLegal(const Position& p, Move m) {
  const Color us = p.sideToMove();
  const Square from = m.from(), to = m.to();
  if (!p.pieces(us).contains(from)) return false;
  // The promotion bits of any other kind are zero.
  if (m.kind() != MoveKind::Promotion && m != Move(from, to, m.kind())) return false;
  if (m.kind() == MoveKind::Castling) return castlingMoveIsLegal(p, m);

  const PieceType type = typeOf(p.pieceAt(from));
  if (m.kind() == MoveKind::EnPassant)
    return to == p.enPassant() && type == PieceType::Pawn && pawnAttacks(us, from).contains(to) &&
           p.enPassantIsLegal(from, to);
  if (p.pieces(us).contains(to)) return false;
  const bool promotes = type == PieceType::Pawn && relativeRank(us, to) == 7;
  if (promotes != (m.kind() == MoveKind::Promotion)) return false;
  if (type == PieceType::Pawn ? !pawnReaches(p, from, to) : !attacksOf(type, from, p.occupied()).contains(to))
    return false;

  const Square king = p.kingSquare(us);
  if (type == PieceType::King) return (p.attackersTo(to, p.occupied().without(king)) & p.pieces(~us)).empty();
  if (p.checkers().several()) return false;
  if (p.inCheck() && !(between(king, p.checkers().first()) | p.checkers()).contains(to)) return false;
  return !p.pinned(us).contains(from) || lineThrough(king, from).contains(to);
}

}  // namespace tabiya
