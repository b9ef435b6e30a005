// The evaluator keeps in step with the search, and knows the endings in which a network has no say.
#include "engine/eval/evaluator.h"

#include <gtest/gtest.h>

#include "engine/board/fen.h"
#include "engine/engine.h"
#include "engine/eval/eval_limit.h"
#include "engine/eval/hce/hce.h"
#include "engine/movegen/movegen.h"
#include "nets/reference.h"
#include "tests/eval/random_network.h"

namespace tabiya {
namespace {

Position read(std::string_view fen) {
  return readFen(fen).value();
}

TEST(Evaluator, WithoutANetworkItIsTheHandCraftedEvaluation) {
  const EvalSwitches switches;
  Evaluator evaluator(nullptr, switches);
  const Position position = read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  evaluator.reset(position);
  EXPECT_EQ(evaluator.evaluate(position), hce::evaluate(position, switches));
}

TEST(Evaluator, StepsThereAndBackGiveTheReferenceValue) {
  const NetChoice net = randomNetwork();
  const EvalSwitches switches;
  const auto prepared = prepareNetwork(net.network.get());
  Evaluator evaluator(prepared.get(), switches);
  const Position root = read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const auto expected = [&](const Position& p) {
    return std::clamp(evaluateReference(*net.network, p), -kEvalLimit, kEvalLimit);
  };
  evaluator.reset(root);
  for (const Move first : legalMoves(root)) {
    Position one = root;
    one.makeMove(first);
    evaluator.push(root, first);
    for (const Move second : legalMoves(one)) {
      Position two = one;
      two.makeMove(second);
      evaluator.push(one, second);
      ASSERT_EQ(evaluator.evaluate(two), expected(two)) << writeFen(two);
      evaluator.pop();
    }
    ASSERT_EQ(evaluator.evaluate(one), expected(one)) << writeFen(one);
    evaluator.pop();
  }
  EXPECT_EQ(evaluator.evaluate(root), expected(root));
}

// Searches with every evaluation compared to one from nothing (the evalcheck switch throws on a difference).
TEST(Evaluator, KeepsInStepWithTheSearchThroughEveryKindOfMove) {
  const char* positions[] = {
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  // castling
      "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 3",           // en passant
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",                               // promotions
      "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",    // Chess960
  };
  for (const FeatureSet features : {FeatureSet::Plain, FeatureSet::Mirrored, FeatureSet::MirroredBuckets}) {
    Engine engine(2);
    engine.setNet(randomNetwork(features));
    ASSERT_TRUE(engine.setSwitch("evalcheck", "on").ok());
    for (const char* fen : positions) {
      engine.newGame();
      Limits limits;
      limits.nodes = 20'000;
      const std::atomic<bool> never = false;
      EXPECT_NO_THROW(engine.search(read(fen), {}, limits, never)) << fen;
    }
  }
}

TEST(Evaluator, ALoneKingIsEvaluatedByHand) {
  const Position lone = read("8/8/8/4k3/8/8/PPPPP3/4K3 w - - 0 1");
  EXPECT_TRUE(isHandCraftedEnding(lone, {}));
  EXPECT_FALSE(isHandCraftedEnding(lone, {.loneKing = false}));
  EXPECT_FALSE(isHandCraftedEnding(read("8/4p3/8/4k3/8/8/PPPPP3/4K3 w - - 0 1"), {}));
}

TEST(Evaluator, PawnlessEndingsOfFiveMenAreEvaluatedByHand) {
  const Position small = read("8/8/8/4k3/8/q7/8/R3K2R b - - 0 1");
  EXPECT_TRUE(isHandCraftedEnding(small, {}));
  EXPECT_FALSE(isHandCraftedEnding(small, {.pawnless = false}));
  EXPECT_FALSE(isHandCraftedEnding(read("8/8/8/4k1r1/8/q7/8/R3K2R b - - 0 1"), {}));
  EXPECT_FALSE(isHandCraftedEnding(read("8/8/8/4k3/7P/q7/8/R3K3 b - - 0 1"), {}));
}

TEST(Evaluator, ANetworkIsHeldBelowTheMateScores) {
  NetChoice loud = randomNetwork();
  Network net = *loud.network;
  net.outputBiases[0] = kQA * kQB * 1000;
  const Position position = Position::startpos();
  ASSERT_GT(evaluateReference(net, position), kEvalLimit);
  EXPECT_EQ(evaluateOnce(position, &net, {}), kEvalLimit);
}

}  // namespace
}  // namespace tabiya
