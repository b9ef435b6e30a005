// One thread's search: its position, its path, what it has learnt. Workers share only the transposition table.
//
// The search reads as a list of named steps: root.cpp (aspiration, the root's moves), search.cpp (a node), prune.cpp
// (what need not be searched), extend.cpp and reduce.cpp (how deep), qsearch.cpp (beyond the horizon), picker.h (in
// which order), correction.h (how far the evaluation is off).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/board/position.h"
#include "engine/eval/evaluator.h"
#include "engine/movegen/movegen.h"
#include "engine/search/correction.h"
#include "engine/search/history.h"
#include "engine/search/observer.h"
#include "engine/search/reduce.h"
#include "engine/search/settings.h"
#include "engine/search/tt.h"

namespace tabiya {

using SearchClock = std::chrono::steady_clock;

// When a worker must give up in the middle of a depth.
struct StopConditions {
  const std::atomic<bool>* stop = nullptr;
  std::optional<SearchClock::time_point> deadline;  // looked at every 1,024 nodes
  // While it is true there is no deadline; then it is this far away. No time at all when there is none.
  const std::atomic<bool>* pondering = nullptr;
  std::chrono::milliseconds afterPondering{0};
  std::optional<u64> maxNodes;  // checked at every node
};

// The best line from a node on.
struct Line {
  std::array<Move, kMaxPly + 1> moves;
  int length = 0;

  void clear() { length = 0; }
  void set(Move first, const Line& rest);
};

// The outcome of the root's moves at one depth and window.
struct RootResult {
  Move best;  // kNoMove: nothing reliable was found
  int score = -kInfinity;
  Bound bound = Bound::None;  // Exact, or Lower when stopped before a move that failed high was searched again
  bool complete = false;
  std::vector<Move> pv;
};

// What goes on at the root, for who wants to follow it live.
struct RootEvent {
  enum class Kind : u8 { MoveBegins, NewBest, FailsHigh, FailsLow };
  Kind kind;
  int depth;
  Move move;       // none when all failed low
  int moveNumber;  // from 1
  int score;       // of NewBest and the two failures
};
using RootListener = std::function<void(const RootEvent&)>;

// Without pieces a side may have no move, which pruning by guesses and standing pat would not notice.
inline bool isBareStalemate(const Position& position) {
  const Color us = position.sideToMove();
  const Bitboard simple = position.pieces(us, PieceType::Pawn) | position.pieces(us, PieceType::King);
  return position.pieces(us) == simple && !position.inCheck() && !hasLegalMove(position);
}

// A worker as the pool knows it, whoever watches; and what it has learnt, which outlives a search.
class SearchWorker {
 public:
  virtual ~SearchWorker() = default;
  // Forgets all that was learnt.
  void newGame() {
    history_.clear();
    correction_.clear();
  }
  // Takes what `other` has learnt and gives its own.
  void exchangeLearnt(SearchWorker& other) {
    std::swap(history_, other.history_);
    std::swap(correction_, other.correction_);
  }
  // A new search from `root`. `history`: the keys of the game's earlier positions, oldest first.
  virtual void newSearch(const Position& root, std::span<const u64> history, const StopConditions& stop,
                         RootListener onRoot = {}) = 0;
  // Searches `moves` of the root to `depth`, in an aspiration window around `previous` when there is one. The best
  // move goes to the front of `moves`.
  virtual RootResult searchDepth(std::vector<Move>& moves, int depth, std::optional<int> previous) = 0;
  // Whether the clock runs: not while pondering. The deadline is set when it begins to.
  virtual bool clockRuns() = 0;

  // May be read by other threads: exact when the worker rests, up to 1,024 behind while it searches.
  u64 nodes() const { return published_.load(std::memory_order_relaxed); }
  int selDepth() const { return selDepth_; }
  // When the clock began to run; the search's beginning unless it pondered.
  SearchClock::time_point clockStart() const { return clockStart_; }

 protected:
  MoveHistory history_;
  CorrectionHistory correction_;
  SearchClock::time_point clockStart_;
  std::atomic<u64> published_{0};
  int selDepth_ = 0;
};

template <class Observer>
class Worker : public SearchWorker {
 public:
  // The hand-crafted evaluation when `network` is null. The first three must outlive the worker.
  Worker(const Settings& settings, TranspositionTable& table, const PreparedNetwork* network, Observer observer = {});

  void newSearch(const Position& root, std::span<const u64> history, const StopConditions& stop,
                 RootListener onRoot = {}) override;
  RootResult searchDepth(std::vector<Move>& moves, int depth, std::optional<int> previous) override;
  bool clockRuns() override;

 private:
  // What the path remembers of each ply from the root to the present node.
  struct PathEntry {
    PlayedMove played;     // the move made here, with the piece that made it; none for a pass
    Move excluded;         // left out of this node's search
    int staticEval = 0;    // -kInfinity in check
    bool tablePv = false;  // is, or has been, on the principal variation
    int cutoffs = 0;       // fail highs among this ply's nodes under the present grandparent
  };

