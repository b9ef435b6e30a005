// One node of the search, step by step: alpha-beta with null windows, a table, and moves in the picker's order.
#include <algorithm>

#include "engine/movegen/game.h"
#include "engine/movegen/movegen.h"
#include "engine/search/picker.h"
#include "engine/search/worker.h"

namespace tabiya {
namespace {

// A table's score is not trusted when the fifty-move rule is near: it does not know how the position was reached.
constexpr int kTrustedClock = 90;

}  // namespace

template <class Observer>
int Worker<Observer>::negamax(const Position& position, int depth, int ply, int alpha, int beta, bool cut) {
  if (depth <= 0 && settings_.techniques.quiescence) return quiescence(position, ply, alpha, beta);
  lines_[ply].clear();
  if (!enterNode(ply)) return 0;

  Node node{.position = position, .depth = depth, .ply = ply, .alpha = alpha, .beta = beta, .cut = cut};
  node.selective = settings_.techniques.alphaBeta && !node.pv && !node.inCheck;
  path_[ply + 2].cutoffs = 0;

  if (const auto score = settledByRules(node)) return *score;
  if (const auto score = probeTable(node)) return *score;
  reduceWithoutTableMove(node);
  evaluateNode(node);
  if (const auto score = pruneNode(node)) return *score;
  if (const auto score = testTableMove(node)) return *score;
  searchMoves(node);
  if (stopped_) return 0;

  if (node.moveCount == 0) {
    // Mate, the worse the sooner, or stalemate. With a move left out, nothing else comes near it.
    if (path_[ply].excluded) return alpha;
    return node.inCheck ? -kMate + ply : 0;
  }
  storeResult(node, alpha);
  return node.best;
}

// Draws, the end of the path, and the horizon when no quiescence search lies behind it.
template <class Observer>
std::optional<int> Worker<Observer>::settledByRules(const Node& node) {
  if (isDraw(node.position) || isBareStalemate(node.position)) return 0;
  if (node.ply >= kMaxPly) return evaluator_.evaluate(node.position);
  if (node.depth > 0) return std::nullopt;
  if (!hasLegalMove(node.position)) return node.inCheck ? -kMate + node.ply : 0;
  return evaluator_.evaluate(node.position);
}

// A deep enough result settles a null-window node at once; its move comes first in any case.
template <class Observer>
std::optional<int> Worker<Observer>::probeTable(Node& node) {
  PathEntry& here = path_[node.ply];
  // While a move is left out, the entry is about another search, and the node keeps its flag.
  if (here.excluded) return std::nullopt;
  here.tablePv = node.pv;
  if (!settings_.techniques.tt) return std::nullopt;
  node.entry = table_.probe(node.position.key());
  if (!node.entry) return std::nullopt;
  observer_.note(Event::TableHit);
  here.tablePv |= node.entry->pv;
  // Two positions may share a key, and a damaged slot may hold anything.
  if (isLegal(node.position, node.entry->move)) node.tableMove = node.entry->move;
  if (node.pv || node.entry->depth < node.depth || node.position.halfmoveClock() >= kTrustedClock) return std::nullopt;
  const int score = scoreFromTable(node.entry->score, node.ply);
  const Bound bound = node.entry->bound;
  const bool settles = bound == Bound::Exact || (bound == Bound::Lower && score >= node.beta) ||
                       (bound == Bound::Upper && score <= node.alpha);
  if (!settles) return std::nullopt;
  observer_.note(Event::TableCutoff, node.tableMove, score);
  return score;
}

// Internal iterative reduction: without a table move the order is poor and the node hardly important.
template <class Observer>
void Worker<Observer>::reduceWithoutTableMove(Node& node) {
  if (settings_.techniques.iir && !node.tableMove && !path_[node.ply].excluded &&
      node.depth >= settings_.params.iirMinDepth) {
    --node.depth;
  }
}

template <class Observer>
void Worker<Observer>::evaluateNode(Node& node) {
  PathEntry& here = path_[node.ply];
  if (here.excluded) {
    // The same position as a moment ago.
    node.staticEval = here.staticEval;
  } else if (!node.inCheck) {
    node.rawEval = evaluator_.evaluate(node.position);
    node.staticEval = correctedEval(node.position, node.rawEval);
  }
  here.staticEval = node.staticEval;
  node.improving = settings_.techniques.improving && !node.inCheck && node.ply >= 2 &&
                   node.staticEval > path_[node.ply - 2].staticEval;
}

template <class Observer>
int Worker<Observer>::correctedEval(const Position& position, int rawEval) const {
  const Techniques& techniques = settings_.techniques;
  if (!techniques.correctionHistory) return rawEval;
  return correction_.corrected(position, rawEval, settings_.params, techniques.correctionPieces);
}

template <class Observer>
void Worker<Observer>::searchMoves(Node& node) {
  const Techniques& techniques = settings_.techniques;
  const PreviousMoves previous = previousMoves(node.ply);
  node.scores = QuietScores(history_, node.position.sideToMove(), previous, techniques);
  MovePicker picker(node.position, node.tableMove, node.ply, previous, node.scores, history_, techniques);
  TriedMoves quietsTried;
  TriedMoves noisyTried;
  int searched = 0;
  while (const Move move = picker.next()) {
    if (move == path_[node.ply].excluded) continue;
    const int moveNumber = node.moveCount++;
    const bool quiet = !isNoisy(node.position, move);
    Position child = node.position;
    child.makeMove(move);
    const bool ordinary = quiet && !node.inCheck && !child.inCheck();

    if (ordinary && canSkipQuiet(node, move, quietsTried.count)) continue;
    if (moveNumber > 0 && !child.inCheck() && losesTooMuch(node, move, quiet)) continue;

    ++searched;
    const int extension = extensionOf(node, move, child.inCheck());
    const int doubled = extension > 1 && move == node.tableMove;
    doubleExtensions_ += doubled;
    // The quiescence search does not look into the table.
    if (node.depth - 1 + extension > 0) table_.prefetch(child.key());
    const int reduction = reductionOf(node, move, moveNumber, ordinary);
    stepInto(node.position, move, node.ply);
    const int score = searchMove(child, move, node, node.depth - 1 + extension, reduction);
    stepBack();
    doubleExtensions_ -= doubled;
    if (stopped_) return;

    if (score > node.best) {
      node.best = score;
      if (score > node.alpha) {
        node.alpha = score;
        node.bestMove = move;
        lines_[node.ply].set(move, lines_[node.ply + 1]);
      }
    }
    if (techniques.alphaBeta && node.alpha >= node.beta) {
      observer_.note(Event::BetaCutoff, move, searched);
      cutOff(node, move, quiet, quietsTried, noisyTried);
      return;
    }
    (quiet ? quietsTried : noisyTried).push(move);
  }
}

// The other side will not allow this position: remember what refuted its last move.
template <class Observer>
void Worker<Observer>::cutOff(const Node& node, Move move, bool quiet, const TriedMoves& quietsTried,
                              const TriedMoves& noisyTried) {
  const Techniques& techniques = settings_.techniques;
  const bool doubled = move == node.tableMove && node.tableExtension > 1;
  path_[node.ply].cutoffs += (doubled ? settings_.params.cutoffCountDoubleExtended : 1) + !node.tableMove;
  if (techniques.captureHistory) {
    history_.recordCaptures(node.position, quiet ? kNoMove : move, noisyTried, node.depth);
  }
  if (!quiet) return;
  history_.recordCutoff(node.position, move, quietsTried, node.ply, node.depth, previousMoves(node.ply), techniques);
}

// The first move in the whole window; a later one in a null window, at a reduced depth, and again in earnest as far as
// it proves better than expected. Below a cut node an all-node is expected, and the other way round; whoever is reduced
// is expected to be refuted.
template <class Observer>
int Worker<Observer>::searchMove(const Position& child, Move move, const Node& node, int depth, int reduction) {
  if (node.moveCount == 1 || !pvsOn()) {
    const bool cut = node.beta - node.alpha == 1 && !node.cut;
    return searchChild(child, depth, node.ply, node.alpha, node.beta, cut);
  }
  if (reduction > 0) observer_.note(Event::Reduced, move, reduction);
  int score = searchChild(child, depth - reduction, node.ply, node.alpha, node.alpha + 1, reduction > 0 || !node.cut);
  if (score > node.alpha && reduction > 0 && !stopped_) {
    observer_.note(Event::ReductionResearch, move);
    score = searchChild(child, depth, node.ply, node.alpha, node.alpha + 1, !node.cut);
  }
  if (score > node.alpha && score < node.beta && !stopped_) {
    observer_.note(Event::PvsResearch, move);
    score = searchChild(child, depth, node.ply, node.alpha, node.beta, false);
  }
  return score;
}

// The child's score for the side that moved there; `ply` is the parent's.
template <class Observer>
int Worker<Observer>::searchChild(const Position& child, int depth, int ply, int alpha, int beta, bool cut) {
  observer_.note(Event::Enter, path_[ply].played.move, depth);
  const int score = -negamax(child, depth, ply + 1, -beta, -alpha, cut);
  observer_.note(Event::Exit, path_[ply].played.move, -score);
  return score;
}

template <class Observer>
void Worker<Observer>::storeResult(const Node& node, int originalAlpha) {
  PathEntry& here = path_[node.ply];
  if (here.excluded) return;
  const Techniques& techniques = settings_.techniques;
  const Bound bound = node.best >= node.beta ? Bound::Lower : node.best > originalAlpha ? Bound::Exact : Bound::Upper;
  // What a capture wins is not the evaluation's to see.
  if (techniques.correctionHistory && !node.inCheck && !(node.bestMove && isNoisy(node.position, node.bestMove))) {
    correction_.learn(node.position, node.depth, node.rawEval, node.best, bound, settings_.params,
                      techniques.correctionPieces);
  }
  if (!techniques.tt) return;
  // Every move failed: the other side's last one was probably good, and this position may be on the next variation.
  if (bound == Bound::Upper && node.ply > 0 && node.depth > settings_.params.tablePvFailLowDepth) {
    here.tablePv |= path_[node.ply - 1].tablePv;
  }
  // After a fail low every move was refuted: none is known to be best.
  table_.store(node.position.key(), {.move = bound == Bound::Upper ? kNoMove : node.bestMove,
                                     .score = scoreToTable(node.best, node.ply),
                                     .depth = std::max(node.depth, 0),
                                     .bound = bound,
                                     .pv = here.tablePv});
}

// Fifty moves (a mate comes first), bare material, or one repetition: what has come back once will come back again.
template <class Observer>
bool Worker<Observer>::isDraw(const Position& position) const {
  const int clock = position.halfmoveClock();
  if (clock >= 100 && (!position.inCheck() || hasLegalMove(position))) return true;
  const int reach = std::min(clock, static_cast<int>(keys_.size()));
  for (int back = 4; back <= reach; back += 2) {
    if (keys_[keys_.size() - back] == position.key()) return true;
  }
  return position.pieces(PieceType::Pawn).empty() && insufficientMaterial(position);
}

template int Worker<NoObserver>::negamax(const Position&, int, int, int, int, bool);
template int Worker<Followed>::negamax(const Position&, int, int, int, int, bool);
template int Worker<NoObserver>::searchChild(const Position&, int, int, int, int, bool);
template int Worker<Followed>::searchChild(const Position&, int, int, int, int, bool);
template int Worker<NoObserver>::searchMove(const Position&, Move, const Node&, int, int);
template int Worker<Followed>::searchMove(const Position&, Move, const Node&, int, int);
template int Worker<NoObserver>::correctedEval(const Position&, int) const;
template int Worker<Followed>::correctedEval(const Position&, int) const;

}  // namespace tabiya
