// Every kernel variant that this CPU has computes what the plain definition does.
#include <gtest/gtest.h>

#include "engine/base/cpu.h"
#include "engine/eval/nnue/prepared.h"
#include "nets/reference.h"
#include "tests/nets/random_network.h"
#include "tests/nets/walk.h"

namespace tabiya {
namespace {

std::vector<Position> somePositions(int plies) {
  std::vector<Position> positions;
  u64 seed = 0;
  for (const Position& start : testing::walkStarts()) {
    positions.push_back(start);
    for (const testing::Step& step : testing::randomWalk(start, ++seed, plies)) positions.push_back(step.after);
  }
  return positions;
}

void expectEqualToReference(const Network& network, const std::vector<Position>& positions) {
  for (const Kernels* kernels : availableKernels()) {
    const PreparedNetwork prepared(network, *kernels);
    for (const Position& position : positions)
      ASSERT_EQ(evaluateFresh(prepared, position), evaluateReference(network, position))
          << kernels->name << " hidden " << network.arch.hidden << " " << writeFen(position);
  }
}

TEST(Kernels, TheDefinitionComesFirstAndEachIsFoundByName) {
  const auto variants = availableKernels();
  EXPECT_STREQ(variants.front()->name, "scalar");
  EXPECT_EQ(&bestKernels(), variants.back());
  for (const Kernels* variant : variants) EXPECT_EQ(kernelsNamed(variant->name), variant);
  EXPECT_EQ(kernelsNamed("mmx"), nullptr);
  EXPECT_EQ(kernelsNamed("avx512") != nullptr, cpuFeatures().avx512);
}

TEST(Kernels, EqualTheReferenceForEveryArchitecture) {
  const auto positions = somePositions(6);
  u64 seed = 100;
  for (const FeatureSet features : {FeatureSet::Plain, FeatureSet::Mirrored, FeatureSet::MirroredBuckets})
    for (const Activation activation : {Activation::CReLU, Activation::SCReLU})
      for (const int buckets : {1, 8}) {
        const NetArch arch{.features = features,
                           .kingBuckets = features == FeatureSet::MirroredBuckets ? 8 : 1,
                           .hidden = 48,
                           .activation = activation,
                           .outputBuckets = buckets};
        expectEqualToReference(testing::randomNetwork(arch, ++seed), positions);
      }
}

TEST(Kernels, EqualTheReferenceForEveryWidthUpToTwoTiles) {
  const auto positions = somePositions(2);
  for (int hidden = 16; hidden <= 544; hidden += 16)
    expectEqualToReference(testing::randomNetwork({.hidden = hidden}, hidden), positions);
}

TEST(Kernels, EqualTheReferenceWithTheWidestLayers) {
  const auto positions = somePositions(1);
  for (const int hidden : {2064, 4080, 4096})
    for (const Activation activation : {Activation::CReLU, Activation::SCReLU})
      expectEqualToReference(testing::randomNetwork({.hidden = hidden, .activation = activation}, hidden, 505, 127),
                             positions);
}

// 4,096 values of 255 with weights of 127 fill the i32 lanes to their bound in every variant.
TEST(Kernels, TheLargestWeightsDoNotOverflow) {
  const std::vector<Position> positions{Position::startpos()};
  for (const int hidden : {256, 1024, kMaxHidden})
    for (const Activation activation : {Activation::CReLU, Activation::SCReLU})
      for (const int inputSign : {1, -1})
        for (const int outputSign : {1, -1}) {
          const NetArch arch{.hidden = hidden, .activation = activation, .evalScaleMilli = kMaxEvalScaleMilli};
          expectEqualToReference(testing::largestNetwork(arch, inputSign, outputSign), positions);
        }
}

// Rows, biases and outputs straight through the functions, against the scalar twin, with values over the whole i16.
TEST(Kernels, EveryFunctionEqualsItsScalarTwinOnAnyNumbers) {
  const Kernels& scalar = *kernelsNamed("scalar");
  Random random(5);
  for (const int width : {32, 64, 96, 256, 288, 4096}) {
    constexpr int kRows = 8;
    AlignedRow parent(2 * width), expected(2 * width), found(2 * width), weights(2 * width), rows(kRows * width);
    const auto fill = [&](AlignedRow& row, int size, int limit) {
      for (int i = 0; i < size; ++i)
        row.data()[i] = static_cast<i16>(static_cast<int>(random.below(2 * limit + 1)) - limit);
    };
    fill(parent, 2 * width, 32'767);
    fill(rows, kRows * width, 32'767);
    fill(weights, 2 * width, kMaxOutputWeight);
    const Kernels::Row rowAt[kRows] = {rows.data(),
                                       rows.data() + width,
                                       rows.data() + 2 * width,
                                       rows.data() + 3 * width,
                                       rows.data() + 4 * width,
                                       rows.data() + 5 * width,
                                       rows.data() + 6 * width,
                                       rows.data() + 7 * width};
    const auto same = [&](int size) { return std::equal(expected.data(), expected.data() + size, found.data()); };
    for (const Kernels* kernels : availableKernels()) {
      for (const auto update : {&Kernels::addSub, &Kernels::addSubSub, &Kernels::addAddSubSub})
        for (const int views : {1, 2}) {
          (scalar.*update)(parent.data(), expected.data(), rowAt, views, width);
          (kernels->*update)(parent.data(), found.data(), rowAt, views, width);
          EXPECT_TRUE(same(views * width)) << kernels->name << " width " << width;
        }
      for (const int count : {0, 1, kRows}) {
        scalar.refresh(parent.data(), expected.data(), rowAt, count, width);
        kernels->refresh(parent.data(), found.data(), rowAt, count, width);
        EXPECT_TRUE(same(width)) << kernels->name << " width " << width;
      }
      const i16 *ours = parent.data(), *theirs = parent.data() + width;
      EXPECT_EQ(kernels->dotCrelu(ours, theirs, weights.data(), width),
                scalar.dotCrelu(ours, theirs, weights.data(), width));
      EXPECT_EQ(kernels->dotScrelu(ours, theirs, weights.data(), width),
                scalar.dotScrelu(ours, theirs, weights.data(), width));
    }
  }
}

}  // namespace
}  // namespace tabiya
