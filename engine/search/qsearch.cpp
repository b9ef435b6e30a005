// Beyond the horizon: captures and queen promotions until the position is quiet, every evasion in check.
#include "engine/movegen/movegen.h"
#include "engine/movegen/see.h"
#include "engine/search/picker.h"
#include "engine/search/worker.h"

namespace tabiya {

// No table and no test for repetitions: captures run out soon. A side left with only its king and pawns is still asked
// whether it has a move, since standing pat in a stalemate is the dearest of errors.
template <class Observer>
int Worker<Observer>::quiescence(const Position& position, int ply, int alpha, int beta) {
  lines_[ply].clear();
  if (!enterNode(ply)) return 0;
  observer_.note(Event::Quiescence);
  const Techniques& techniques = settings_.techniques;
  const bool inCheck = position.inCheck();
  if (ply >= kMaxPly) return evaluator_.evaluate(position);

  int best = -kInfinity;
  int standPat = -kInfinity;
  if (!inCheck) {
    if (isBareStalemate(position)) return 0;
    // Nobody has to capture: the evaluation as it stands is a lower bound.
    best = standPat = correctedEval(position, evaluator_.evaluate(position));
    if (techniques.alphaBeta && best >= beta) return best;
    if (best > alpha) alpha = best;
  }

  MovePicker picker(position, history_, techniques);
  bool anyMove = false;
  while (const Move move = picker.next()) {
    anyMove = true;
    if (!inCheck && isHopelessCapture(position, move, standPat, alpha)) continue;
    Position child = position;
    child.makeMove(move);
    evaluator_.push(position, move);
    const int score = -quiescence(child, ply + 1, -beta, -alpha);
    evaluator_.pop();
    if (stopped_) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        lines_[ply].set(move, lines_[ply + 1]);
      }
    }
    if (techniques.alphaBeta && alpha >= beta) break;
  }
  return inCheck && !anyMove ? -kMate + ply : best;
}

// Even the whole victim does not reach alpha, or the exchange loses material.
template <class Observer>
bool Worker<Observer>::isHopelessCapture(const Position& position, Move move, int standPat, int alpha) {
  if (settings_.techniques.deltaPruning && settings_.techniques.alphaBeta && move.kind() != MoveKind::Promotion) {
    const Piece victim = position.pieceAt(move.to());
    const int gain = victim == Piece::None ? kSeeValues[0] : kSeeValues[index(typeOf(victim))];
    if (standPat + gain + settings_.params.deltaMargin <= alpha) {
      observer_.note(Event::DeltaPruning, move);
      return true;
    }
  }
  if (settings_.techniques.seePruning && !seeAtLeast(position, move, 0)) {
    observer_.note(Event::SeePruning, move);
    return true;
  }
  return false;
}

template int Worker<NoObserver>::quiescence(const Position&, int, int, int);
template int Worker<Followed>::quiescence(const Position&, int, int, int);

}  // namespace tabiya
