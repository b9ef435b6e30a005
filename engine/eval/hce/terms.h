// The terms of the hand-crafted evaluation, reported one by one to a sink: value, trace and tuner share this walk.
//
// A sink has three functions. piece(Piece, Square): a piece's material and its entry in the table of its kind.
// term(Color, Term, int): a positional term, so many times. kingDanger(Color, int): a middlegame penalty for that
// side's king, the one thing that is not a value times a count. Nothing is reported for a group that is switched off.
#pragma once

#include <algorithm>

#include "engine/board/position.h"
#include "engine/eval/hce/params.h"
#include "engine/eval/hce/term_table.h"
#include "engine/eval/switches.h"

namespace tabiya::hce {

// Each square with its neighbours on the rank.
constexpr Bitboard widened(Bitboard b) {
  return Bitboard(b.bits | (b.bits & ~kFileA.bits) >> 1 | (b.bits & ~kFileH.bits) << 1);
}
// All squares strictly ahead on the files of `pawns`, as `color` sees it.
constexpr Bitboard ahead(Color color, Bitboard pawns) {
  u64 b = shifted(pawns, forward(color)).bits;
  if (color == Color::White) {
    b |= b << 8;
    b |= b << 16;
    b |= b << 32;
  } else {
    b |= b >> 8;
    b |= b >> 16;
    b |= b >> 32;
  }
  return Bitboard(b);
}
constexpr Bitboard wholeFiles(Bitboard b) {
  return b | ahead(Color::White, b) | ahead(Color::Black, b);
}
// The pawns of `color` that no pawn of `theirs` can stop or take on their way.
constexpr Bitboard passedPawns(Color color, Bitboard ours, Bitboard theirs) {
  return ours & ~widened(ahead(~color, theirs));
}
// The two ranks in front of a king, on its file and those beside it.
constexpr Bitboard shieldZone(Color color, Square king) {
  const Bitboard row = shifted(widened(Bitboard(king)), forward(color));
  return row | shifted(row, forward(color));
}

template <PieceType kType>
Bitboard attacksOf(Square from, Bitboard occupied) {
  if constexpr (kType == PieceType::Knight) return knightAttacks(from);
  if constexpr (kType == PieceType::Bishop) return bishopAttacks(from, occupied);
  if constexpr (kType == PieceType::Rook) return rookAttacks(from, occupied);
  if constexpr (kType == PieceType::Queen) return queenAttacks(from, occupied);
}

// What the pieces of one type see: their mobility is reported, their attacks on the enemy king's zone are returned.
template <PieceType kType, class Sink>
int collectAttacks(const Position& position, Color us, Bitboard safe, Bitboard zone, bool mobility, Sink& sink) {
  const Bitboard occupied = position.occupied();
  int hits = 0;
  for (const Square square : position.pieces(us, kType)) {
    const Bitboard attacks = attacksOf<kType>(square, occupied);
    if (mobility) {
      constexpr auto kTerm = static_cast<Term>(index(Term::MobilityKnight) + index(kType) - index(PieceType::Knight));
      sink.term(us, kTerm, (attacks & safe).count() - kTypicalMobility[index(kType)]);
    }
    hits += (attacks & zone).count();
  }
  return hits * kAttackUnits[index(kType)];
}

// Mobility and the danger to the enemy king, which both need every piece's attacks.
template <class Sink>
void collectPieceAttacks(const Position& position, const EvalSwitches& switches, Color us, Sink& sink) {
  // Not where an own piece stands, and not where an enemy pawn would take.
  const Bitboard safe = ~(position.pieces(us) | pawnAttacks(~us, position.pieces(~us, PieceType::Pawn)));
  const Square king = position.kingSquare(~us);
  const Bitboard zone = kingAttacks(king).with(king);
  const bool mobility = switches.mobility;
  int units = collectAttacks<PieceType::Knight>(position, us, safe, zone, mobility, sink);
  units += collectAttacks<PieceType::Bishop>(position, us, safe, zone, mobility, sink);
  units += collectAttacks<PieceType::Rook>(position, us, safe, zone, mobility, sink);
  units += collectAttacks<PieceType::Queen>(position, us, safe, zone, mobility, sink);
  if (switches.kingSafety) sink.kingDanger(~us, std::min(units * units * kDangerScale / 100, kMostDanger));
}

template <class Sink>
void collectPawns(Color us, Bitboard ours, Bitboard theirs, Sink& sink) {
  sink.term(us, Term::Doubled, (ours & ahead(~us, ours)).count());
  const Bitboard files = wholeFiles(ours);
  const Bitboard beside = Bitboard((files.bits & ~kFileA.bits) >> 1) | Bitboard((files.bits & ~kFileH.bits) << 1);
  sink.term(us, Term::Isolated, (ours & ~beside).count());
  for (const Square pawn : passedPawns(us, ours, theirs)) {
    sink.term(us, static_cast<Term>(index(Term::PassedOnRank2) + relativeRank(us, pawn) - 1), 1);
  }
}

template <class Sink>
void collectPieces(const Position& position, Color us, Bitboard ourPawns, Bitboard allPawns, Sink& sink) {
  if (position.pieces(us, PieceType::Bishop).several()) sink.term(us, Term::BishopPair, 1);
  const Bitboard rooks = position.pieces(us, PieceType::Rook);
  if (rooks.empty()) return;
  const Bitboard notOpen = wholeFiles(allPawns), notSemiOpen = wholeFiles(ourPawns);
  sink.term(us, Term::RookOnOpenFile, (rooks & ~notOpen).count());
  sink.term(us, Term::RookOnSemiOpenFile, (rooks & notOpen & ~notSemiOpen).count());
}

template <class Sink>
void collectTerms(const Position& position, const EvalSwitches& switches, Sink& sink) {
  for (const Square square : position.occupied()) sink.piece(position.pieceAt(square), square);
  const Bitboard allPawns = position.pieces(PieceType::Pawn);
  for (const Color us : kColors) {
    const Bitboard ours = position.pieces(us, PieceType::Pawn);
    if (switches.mobility || switches.kingSafety) collectPieceAttacks(position, switches, us, sink);
    if (switches.pawns) collectPawns(us, ours, allPawns & ~ours, sink);
    if (switches.pieces) collectPieces(position, us, ours, allPawns, sink);
    if (switches.kingSafety) {
      const int shield = (ours & shieldZone(us, position.kingSquare(us))).count();
      sink.term(us, Term::ShieldPawn, std::min(shield, kMostShieldPawns));
    }
  }
  if (switches.tempo) sink.term(position.sideToMove(), Term::Tempo, 1);
}

// From 0 (kings and pawns only) to kMaxPhase (all pieces): knights and bishops 1, rooks 2, queens 4.
inline int phaseOf(const Position& position, const Params& params) {
  int phase = 0;
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
    phase += params.phaseWeight[index(type)] * position.pieces(type).count();
  }
  return std::min(phase, kMaxPhase);
}

}  // namespace tabiya::hce
