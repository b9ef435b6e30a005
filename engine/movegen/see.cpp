// The exchange on one square, each side taking with its least valuable piece and free to stop.
#include "engine/movegen/see.h"

#include <algorithm>

#include "engine/board/attacks.h"

namespace tabiya {
namespace {

int valueOf(PieceType t) {
  return kSeeValues[index(t)];
}

// The position of an exchange on one square: who is left, and what stands on the square.
struct Exchange {
  const Position& position;
  Square square;
  Bitboard occupied;   // pieces that have captured are lifted, so that sliders behind them join in
  PieceType standing;  // what the next capture takes
  Color side;          // who captures next
  int firstGain;       // what the move itself wins

  Exchange(const Position& p, Move m)
      : position(p),
        square(m.to()),
        occupied(p.occupied().without(m.from()).with(m.to())),
        standing(m.kind() == MoveKind::Promotion ? m.promotionType() : typeOf(p.pieceAt(m.from()))),
        side(~p.sideToMove()),
        firstGain(0) {
    if (m.kind() == MoveKind::EnPassant) {
      occupied = occupied.without(squareAt(index(m.to()) ^ 8));
      firstGain = valueOf(PieceType::Pawn);
    } else if (p.pieceAt(m.to()) != Piece::None) {
      firstGain = valueOf(typeOf(p.pieceAt(m.to())));
    }
    if (m.kind() == MoveKind::Promotion) firstGain += valueOf(standing) - valueOf(PieceType::Pawn);
  }

  // Plays the next capture and turns the side; false when there is none. A king captures only what nobody guards.
  // A pawn that captures on the last rank counts as a pawn.
  bool capture() {
    const Bitboard attackers = position.attackersTo(square, occupied) & occupied;
    const Bitboard ours = attackers & position.pieces(side);
    for (const PieceType type : kPieceTypes) {
      const Bitboard those = ours & position.pieces(type);
      if (those.empty()) continue;
      const Bitboard rest = occupied.without(those.first());
      if (type == PieceType::King && !(position.attackersTo(square, rest) & rest & position.pieces(~side)).empty())
        return false;
      occupied = rest;
      standing = type;
      side = ~side;
      return true;
    }
    return false;
  }
};

}  // namespace

int see(const Position& position, Move m) {
  if (m.kind() == MoveKind::Castling) return 0;
  Exchange exchange(position, m);
  // gains[i]: what the side that made capture i is ahead if the exchange ends with it.
  std::array<int, 33> gains{};
  int last = 0;
  gains[0] = exchange.firstGain;
  for (;;) {
    const int taken = valueOf(exchange.standing);
    if (!exchange.capture()) break;
    gains[last + 1] = taken - gains[last];
    ++last;
  }
  // Backwards: each side stops when going on would leave it less.
  for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
  return gains[0];
}

bool seeAtLeast(const Position& position, Move m, int threshold) {
  if (m.kind() == MoveKind::Castling) return threshold <= 0;
  Exchange exchange(position, m);
  const int balance = exchange.firstGain - threshold;
  if (balance < 0) return false;
  // What the side to capture next would be above its need by taking and stopping; at first the threshold holds even if
  // the piece is lost for nothing when that is not positive.
  int surplus = valueOf(exchange.standing) - balance;
  if (surplus <= 0) return true;
  bool holds = true;
  while (exchange.capture()) {
    holds = !holds;
    surplus = valueOf(exchange.standing) - surplus;
    // Even if the capturing piece is lost, the side that captured has what it needs; a tie serves the mover.
    if (surplus < (holds ? 1 : 0)) break;
  }
  return holds;
}

}  // namespace tabiya
