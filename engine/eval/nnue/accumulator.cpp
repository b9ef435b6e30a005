// Keeps the hidden layers of a search path; the arithmetic is the kernels'.
#include "engine/eval/nnue/accumulator.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

#include "nets/features.h"

namespace tabiya {
namespace {

#ifdef NDEBUG
constexpr bool kCheckFromTheStart = false;
#else
constexpr bool kCheckFromTheStart = true;
#endif

// No known ancestor with the same frame: the view is computed from nothing.
constexpr int kNone = -1;

}  // namespace

AccumulatorStack::AccumulatorStack(std::shared_ptr<const PreparedNetwork> network)
    : network_(std::move(network)),
      values_((kMaxDepth + 1) * 2 * static_cast<std::size_t>(network_->width())),
      entries_(kMaxDepth + 1),
      checking_(kCheckFromTheStart) {}

AccumulatorStack::AccumulatorStack(const Network& network)
    : AccumulatorStack(std::make_shared<const PreparedNetwork>(network)) {}

void AccumulatorStack::reset(const Position& root) {
  depth_ = 0;
  path_[0] = 0;
  Entry& entry = entries_[0];
  for (const Color view : kColors) {
    entry.kings[index(view)] = root.kingSquare(view);
    entry.frames[index(view)] = inputFrame(network_->arch(), network_->kingMap(), view, root.kingSquare(view));
    network_->refresh(root, view, values(0) + index(view) * network_->width());
    entry.computed[index(view)] = true;
  }
}

void AccumulatorStack::push(const MoveChanges& changes) {
  assert(depth_ < kMaxDepth);
  const int parent = top();
  Entry& entry = entries_[parent + 1];
  path_[++depth_] = static_cast<u16>(parent + 1);
  entry.changes = changes;
  entry.computed = {false, false};
  entry.kings = entries_[parent].kings;
  entry.frames = entries_[parent].frames;
  if (network_->arch().features == FeatureSet::Plain) return;
  for (int i = 0; i < changes.addedCount; ++i) {
    const auto [piece, square] = changes.added[i];
    if (typeOf(piece) != PieceType::King) continue;
    const Color view = colorOf(piece);
    entry.kings[index(view)] = square;
    entry.frames[index(view)] = inputFrame(network_->arch(), network_->kingMap(), view, square);
  }
}

void AccumulatorStack::pushNull() {
  assert(depth_ < kMaxDepth);
  path_[depth_ + 1] = path_[depth_];
  ++depth_;
}

void AccumulatorStack::pop() {
  assert(depth_ > 0);
  --depth_;
}

int AccumulatorStack::evaluate(const Position& position) {
  bringUpToDate(position);
  if (checking_) check(position);
  return network_->evaluate(values(top()), position.sideToMove(), position.occupied().count());
}

void AccumulatorStack::bringUpToDate(const Position& position) {
  const int white = nearestKnown(0), black = nearestKnown(1);
  if (white == black && white != kNone) {
    updateBoth(white);
  } else {
    updateView(0, white, position);
    updateView(1, black, position);
  }
}

// The nearest entry at or above the top whose layer of this view is known, if its frame did not change since.
int AccumulatorStack::nearestKnown(int view) const {
  int entry = top();
  for (; !entries_[entry].computed[view]; --entry)
    if (entries_[entry].frames[view] != entries_[entry - 1].frames[view]) return kNone;
  return entry;
}

void AccumulatorStack::updateBoth(int from) {
  for (int entry = from + 1; entry <= top(); ++entry) apply(entry, 0, 2);
}

void AccumulatorStack::updateView(int view, int from, const Position& position) {
  if (from == kNone) {
    network_->refresh(position, static_cast<Color>(view), values(top()) + view * network_->width());
    entries_[top()].computed[view] = true;
    return;
  }
  for (int entry = from + 1; entry <= top(); ++entry) apply(entry, view, 1);
}

// Computes views [firstView, firstView + views) of an entry from the one before it.
void AccumulatorStack::apply(int entry, int firstView, int views) {
  Entry& now = entries_[entry];
  const MoveChanges& changes = now.changes;
  const int width = network_->width();
  std::array<Kernels::Row, 8> rows;
  int count = 0;
  for (int view = firstView; view < firstView + views; ++view) {
    const auto rowOf = [&](PieceOnSquare p) {
      return network_->inputRow(inputIndex(network_->arch(), network_->kingMap(), static_cast<Color>(view),
                                           now.kings[view], p.piece, p.square));
    };
    for (int i = 0; i < changes.addedCount; ++i) rows[count++] = rowOf(changes.added[i]);
    for (int i = 0; i < changes.removedCount; ++i) rows[count++] = rowOf(changes.removed[i]);
    now.computed[view] = true;
  }
  const Kernels& kernels = network_->kernels();
  assert(changes.removedCount >= changes.addedCount && changes.addedCount >= 1);
  const auto update = changes.addedCount == 2     ? kernels.addAddSubSub
                      : changes.removedCount == 2 ? kernels.addSubSub
                                                  : kernels.addSub;
  update(values(entry - 1) + firstView * width, values(entry) + firstView * width, rows.data(), views, width);
}

void AccumulatorStack::check(const Position& position) {
  const int width = network_->width();
  AlignedRow fresh(2 * static_cast<std::size_t>(width));
  for (const Color view : kColors) network_->refresh(position, view, fresh.data() + index(view) * width);
  if (!std::equal(fresh.data(), fresh.data() + 2 * width, values(top())))
    throw std::logic_error("the accumulator is out of step with its position " + std::to_string(depth_) +
                           " plies from the root");
}

}  // namespace tabiya
