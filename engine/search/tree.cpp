#include "engine/search/tree.h"

namespace tabiya {

std::string_view describeEvent(Event event) {
  switch (event) {
    case Event::TableCutoff:
      return "known to the table";
    case Event::ReverseFutility:
      return "far above beta";
    case Event::Razoring:
      return "far below alpha";
    case Event::NullMoveCutoff:
      return "passing is good enough";
    case Event::ProbCutCutoff:
      return "a capture is far above beta";
    case Event::MultiCut:
      return "two moves beat beta";
    case Event::BetaCutoff:
      return "refuted";
    case Event::LateMovePruning:
      return "skipped: late";
    case Event::Futility:
      return "skipped: cannot reach alpha";
    case Event::HistoryPruning:
      return "skipped: bad history";
    case Event::SeePruning:
      return "skipped: loses material";
    case Event::DeltaPruning:
      return "skipped: the victim does not reach alpha";
    default:
      return {};
  }
}

void TreeRecorder::enter(Move move, int depth) {
  const int parent = path_.empty() ? -1 : path_.back();
  const int ply = static_cast<int>(path_.size());
  const bool keep = ply <= plies_ && (ply == 0 || parent != kNotKept) && nodes_.size() < limit_;
  truncated_ |= ply <= plies_ && !keep;
  path_.push_back(keep ? static_cast<int>(nodes_.size()) : kNotKept);
  below_.push_back(1);
  if (!keep) return;
  if (ply == 0) roots_.push_back(static_cast<int>(nodes_.size()));
  nodes_.push_back({.move = move, .parent = parent, .ply = ply, .depth = depth});
}

void TreeRecorder::exit(int score) {
  if (path_.empty()) return;
  const int here = path_.back();
  const u64 nodes = below_.back();
  path_.pop_back();
  below_.pop_back();
  if (!below_.empty()) below_.back() += nodes;
  if (here == kNotKept) return;
  nodes_[here].score = score;
  nodes_[here].nodes = nodes;
}

void TreeRecorder::skip(Event event, Move move) {
  const int here = path_.empty() ? kNotKept : path_.back();
  if (here == kNotKept || static_cast<int>(path_.size()) > plies_) return;
  if (nodes_.size() >= limit_) {
    truncated_ = true;
    return;
  }
  nodes_.push_back(
      {.move = move, .parent = here, .ply = static_cast<int>(path_.size()), .decision = event, .skipped = true});
}

void TreeRecorder::note(Event event, Move move, int value) {
  switch (event) {
    case Event::Enter:
      entered_ = value <= 0;
      return enter(move, value);
    case Event::Exit:
      return exit(value);
    case Event::Quiescence:
      // At the horizon the first is the node that was entered.
      if (!below_.empty()) below_.back() += entered_ ? 0 : 1;
      entered_ = false;
      return;
    case Event::LateMovePruning:
    case Event::Futility:
    case Event::HistoryPruning:
    case Event::SeePruning:
    case Event::DeltaPruning:
      return skip(event, move);
    default:
      if (!describeEvent(event).empty() && !path_.empty() && path_.back() != kNotKept) {
        nodes_[path_.back()].decision = event;
      }
  }
}

}  // namespace tabiya
