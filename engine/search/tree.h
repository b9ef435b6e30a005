// A follower that keeps the upper part of a search's tree, and says of each move there what became of it: searched and
// to what score, cut off by what, or skipped and why.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/search/observer.h"

namespace tabiya {

// "null move", "skipped: late", ...; empty for events that decide nothing.
std::string_view describeEvent(Event event);

class TreeRecorder : public SearchFollower {
 public:
  struct Node {
    Move move;      // that led here; none at a root, after a pass and where the table's move is left out
    int parent;     // index of its node; -1 at a root
    int ply;        // from the root
    int depth = 0;  // plies asked for
    int score = 0;  // for the side that made `move`; at a root for the side to move
    u64 nodes = 0;  // searched here and below, quiescence too
    Event decision = Event::Count;  // what ended it early, or why it was skipped; Count: nothing did
    bool skipped = false;
  };

  // `plies` below the root and `limit` nodes in all; what is deeper or later is only counted.
  TreeRecorder(int plies, std::size_t limit) : plies_(plies), limit_(limit) {}

  void note(Event event, Move move, int value) override;

  // Parents before their children, in the order of the search; a root for each depth and window.
  std::span<const Node> nodes() const { return nodes_; }
  // The roots' indices: the last is the last search's.
  std::span<const int> roots() const { return roots_; }
  bool truncated() const { return truncated_; }

 private:
  static constexpr int kNotKept = -1;

  void enter(Move move, int depth);
  void exit(int score);
  void skip(Event event, Move move);

  int plies_;
  std::size_t limit_;
  std::vector<Node> nodes_;
  std::vector<int> roots_;
  std::vector<int> path_;   // from the root to here; kNotKept where it is not kept
  std::vector<u64> below_;  // nodes counted on each ply of the path
  bool entered_ = false;  // a node at the horizon, which quiescence will count again
  bool truncated_ = false;
};

}  // namespace tabiya
