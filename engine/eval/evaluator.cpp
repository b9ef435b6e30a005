#include "engine/eval/evaluator.h"

#include <algorithm>

#include "engine/eval/eval_limit.h"
#include "engine/eval/hce/hce.h"
#include "engine/eval/nnue/accumulator.h"
#include "nets/network.h"
#include "nets/reference.h"

namespace tabiya {
namespace {

// Pieces besides the kings in the largest pawnless ending evaluated by hand.
constexpr int kPawnlessEndingPieces = 3;
// Without optimisation every evaluation of a network is compared with one from nothing: far too slow for anything else.
#ifdef __OPTIMIZE__
constexpr bool kDebugBuild = false;
#else
constexpr bool kDebugBuild = true;
#endif

int clampEval(int score) {
  return std::clamp(score, -kEvalLimit, kEvalLimit);
}

}  // namespace

std::shared_ptr<const PreparedNetwork> prepareNetwork(const Network* network) {
  return network == nullptr ? nullptr : std::make_shared<const PreparedNetwork>(*network);
}

Evaluator::Evaluator(const PreparedNetwork* network, const EvalSwitches& switches) : switches_(switches) {
  if (network == nullptr) return;
  // Borrowed: whoever holds it outlives the evaluator.
  std::shared_ptr<const PreparedNetwork> borrowed(std::shared_ptr<const void>(), network);
  accumulators_ = std::make_unique<AccumulatorStack>(std::move(borrowed));
}

Evaluator::~Evaluator() = default;

void Evaluator::reset(const Position& root) {
  if (!accumulators_) return;
  accumulators_->setChecking(switches_.check || kDebugBuild);
  accumulators_->reset(root);
}

void Evaluator::push(const Position& before, Move move) {
  if (accumulators_) accumulators_->push(before.changes(move));
}

void Evaluator::pushNull() {
  if (accumulators_) accumulators_->pushNull();
}

void Evaluator::pop() {
  if (accumulators_) accumulators_->pop();
}

int Evaluator::evaluate(const Position& position) {
  if (!accumulators_ || !switches_.nnue || isHandCraftedEnding(position, switches_)) {
    return clampEval(hce::evaluate(position, switches_));
  }
  return clampEval(accumulators_->evaluate(position));
}

bool isHandCraftedEnding(const Position& position, const EvalSwitches& switches) {
  if (position.occupied().count() <= kPawnlessEndingPieces + 2 && switches.pawnless &&
      position.pieces(PieceType::Pawn).empty()) {
    return true;
  }
  if (!switches.loneKing) return false;
  const bool whiteAlone = !position.pieces(Color::White).several();
  const bool blackAlone = !position.pieces(Color::Black).several();
  return whiteAlone != blackAlone;
}

int evaluateOnce(const Position& position, const Network* network, const EvalSwitches& switches) {
  if (network == nullptr || !switches.nnue || isHandCraftedEnding(position, switches)) {
    return clampEval(hce::evaluate(position, switches));
  }
  return clampEval(evaluateReference(*network, position));
}

}  // namespace tabiya
