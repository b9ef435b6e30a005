// What need not be searched: whole nodes, and moves near the leaves. Each step is one bet, with its switch and margin.
//
// None of it is done in check, in a full window (the exact score matters there) or, for moves, before one has been
// found that does not lose to a mate.
#include <cstdlib>

#include "engine/movegen/see.h"
#include "engine/search/picker.h"
#include "engine/search/worker.h"

namespace tabiya {
namespace {

bool hasPieces(const Position& position, Color color) {
  const Bitboard simple = position.pieces(color, PieceType::Pawn) | position.pieces(color, PieceType::King);
  return position.pieces(color) != simple;
}

}  // namespace

template <class Observer>
std::optional<int> Worker<Observer>::pruneNode(Node& node) {
  if (!node.selective) return std::nullopt;
  if (const auto score = reverseFutility(node)) return score;
  if (const auto score = razor(node)) return score;
  if (const auto score = tryNullMove(node)) return score;
  return tryProbCut(node);
}

// So far above beta that a search would stay there.
template <class Observer>
std::optional<int> Worker<Observer>::reverseFutility(const Node& node) {
  const SearchParams& p = settings_.params;
  if (!settings_.techniques.reverseFutility || node.depth > p.rfpMaxDepth ||
      node.staticEval - (p.rfpMargin * node.depth - (node.improving ? p.rfpImproving : 0)) < node.beta) {
    return std::nullopt;
  }
  observer_.note(Event::ReverseFutility);
  return node.staticEval;
}

// So far below alpha that only captures could help: if they do not, that is the answer.
template <class Observer>
std::optional<int> Worker<Observer>::razor(const Node& node) {
  const SearchParams& p = settings_.params;
  if (!settings_.techniques.razoring || !settings_.techniques.quiescence || node.depth > p.razorMaxDepth ||
      node.staticEval + p.razorMargin * node.depth >= node.alpha) {
    return std::nullopt;
  }
  const int score = quiescence(node.position, node.ply, node.alpha, node.alpha + 1);
  if (stopped_) return 0;
  if (score > node.alpha) return std::nullopt;
  observer_.note(Event::Razoring);
  return score;
}

// If passing keeps the side to move at beta, a move would too (Donninger 1993). Not with pawns only: there, having to
// move is often the trouble.
template <class Observer>
std::optional<int> Worker<Observer>::tryNullMove(const Node& node) {
  const SearchParams& p = settings_.params;
  const Position& position = node.position;
  const bool justPassed = node.ply > 0 && !previousMove(node.ply).move;
  if (!settings_.techniques.nullMove || node.depth < p.nullMinDepth || node.staticEval < node.beta || justPassed ||
      path_[node.ply].excluded || !hasPieces(position, position.sideToMove())) {
    return std::nullopt;
  }
  observer_.note(Event::NullMove);
  Position child = position;
  child.makeNullMove();
  const int depth = node.depth - 1 - p.nullReduction - node.depth / p.nullDepthDivisor;
  if (depth > 0) table_.prefetch(child.key());
  path_[node.ply].played = {};
  keys_.push_back(position.key());
  evaluator_.pushNull();
  const int score = searchChild(child, depth, node.ply, node.beta - 1, node.beta, !node.cut);
  stepBack();
  if (stopped_) return 0;
  if (score < node.beta) return std::nullopt;
  observer_.note(Event::NullMoveCutoff, kNoMove, score);
  // A mate after a pass is no mate.
  return score >= kMateBound ? node.beta : score;
}

// If some capture beats beta by a margin even in a shallower search, the whole search would hardly fall below beta
// (Buro 1995). Captures only that could win what the evaluation is short of, and the quiescence search asked first.
template <class Observer>
std::optional<int> Worker<Observer>::tryProbCut(const Node& node) {
  const Techniques& techniques = settings_.techniques;
  const SearchParams& p = settings_.params;
  const int target = node.beta + p.probCutMargin;
  if (!techniques.probCut || !techniques.quiescence || node.depth < p.probCutMinDepth || path_[node.ply].excluded ||
      std::abs(node.beta) + p.probCutMargin >= kMateBound) {
    return std::nullopt;
  }
  const auto& entry = node.entry;
  if (entry && entry->bound != Bound::Lower && entry->depth + p.probCutReduction > node.depth &&
      scoreFromTable(entry->score, node.ply) < target) {
    return std::nullopt;
  }
  observer_.note(Event::ProbCut);
  const int depth = std::max(node.depth - p.probCutReduction, 0);
  MovePicker picker = MovePicker::noisyMoves(node.position, node.tableMove, history_, techniques);
  while (const Move move = picker.next()) {
    if (!seeAtLeast(node.position, move, target - node.staticEval)) continue;
    Position child = node.position;
    child.makeMove(move);
    stepInto(node.position, move, node.ply);
    int score = -quiescence(child, node.ply + 1, -target, -target + 1);
    if (score >= target && depth > 0 && !stopped_) {
      score = searchChild(child, depth, node.ply, target - 1, target, !node.cut);
    }
    stepBack();
    if (stopped_) return 0;
    if (score < target) continue;
    observer_.note(Event::ProbCutCutoff, move, score);
    if (techniques.tt) {
      table_.store(node.position.key(), {.move = move,
                                         .score = scoreToTable(score, node.ply),
                                         .depth = depth + 1,
                                         .bound = Bound::Lower,
                                         .pv = path_[node.ply].tablePv});
    }
    return score;
  }
  return std::nullopt;
}

// A quiet move that neither gives nor meets check, late in the order or without hope of lifting the evaluation.
template <class Observer>
bool Worker<Observer>::canSkipQuiet(const Node& node, Move move, int quietsTried) {
  const Techniques& techniques = settings_.techniques;
  const SearchParams& p = settings_.params;
  if (node.pv || node.best <= -kMateBound) return false;
  if (techniques.lateMovePruning && node.depth <= p.lmpMaxDepth &&
      quietsTried >= (p.lmpBase + node.depth * node.depth) * (node.improving ? p.lmpImproving : 1)) {
    observer_.note(Event::LateMovePruning, move);
    return true;
  }
  if (techniques.futility && techniques.alphaBeta && node.depth <= p.futilityMaxDepth &&
      node.staticEval + p.futilityBase + p.futilityPerDepth * node.depth <= node.alpha) {
    observer_.note(Event::Futility, move);
    return true;
  }
  if (techniques.historyPruning && node.depth <= p.historyPruningMaxDepth &&
      node.scores(node.position.pieceAt(move.from()), move) < -p.historyPruningMargin * node.depth) {
    observer_.note(Event::HistoryPruning, move);
    return true;
  }
  return false;
}

template <class Observer>
bool Worker<Observer>::losesTooMuch(const Node& node, Move move, bool quiet) {
  const SearchParams& p = settings_.params;
  if (!settings_.techniques.seePruning || !node.selective || node.depth > p.seeMaxDepth || node.best <= -kMateBound) {
    return false;
  }
  const int margin = (quiet ? p.seeQuietMargin : p.seeCaptureMargin) * node.depth;
  if (seeAtLeast(node.position, move, -margin)) return false;
  observer_.note(Event::SeePruning, move);
  return true;
}

template std::optional<int> Worker<NoObserver>::pruneNode(Node&);
template std::optional<int> Worker<Followed>::pruneNode(Node&);
template bool Worker<NoObserver>::canSkipQuiet(const Node&, Move, int);
template bool Worker<Followed>::canSkipQuiet(const Node&, Move, int);
template bool Worker<NoObserver>::losesTooMuch(const Node&, Move, bool);
template bool Worker<Followed>::losesTooMuch(const Node&, Move, bool);

}  // namespace tabiya
