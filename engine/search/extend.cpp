// How deep each move is searched: plies more for forced moves, plies less for late ones.
#include <algorithm>

#include "engine/search/picker.h"
#include "engine/search/worker.h"

namespace tabiya {

// Is the table's move much better than every other? The node is searched without it, at half the depth, against a
// window a little below its score. If nothing comes near, it is singular and worth a ply more (Anantharaman, Campbell
// and Hsu 1988), or two when nothing comes near by far. If something does and that already beats beta, two moves do:
// the node is cut off. If only the table's move beats beta, it has good company and needs less care.
template <class Observer>
std::optional<int> Worker<Observer>::testTableMove(Node& node) {
  const Techniques& techniques = settings_.techniques;
  const SearchParams& p = settings_.params;
  PathEntry& here = path_[node.ply];
  if (!techniques.singularExtension || !node.tableMove || here.excluded || node.depth < p.singularMinDepth ||
      node.ply >= 2 * rootDepth_ || node.entry->bound == Bound::Upper ||
      node.entry->depth + p.singularTableDepthMargin < node.depth) {
    return std::nullopt;
  }
  const int tableScore = scoreFromTable(node.entry->score, node.ply);
  if (isMateScore(tableScore)) return std::nullopt;
  const int bar = tableScore - p.singularMargin * node.depth;
  observer_.note(Event::SingularSearch, node.tableMove, (node.depth - 1) / 2);
  observer_.note(Event::Enter, kNoMove, (node.depth - 1) / 2);
  here.excluded = node.tableMove;
  const int score = negamax(node.position, (node.depth - 1) / 2, node.ply, bar - 1, bar, node.cut);
  here.excluded = kNoMove;
  lines_[node.ply].clear();
  observer_.note(Event::Exit, kNoMove, score);
  if (stopped_) return 0;

  if (score < bar) {
    observer_.note(Event::SingularExtension, node.tableMove);
    node.tableExtension = 1;
    if (techniques.doubleExtension && !node.pv && score < bar - p.doubleExtensionMargin &&
        doubleExtensions_ < p.doubleExtensionLimit) {
      observer_.note(Event::DoubleExtension, node.tableMove);
      node.tableExtension = 2;
    }
  } else if (techniques.multiCut && bar >= node.beta) {
    observer_.note(Event::MultiCut, kNoMove, bar);
    return bar;
  } else if (techniques.negativeExtension && tableScore >= node.beta) {
    observer_.note(Event::NegativeExtension, node.tableMove);
    node.tableExtension = -p.negativeExtensionPlies;
  }
  return std::nullopt;
}

// Checks are extended in the first half of the path only: a chain of them must come to an end.
template <class Observer>
int Worker<Observer>::extensionOf(const Node& node, Move move, bool givesCheck) const {
  int extension = settings_.techniques.checkExtension && givesCheck && node.ply < kMaxPly / 2 ? 1 : 0;
  if (move == node.tableMove)
    extension = node.tableExtension > 0 ? node.tableExtension : extension + node.tableExtension;
  return extension;
}

// Plies off a move's first search: late, quiet moves are seldom better. Never into the quiescence search.
template <class Observer>
int Worker<Observer>::reductionOf(const Node& node, Move move, int moveNumber, bool ordinary) const {
  const Techniques& techniques = settings_.techniques;
  const SearchParams& p = settings_.params;
  if (!techniques.lmr || !ordinary || node.depth < p.lmrMinDepth || moveNumber < p.lmrMinMoves) return 0;
  const bool all = !node.pv && !node.cut;  // every move is expected to fail
  int reduction = reductions_(node.depth, moveNumber) - (node.pv ? 1 : 0);
  if (techniques.cutNodeReductions && node.cut) reduction += p.lmrCutNode;
  if (techniques.cutoffReductions && path_[node.ply + 1].cutoffs > p.lmrCutoffCount) {
    reduction += p.lmrCutoffPlies + (all ? p.lmrCutoffAllNodePlies : 0);
  }
  if (techniques.tableCaptureReductions && node.tableMove && isNoisy(node.position, node.tableMove)) {
    reduction += node.pv ? p.lmrTableCapturePv : p.lmrTableCapture;
  }
  if (techniques.allNodeReductions && all) reduction -= p.lmrAllNode;
  if (techniques.tablePvReductions && path_[node.ply].tablePv && !node.pv) reduction -= p.lmrTablePv;
  if (techniques.historyReductions) {
    const int score = node.scores(node.position.pieceAt(move.from()), move);
    reduction -= std::clamp(score / p.lmrHistoryDivisor, -p.lmrHistoryMax, p.lmrHistoryMax);
  }
  return std::clamp(reduction, 0, node.depth - 2);
}

template std::optional<int> Worker<NoObserver>::testTableMove(Node&);
template std::optional<int> Worker<Followed>::testTableMove(Node&);
template int Worker<NoObserver>::extensionOf(const Node&, Move, bool) const;
template int Worker<Followed>::extensionOf(const Node&, Move, bool) const;
template int Worker<NoObserver>::reductionOf(const Node&, Move, int, bool) const;
template int Worker<Followed>::reductionOf(const Node&, Move, int, bool) const;

}  // namespace tabiya
