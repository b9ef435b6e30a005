// Who watches a search: nobody, by default, at no cost. A worker is a template over its observer, and NoObserver's
// empty functions leave no trace in the code; Followed hands on what happens to any SearchFollower. The nodes searched
// are the same whoever watches.
#pragma once

#include <array>

#include "engine/board/move.h"

namespace tabiya {

enum class Event : u8 {
  Enter,       // a node: value = depth
  Exit,        // value = score for the side that moved there; a node searched without its table move: for its own
  Quiescence,  // a node of the quiescence search
  TableHit,
  TableCutoff,  // value = score
  ReverseFutility,
  Razoring,
  NullMove,        // tried
  NullMoveCutoff,  // worked: value = score
  ProbCut,         // tried
  ProbCutCutoff,   // move, value = score: it worked
  SingularSearch,  // move: the node is searched without it
  SingularExtension,
  DoubleExtension,
  MultiCut,  // value = score
  NegativeExtension,
  LateMovePruning,  // these name the move skipped
  Futility,
  SeePruning,
  HistoryPruning,
  DeltaPruning,
  Reduced,            // move; value = plies less
  ReductionResearch,  // move: it beat alpha although reduced
  PvsResearch,        // move: it beat alpha in a null window
  BetaCutoff,         // move; value = moves searched
  Count
};

struct NoObserver {
  void note(Event, Move = kNoMove, int = 0) {}
};

// What happens, in the order in which it happens: between a node's Enter and its Exit stands all that is below it.
class SearchFollower {
 public:
  virtual ~SearchFollower() = default;
  virtual void note(Event event, Move move, int value) = 0;
};

struct Followed {
  SearchFollower& follower;
  void note(Event event, Move move = kNoMove, int value = 0) { follower.note(event, move, value); }
};

// Counts each kind of event.
class EventCounts : public SearchFollower {
 public:
  void note(Event event, Move, int) override { ++counts_[static_cast<std::size_t>(event)]; }
  u64 operator[](Event event) const { return counts_[static_cast<std::size_t>(event)]; }

 private:
  std::array<u64, static_cast<std::size_t>(Event::Count)> counts_{};
};

}  // namespace tabiya