  // One node, as its steps see it.
  struct Node {
    const Position& position;
    int depth;
    int ply;
    int alpha;
    int beta;
    bool cut = false;  // one move is expected to be too good for the other side
    bool pv = beta - alpha > 1;
    bool inCheck = position.inCheck();
    bool selective = false;  // pruning by guesses is allowed: a null window, not in check
    std::optional<TableEntry> entry{};
    Move tableMove{};
    int rawEval = -kInfinity;     // as evaluated
    int staticEval = -kInfinity;  // as corrected
    bool improving = false;       // better than two plies ago
    int tableExtension = 0;       // plies more for the table's move
    int best = -kInfinity;
    Move bestMove{};
    int moveCount = 0;  // moves handed out, searched or skipped
    QuietScores scores{};
  };

  // Moves that failed to cut off, for their penalty.
  struct TriedMoves {
    std::array<Move, 64> moves;
    int count = 0;
    void push(Move m) {
      if (count < static_cast<int>(moves.size())) moves[count++] = m;
    }
    operator std::span<const Move>() const { return {moves.data(), static_cast<std::size_t>(count)}; }
  };

  // root.cpp
  RootResult searchRoot(const std::vector<Move>& moves, int depth, int alpha, int beta);
  bool mustStop();
  void tellRoot(RootEvent::Kind kind, int depth, Move move, int moveNumber, int score);

  // search.cpp
  int negamax(const Position& position, int depth, int ply, int alpha, int beta, bool cut);
  int searchChild(const Position& child, int depth, int ply, int alpha, int beta, bool cut);
  int searchMove(const Position& child, Move move, const Node& node, int depth, int reduction);
  std::optional<int> settledByRules(const Node& node);
  std::optional<int> probeTable(Node& node);
  void reduceWithoutTableMove(Node& node);
  void evaluateNode(Node& node);
  void searchMoves(Node& node);
  void cutOff(const Node& node, Move move, bool quiet, const TriedMoves& quietsTried, const TriedMoves& noisyTried);
  void storeResult(const Node& node, int originalAlpha);
  int correctedEval(const Position& position, int rawEval) const;

  // extend.cpp
  std::optional<int> testTableMove(Node& node);
  int extensionOf(const Node& node, Move move, bool givesCheck) const;
  int reductionOf(const Node& node, Move move, int moveNumber, bool ordinary) const;

  // prune.cpp
  std::optional<int> pruneNode(Node& node);
  std::optional<int> reverseFutility(const Node& node);
  std::optional<int> razor(const Node& node);
  std::optional<int> tryNullMove(const Node& node);
  std::optional<int> tryProbCut(const Node& node);
  bool canSkipQuiet(const Node& node, Move move, int quietsTried);
  bool losesTooMuch(const Node& node, Move move, bool quiet);

  // qsearch.cpp
  int quiescence(const Position& position, int ply, int alpha, int beta);
  bool isHopelessCapture(const Position& position, Move move, int standPat, int alpha);

  // The step to a child and back: path, keys and evaluator together.
  void stepInto(const Position& position, Move move, int ply);
  void stepBack();

  bool enterNode(int ply);
  bool isDraw(const Position& position) const;
  PlayedMove previousMove(int ply) const { return ply > 0 ? path_[ply - 1].played : PlayedMove{}; }
  PreviousMoves previousMoves(int ply) const {
    return {previousMove(ply), ply > 1 ? path_[ply - 2].played : PlayedMove{}};
  }
  bool pvsOn() const { return settings_.techniques.pvs && settings_.techniques.alphaBeta; }

  const Settings& settings_;
  TranspositionTable& table_;
  [[no_unique_address]] Observer observer_;
  Evaluator evaluator_;
  ReductionTable reductions_;
  Position root_;
  std::vector<u64> keys_;  // of the positions before the present node: the game's, then the path's
  std::array<PathEntry, kMaxPly + 4> path_{};
  std::array<Line, kMaxPly + 2> lines_;
  StopConditions stop_;
  SearchClock::time_point start_;
  RootListener onRoot_;
  std::size_t rootMoves_ = 0;  // legal ones
  u64 nodes_ = 0;
  int rootDepth_ = 0;
  int doubleExtensions_ = 0;  // on the path
  bool stopped_ = false;
};

template <class Observer>
void Worker<Observer>::stepInto(const Position& position, Move move, int ply) {
  path_[ply].played = {move, position.pieceAt(move.from())};
  keys_.push_back(position.key());
  evaluator_.push(position, move);
}

template <class Observer>
void Worker<Observer>::stepBack() {
  evaluator_.pop();
  keys_.pop_back();
}

// Counts a node; false when the search must stop instead.
template <class Observer>
bool Worker<Observer>::enterNode(int ply) {
  if (stopped_ || (stop_.maxNodes && nodes_ >= *stop_.maxNodes) || (nodes_ % 1024 == 0 && mustStop())) {
    stopped_ = true;
    return false;
  }
  ++nodes_;
  if (ply > selDepth_) selDepth_ = ply;
  return true;
}

}  // namespace tabiya
