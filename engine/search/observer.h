// Who watches a search: nobody, by default, at no cost. A worker is a template over its observer, and NoObserver's
// empty functions leave no trace in the code. The nodes searched are the same whoever watches.
#pragma once

#include <array>

#include "engine/board/move.h"

namespace tabiya {

enum class Event : u8 {
  Enter,       // a node: value = depth
  Exit,        // value = score for the node's side to move
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

// Counts each kind of event.
class EventCounts {
 public:
  void note(Event event, Move = kNoMove, int = 0) { ++counts_[static_cast<std::size_t>(event)]; }
  u64 operator[](Event event) const { return counts_[static_cast<std::size_t>(event)]; }

 private:
  std::array<u64, static_cast<std::size_t>(Event::Count)> counts_{};
};

}  // namespace tabiya
