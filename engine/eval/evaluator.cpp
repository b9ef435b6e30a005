#include "engine/eval/evaluator.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "engine/eval/eval_limit.h"
#include "engine/eval/hce/hce.h"
#include "engine/eval/nnue/accumulator.h"
#include "nets/network.h"
#include "nets/reference.h"

namespace tabiya {
namespace {

// Pieces besides the kings in the largest pawnless ending evaluated by hand.
constexpr int kPawnlessEndingPieces = 3;

int clampEval(int score) {
  return std::clamp(score, -kEvalLimit, kEvalLimit);
}

}  // namespace

Evaluator::Evaluator(const Network* network, const EvalSwitches& switches) : network_(network), switches_(switches) {
  if (network_ != nullptr) accumulators_ = std::make_unique<AccumulatorStack>(*network_);
}

Evaluator::~Evaluator() = default;

void Evaluator::reset(const Position& root) {
  if (accumulators_) accumulators_->reset(root);
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
  if (!accumulators_ || isHandCraftedEnding(position, switches_)) {
    return clampEval(hce::evaluate(position, switches_));
  }
  return clampEval(evaluateByNetwork(position));
}

int Evaluator::evaluateByNetwork(const Position& position) {
  const int value = accumulators_->evaluate(position);
  if (switches_.check && value != evaluateReference(*network_, position)) {
    throw std::logic_error("an accumulator is out of step: " + std::to_string(value) + " instead of " +
                           std::to_string(evaluateReference(*network_, position)));
  }
  return value;
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
  if (network == nullptr || isHandCraftedEnding(position, switches)) {
    return clampEval(hce::evaluate(position, switches));
  }
  return clampEval(evaluateReference(*network, position));
}

}  // namespace tabiya
