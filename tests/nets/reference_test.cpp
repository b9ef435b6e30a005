// The integer definition: its scale, its buckets, its symmetry and its bounds.
#include "nets/reference.h"

#include <gtest/gtest.h>

#include "tests/nets/random_network.h"
#include "tests/nets/walk.h"

namespace tabiya {
namespace {

using testing::fen;

TEST(Reference, CentipawnsTruncateTowardsZero) {
  NetArch arch{.activation = Activation::CReLU, .evalScaleMilli = 159'000};
  EXPECT_EQ(centipawns(arch, 255 * 64, 0), 159);
  EXPECT_EQ(centipawns(arch, 255 * 64 - 1, 0), 158);
  EXPECT_EQ(centipawns(arch, -(255 * 64 - 1), 0), -158);
  EXPECT_EQ(centipawns(arch, 100, -100), 0);
  arch.activation = Activation::SCReLU;
  EXPECT_EQ(centipawns(arch, 255 * 64 * 255, 0), 159);
  EXPECT_EQ(centipawns(arch, -254, 255 * 64), 159);  // -254 / 255 is 0
}

TEST(Reference, ABucketHoldsFourCountsOfPieces) {
  const NetArch one{.outputBuckets = 1}, eight{.outputBuckets = 8};
  EXPECT_EQ(outputBucket(one, 32), 0);
  EXPECT_EQ(outputBucket(eight, 2), 0);
  EXPECT_EQ(outputBucket(eight, 5), 0);
  EXPECT_EQ(outputBucket(eight, 6), 1);
  EXPECT_EQ(outputBucket(eight, 29), 6);
  EXPECT_EQ(outputBucket(eight, 32), 7);
}

TEST(Reference, AHandmadeNetworkCountsMaterial) {
  const Network network = testing::materialNetwork();
  ASSERT_TRUE(checkNetwork(network).ok());
  EXPECT_EQ(evaluateReference(network, Position::startpos()), 0);
  EXPECT_EQ(evaluateReference(network, fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), 98);
  EXPECT_EQ(evaluateReference(network, fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")), -98);
  EXPECT_EQ(evaluateReference(network, fen("3qk3/8/8/8/8/8/8/4K3 b - - 0 1")), 900);
}

// One hidden value, worked out by hand: a white pawn on e4 alone is on in White's view, in Black's view it is the
// other's on e5.
TEST(Reference, TheSideToMovesHalfComesFirst) {
  Network network = testing::randomNetwork({.hidden = 16}, 1, 0, 0);
  network.outputBiases[0] = 0;
  network.inputWeights[static_cast<std::size_t>(28) * 16] = 200;        // own pawn on e4
  network.inputWeights[static_cast<std::size_t>(384 + 36) * 16] = 300;  // other's pawn on e5, clipped to 255
  network.outputWeights[0] = 100;                                       // side to move
  network.outputWeights[16] = -10;                                      // the other side
  const int sum = (200 * 200 * 100 - 255 * 255 * 10) / 255;
  EXPECT_EQ(evaluateReference(network, fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")), sum * 159 / (255 * 64));
  const int other = (255 * 255 * 100 - 200 * 200 * 10) / 255;
  EXPECT_EQ(evaluateReference(network, fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")), other * 159 / (255 * 64));
}

TEST(Reference, SwappingColoursKeepsTheValue) {
  for (const FeatureSet features : {FeatureSet::Plain, FeatureSet::Mirrored, FeatureSet::MirroredBuckets})
    for (const Activation activation : {Activation::CReLU, Activation::SCReLU})
      for (const int buckets : {1, 8}) {
        const NetArch arch{.features = features,
                           .kingBuckets = features == FeatureSet::MirroredBuckets ? 6 : 1,
                           .hidden = 32,
                           .activation = activation,
                           .outputBuckets = buckets};
        const Network network = testing::randomNetwork(arch, 3);
        for (const Position& start : testing::walkStarts())
          for (const testing::Step& step : testing::randomWalk(start, 11, 12))
            ASSERT_EQ(evaluateReference(network, step.after), evaluateReference(network, testing::swapped(step.after)))
                << writeFen(step.after);
      }
}

TEST(Reference, TheLargestWeightsGiveTheLargestValueWithoutOverflow) {
  const NetArch arch{.hidden = kMaxHidden, .evalScaleMilli = kMaxEvalScaleMilli};
  const i64 sum = i64{2} * kMaxHidden * 255 * kMaxOutputWeight + 2'147'483'647;
  const i64 expected = sum * 10'000 / (255 * 64);
  EXPECT_EQ(evaluateReference(testing::largestNetwork(arch), Position::startpos()), expected);
  EXPECT_EQ(evaluateReference(testing::largestNetwork(arch, 1, -1), Position::startpos()), -expected);
}

}  // namespace
}  // namespace tabiya
