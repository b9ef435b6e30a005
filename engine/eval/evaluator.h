// What a search worker asks for the value of a position: a network when there is one, else the hand-crafted evaluation.
//
// The evaluator follows the search move by move, so that the network's first layer is brought up to date instead of
// being computed anew. It knows nothing of the search but that order of calls.
#pragma once

#include <memory>

#include "engine/board/position.h"
#include "engine/eval/switches.h"

namespace tabiya {

class AccumulatorStack;
class PreparedNetwork;
struct Network;

// A network's weights as searches use them, to be shared by all evaluators; null for null.
std::shared_ptr<const PreparedNetwork> prepareNetwork(const Network* network);

class Evaluator {
 public:
  // The hand-crafted evaluation when `network` is null. Both must outlive the evaluator; `switches` may change between
  // searches.
  Evaluator(const PreparedNetwork* network, const EvalSwitches& switches);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // The root of a search: forgets the path.
  void reset(const Position& root);
  // Steps to the position after `move` in `before`, or after a pass; pop() steps back.
  void push(const Position& before, Move move);
  void pushNull();
  void pop();

  // Centipawns for the side to move, within +-kEvalLimit. `position` is the one stepped to.
  int evaluate(const Position& position);

 private:
  const EvalSwitches& switches_;
  std::unique_ptr<AccumulatorStack> accumulators_;  // null without a network
};

// Endings in which the hand-crafted evaluation stands in for a network, which has seen too few of them to make
// progress: exactly one side has only its king, or no pawns and at most three pieces besides the kings.
bool isHandCraftedEnding(const Position& position, const EvalSwitches& switches);

// One position from nothing, as the search would evaluate it.
int evaluateOnce(const Position& position, const Network* network, const EvalSwitches& switches);

}  // namespace tabiya
