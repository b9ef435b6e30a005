// Accumulators follow a path of moves, passes and take-backs and always stand where a fresh computation would.
#include "engine/eval/nnue/accumulator.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "nets/reference.h"
#include "tests/nets/random_network.h"
#include "tests/nets/walk.h"

namespace tabiya {
namespace {

using testing::fen;

NetArch archOf(FeatureSet features, int hidden = 32) {
  return {.features = features, .kingBuckets = features == FeatureSet::MirroredBuckets ? 5 : 1, .hidden = hidden};
}
constexpr FeatureSet kSets[] = {FeatureSet::Plain, FeatureSet::Mirrored, FeatureSet::MirroredBuckets};

TEST(Accumulator, UpdatesEqualARefreshAtEveryPlyOfAGameWithEveryVariant) {
  for (const FeatureSet features : kSets) {
    const Network network = testing::randomNetwork(archOf(features), 21);
    for (const Kernels* kernels : availableKernels()) {
      AccumulatorStack stack(std::make_shared<const PreparedNetwork>(network, *kernels));
      stack.setChecking(true);
      u64 seed = 40;
      for (const Position& start : testing::walkStarts()) {
        stack.reset(start);
        ASSERT_EQ(stack.evaluate(start), evaluateReference(network, start));
        for (const testing::Step& step : testing::randomWalk(start, ++seed, 60)) {
          stack.push(step.changes);
          ASSERT_EQ(stack.evaluate(step.after), evaluateReference(network, step.after))
              << kernels->name << " " << writeFen(step.after);
        }
      }
    }
  }
}

// As a search does it: some nodes are evaluated and some not, branches are taken back, the king crosses the board.
void searchLike(AccumulatorStack& stack, const Network& network, const Position& position, int depth, Random& random,
                int& evaluations) {
  if (random.below(3) != 0) {
    ++evaluations;
    ASSERT_EQ(stack.evaluate(position), evaluateReference(network, position)) << writeFen(position);
  }
  if (depth == 0) return;
  if (!position.inCheck() && random.below(3) == 0) {
    Position passed = position;
    passed.makeNullMove();
    stack.pushNull();
    searchLike(stack, network, passed, depth - 1, random, evaluations);
    stack.pop();
  }
  const MoveList moves = legalMoves(position);
  for (int i = 0; i < 3 && !moves.empty(); ++i) {
    const Move move = moves[static_cast<int>(random.below(moves.size()))];
    Position next = position;
    stack.push(position.changes(move));
    next.makeMove(move);
    searchLike(stack, network, next, depth - 1, random, evaluations);
    stack.pop();
  }
  ASSERT_EQ(stack.evaluate(position), evaluateReference(network, position)) << writeFen(position);
}

TEST(Accumulator, FollowsATreeOfMovesPassesAndTakeBacks) {
  for (const FeatureSet features : kSets) {
    const Network network = testing::randomNetwork(archOf(features, 16), 5);
    AccumulatorStack stack(network);
    stack.setChecking(true);
    Random random(9);
    int evaluations = 0;
    for (const Position& start : testing::walkStarts()) {
      stack.reset(start);
      searchLike(stack, network, start, 5, random, evaluations);
    }
    EXPECT_GT(evaluations, 1000);
  }
}

TEST(Accumulator, CatchesUpOverAWholePathThatWasNeverEvaluated) {
  for (const FeatureSet features : kSets) {
    const Network network = testing::randomNetwork(archOf(features), 77);
    AccumulatorStack stack(network);
    const auto steps = testing::randomWalk(Position::startpos(), 3, AccumulatorStack::kMaxDepth);
    ASSERT_GT(steps.size(), 100u);
    stack.reset(Position::startpos());
    for (const testing::Step& step : steps) stack.push(step.changes);
    EXPECT_EQ(stack.evaluate(steps.back().after), evaluateReference(network, steps.back().after));
    // Back to the root, the siblings of the path are computed where the path left them unknown.
    for (std::size_t i = steps.size(); i-- > 0;) {
      stack.pop();
      ASSERT_EQ(stack.evaluate(steps[i].before), evaluateReference(network, steps[i].before));
    }
  }
}

TEST(Accumulator, GoesAsDeepAsItSays) {
  const Network network = testing::randomNetwork(archOf(FeatureSet::Plain), 78);
  AccumulatorStack stack(network);
  const Position start = fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  Position position = start;
  stack.reset(start);
  for (int ply = 0; ply < AccumulatorStack::kMaxDepth; ++ply) {
    const MoveList moves = legalMoves(position);
    Move quiet = moves[0];
    stack.push(position.changes(quiet));
    position.makeMove(quiet);
  }
  EXPECT_EQ(stack.evaluate(position), evaluateReference(network, position));
}

TEST(Accumulator, APassSharesItsParentsLayer) {
  const Network network = testing::randomNetwork(archOf(FeatureSet::Plain), 8);
  AccumulatorStack stack(network);
  Position position = Position::startpos();
  stack.reset(position);
  for (int pass = 0; pass < 4; ++pass) {
    position.makeNullMove();
    stack.pushNull();
  }
  EXPECT_EQ(stack.evaluate(position), evaluateReference(network, position));
  const Move e4(Square::E2, Square::E4);
  stack.push(position.changes(e4));
  position.makeMove(e4);
  EXPECT_EQ(stack.evaluate(position), evaluateReference(network, position));
}

TEST(Accumulator, AMoveThatWasNotPushedIsFoundByTheCheck) {
  const Network network = testing::randomNetwork(archOf(FeatureSet::Plain), 8);
  AccumulatorStack stack(network);
  stack.setChecking(true);
  Position position = Position::startpos();
  stack.reset(position);
  position.makeMove(Move(Square::E2, Square::E4));
  EXPECT_THROW(stack.evaluate(position), std::logic_error);
}

TEST(Accumulator, StacksShareOnePreparedNetwork) {
  const Network network = testing::randomNetwork(archOf(FeatureSet::Plain), 8);
  const auto prepared = std::make_shared<const PreparedNetwork>(network);
  AccumulatorStack first(prepared), second(prepared);
  const Position kiwipete = testing::walkStarts()[1];
  first.reset(Position::startpos());
  second.reset(kiwipete);
  EXPECT_EQ(first.evaluate(Position::startpos()), evaluateReference(network, Position::startpos()));
  EXPECT_EQ(second.evaluate(kiwipete), evaluateReference(network, kiwipete));
}

TEST(Accumulator, TheEvaluatorSupportsEveryArchitectureOfTheFormat) {
  for (const FeatureSet features : kSets) EXPECT_TRUE(evaluatorSupports(archOf(features)).ok());
  const auto refused = evaluatorSupports({.hidden = 24});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error(), "hidden size 24, expected a multiple of 16 from 16 to 4096");
}

}  // namespace
}  // namespace tabiya
