// A worker's life, and the root of its search: aspiration windows around the depth before, and the root's own moves.
#include <algorithm>

#include "engine/movegen/movegen.h"
#include "engine/search/picker.h"
#include "engine/search/worker.h"

namespace tabiya {

// However late it is, this much of the first depth is searched: a move chosen blindly loses more than the time.
constexpr auto kLeastThought = std::chrono::milliseconds(10);

void Line::set(Move first, const Line& rest) {
  moves[0] = first;
  length = std::min(rest.length, static_cast<int>(moves.size()) - 1);
  std::copy_n(rest.moves.begin(), length, moves.begin() + 1);
  ++length;
}

template <class Observer>
Worker<Observer>::Worker(const Settings& settings, TranspositionTable& table, const PreparedNetwork* network,
                         Observer observer)
    : settings_(settings),
      table_(table),
      observer_(observer),
      evaluator_(network, settings.eval),
      reductions_(settings.params) {}

template <class Observer>
void Worker<Observer>::newSearch(const Position& root, std::span<const u64> history, const StopConditions& stop,
                                 RootListener onRoot) {
  history_.newSearch();
  reductions_ = ReductionTable(settings_.params);
  root_ = root;
  keys_.assign(history.begin(), history.end());
  keys_.reserve(history.size() + kMaxPly + 2);
  path_.fill({});
  doubleExtensions_ = 0;
  evaluator_.reset(root);
  stop_ = stop;
  onRoot_ = std::move(onRoot);
  rootMoves_ = static_cast<std::size_t>(countLegal(root));
  start_ = clockStart_ = SearchClock::now();
  nodes_ = 0;
  published_.store(0, std::memory_order_relaxed);
  stopped_ = false;
}

template <class Observer>
bool Worker<Observer>::mustStop() {
  published_.store(nodes_, std::memory_order_relaxed);
  if (stop_.stop != nullptr && stop_.stop->load(std::memory_order_relaxed)) return true;
  if (!clockRuns() || !stop_.deadline) return false;
  const auto now = SearchClock::now();
  return now >= *stop_.deadline && (rootDepth_ > 1 || now >= start_ + kLeastThought);
}

template <class Observer>
bool Worker<Observer>::clockRuns() {
  if (stop_.pondering == nullptr) return true;
  if (stop_.pondering->load(std::memory_order_relaxed)) return false;
  stop_.pondering = nullptr;
  clockStart_ = SearchClock::now();
  stop_.deadline = clockStart_ + stop_.afterPondering;
  return true;
}

template <class Observer>
void Worker<Observer>::tellRoot(RootEvent::Kind kind, int depth, Move move, int moveNumber, int score) {
  if (onRoot_) onRoot_({kind, depth, move, moveNumber, score});
}

template <class Observer>
RootResult Worker<Observer>::searchDepth(std::vector<Move>& moves, int depth, std::optional<int> previous) {
  const SearchParams& p = settings_.params;
  rootDepth_ = depth;
  selDepth_ = 0;
  int alpha = -kInfinity;
  int beta = kInfinity;
  int delta = p.aspirationDelta;
  if (settings_.techniques.aspiration && settings_.techniques.alphaBeta && previous && depth >= p.aspirationMinDepth &&
      !isMateScore(*previous)) {
    alpha = *previous - delta;
    beta = *previous + delta;
  }
  RootResult failedHigh;
  for (;;) {
    RootResult result = searchRoot(moves, depth, alpha, beta);
    published_.store(nodes_, std::memory_order_relaxed);
    if (result.best) {
      const auto best = std::find(moves.begin(), moves.end(), result.best);
      std::rotate(moves.begin(), best, best + 1);
    }
    // Stopped before the move that failed high was searched again: it is still the best that is known.
    if (!result.complete) return result.best ? result : failedHigh;
    if (result.bound == Bound::Exact) return result;
    if (result.bound == Bound::Upper) {
      tellRoot(RootEvent::Kind::FailsLow, depth, kNoMove, 0, result.score);
      alpha = std::max(result.score - delta, -kInfinity);
    } else {
      tellRoot(RootEvent::Kind::FailsHigh, depth, result.best, 1, result.score);
      beta = std::min(result.score + delta, kInfinity);
      failedHigh = result;
      failedHigh.complete = false;
    }
    delta *= 2;
    if (delta > p.aspirationMaxDelta) {
      alpha = -kInfinity;
      beta = kInfinity;
    }
  }
}

// No move is `best` in a window that all fail to reach: upper bounds say nothing about which is better.
template <class Observer>
RootResult Worker<Observer>::searchRoot(const std::vector<Move>& moves, int depth, int alpha, int beta) {
  RootResult result;
  lines_[0].clear();
  if (!enterNode(0)) return result;
  observer_.note(Event::Enter, kNoMove, depth);
  Node node{.position = root_, .depth = depth, .ply = 0, .alpha = alpha, .beta = beta};
  path_[0].tablePv = true;
  path_[1].cutoffs = path_[2].cutoffs = 0;
  if (!node.inCheck) node.staticEval = correctedEval(root_, evaluator_.evaluate(root_));
  path_[0].staticEval = node.staticEval;
  node.scores = QuietScores(history_, root_.sideToMove(), {}, settings_.techniques);

  for (const Move move : moves) {
    const int moveNumber = node.moveCount++;
    tellRoot(RootEvent::Kind::MoveBegins, depth, move, moveNumber + 1, node.best);
    Position child = root_;
    child.makeMove(move);
    const bool ordinary = !isNoisy(root_, move) && !node.inCheck && !child.inCheck();
    const int reduction = reductionOf(node, move, moveNumber, ordinary);
    stepInto(root_, move, 0);
    const int score = searchMove(child, move, node, depth - 1 + extensionOf(node, move, child.inCheck()), reduction);
    stepBack();
    if (stopped_) break;
    if (score > node.best) node.best = score;
    if (score > node.alpha) {
      node.alpha = score;
      node.bestMove = move;
      lines_[0].set(move, lines_[1]);
      tellRoot(RootEvent::Kind::NewBest, depth, move, moveNumber + 1, score);
      if (settings_.techniques.alphaBeta && score >= beta) break;
    }
  }

  observer_.note(Event::Exit, kNoMove, node.best);
  result.complete = !stopped_;
  result.best = node.bestMove;
  result.score = node.best;
  result.bound = node.best >= beta ? Bound::Lower : node.bestMove ? Bound::Exact : Bound::Upper;
  result.pv.assign(lines_[0].moves.begin(), lines_[0].moves.begin() + lines_[0].length);
  // Of some moves only, the result says nothing about the position.
  if (result.complete && settings_.techniques.tt && moves.size() == rootMoves_) {
    table_.store(root_.key(), {.move = node.bestMove,
                               .score = scoreToTable(node.best, 0),
                               .depth = depth,
                               .bound = result.bound,
                               .pv = true});
  }
  return result;
}

// Member by member: instantiating the class here would leave weak references to the other files' members, which the
// link-time optimiser does not fetch from an archive.
template Worker<NoObserver>::Worker(const Settings&, TranspositionTable&, const PreparedNetwork*, NoObserver);
template Worker<Followed>::Worker(const Settings&, TranspositionTable&, const PreparedNetwork*, Followed);
template void Worker<NoObserver>::newSearch(const Position&, std::span<const u64>, const StopConditions&, RootListener);
template void Worker<Followed>::newSearch(const Position&, std::span<const u64>, const StopConditions&, RootListener);
template bool Worker<NoObserver>::clockRuns();
template bool Worker<Followed>::clockRuns();
template bool Worker<NoObserver>::mustStop();
template bool Worker<Followed>::mustStop();
template RootResult Worker<NoObserver>::searchDepth(std::vector<Move>&, int, std::optional<int>);
template RootResult Worker<Followed>::searchDepth(std::vector<Move>&, int, std::optional<int>);

}  // namespace tabiya
