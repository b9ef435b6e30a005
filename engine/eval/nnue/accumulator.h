// The hidden layers of a search path, brought up to date lazily: a move only notes what it changed, and evaluating a
// position starts from the nearest ancestor whose layer is known.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/board/position.h"
#include "engine/eval/nnue/prepared.h"

namespace tabiya {

class AccumulatorStack {
 public:
  // Moves and passes beyond the root.
  static constexpr int kMaxDepth = 256;

  // Cheap: shares the prepared weights, and touches memory only for the plies it reaches.
  explicit AccumulatorStack(std::shared_ptr<const PreparedNetwork> network);
  // Prepares its own copy of the weights.
  explicit AccumulatorStack(const Network& network);

  // Forgets the path and starts at `root`. Called before anything else.
  void reset(const Position& root);
  // A move was made: what it lifted and put down (Position::changes of the position before it).
  void push(const MoveChanges& changes);
  // A pass was made: the hidden layer stays as it is.
  void pushNull();
  // The last move or pass was taken back.
  void pop();

  // Centipawns for the side to move, unclamped. `position` is the one the path leads to.
  int evaluate(const Position& position);

  // Compares every evaluation with one from nothing and throws std::logic_error when they differ: on from the start in
  // debug builds, for tests to turn on in others.
  void setChecking(bool on) { checking_ = on; }

 private:
  // A hidden layer of the path. Entry n is entry n - 1 after `changes`; passes share the entry they start from.
  struct Entry {
    MoveChanges changes;
    std::array<Square, 2> kings;   // of each view
    std::array<int, 2> frames;     // inputFrame of each view
    std::array<bool, 2> computed;  // of each view
  };

  i16* values(int entry) { return values_.data() + static_cast<std::size_t>(entry) * 2 * network_->width(); }
  int top() const { return path_[depth_]; }
  void bringUpToDate(const Position& position);
  int nearestKnown(int view) const;
  void updateBoth(int from);
  void updateView(int view, int from, const Position& position);
  void apply(int entry, int firstView, int views);
  void check(const Position& position);

  std::shared_ptr<const PreparedNetwork> network_;
  AlignedRow values_;  // (kMaxDepth + 1, 2, width): White's view, then Black's
  std::vector<Entry> entries_;
  std::array<u16, kMaxDepth + 1> path_{};  // the entry of each ply
  int depth_ = 0;
  bool checking_;
};

}  // namespace tabiya
