// AdamW by hand, clipping, decay, and the learning rate as a function of the step.
#include "trainer/optimiser.h"

#include "tests/trainer/support.h"
#include "trainer/schedule.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

TEST(AdamW, OneNumberFollowsTheFormulaWithBiasCorrection) {
  // Gradients 0.5 then -0.25, rate 0.01, decay 0.1, weight 1.
  double first = 0, second = 0, weight = 1;
  weight = adamW(AdamStep<double>({0.01, 0, 0}, 1), 0.1, weight, 0.5, first, second);
  EXPECT_DOUBLE_EQ(first, 0.05);
  EXPECT_NEAR(second, 0.00025, 1e-17);
  // Corrected, the first step is the sign of the gradient: 0.5 / (0.5 + 1e-8).
  EXPECT_NEAR(weight, 1 - 0.01 * (0.5 / (0.5 + 1e-8) + 0.1), 1e-15);
  const double before = weight;
  weight = adamW(AdamStep<double>({0.01, 0, 0}, 2), 0.1, weight, -0.25, first, second);
  EXPECT_NEAR(first, 0.9 * 0.05 - 0.1 * 0.25, 1e-15);
  EXPECT_NEAR(second, 0.999 * 0.00025 + 0.001 * 0.0625, 1e-17);
  const double m = 0.02 / (1 - 0.81), v = 0.00031225 / (1 - 0.998001);
  EXPECT_NEAR(weight, before - 0.01 * (m / (std::sqrt(v) + 1e-8) + 0.1 * before), 1e-12);
}

// A step of all parameters with gradient 0, so that only decay and clipping act.
std::vector<double> decayed(const ModelShape& shape, double weight, const StepSettings& settings) {
  const std::size_t n = parameterCount(shape);
  std::vector<double> weights(n, weight), first(n, 0.0), second(n, 0.0);
  adamWStep(shape, settings, 1, std::vector<double>(n, 0.0), weights, first, second);
  return weights;
}

TEST(AdamW, OwnRowsDecayByTheirOwnRateAndTheOutputBiasNotAtAll) {
  const ModelShape shape = smallShape(16, true);
  const std::vector<double> weights = decayed(shape, 0.25, {0.1, 0.01, 1.0});
  for (const Tensor& tensor : tensorsOf(shape)) {
    const double expected = tensor.role == TensorRole::OwnRows      ? 0.25 * (1 - 0.1 * 1.0)
                            : tensor.role == TensorRole::OutputBias ? 0.25
                                                                    : 0.25 * (1 - 0.1 * 0.01);
    EXPECT_DOUBLE_EQ(weights[tensor.offset], expected) << tensor.name;
    EXPECT_DOUBLE_EQ(weights[tensor.offset + tensor.size() - 1], expected) << tensor.name;
  }
}

TEST(AdamW, EveryWeightIsClippedButTheOutputBias) {
  const ModelShape shape = smallShape(16, false);
  const std::vector<double> weights = decayed(shape, -3, {0.1, 0, 0});
  for (const Tensor& tensor : tensorsOf(shape))
    EXPECT_DOUBLE_EQ(weights[tensor.offset], tensor.role == TensorRole::OutputBias ? -3 : -kWeightLimit) << tensor.name;
}

TEST(AdamW, WithSharedRowsTheMergedWeightIsClipped) {
  const ModelShape shape = smallShape(16, true);
  const std::size_t n = parameterCount(shape);
  std::vector<double> weights(n, 0.0), first(n, 0.0), second(n, 0.0);
  const MatrixRows rows = rowsOf(shape);
  const auto at = [&](int row) -> double& { return weights[static_cast<std::size_t>(row) * 16]; };
  const int pawnE2 = 12;
  at(pawnE2) = 1.0;
  at(rows.piece + pieceGroup(pawnE2)) = 1.5;
  at(rows.file + fileGroup(pawnE2)) = 0.25;
  at(rows.rank + rankGroup(pawnE2)) = -0.5;
  adamWStep(shape, {0.1, 0, 0}, 1, std::vector<double>(n, 0.0), weights, first, second);
  EXPECT_DOUBLE_EQ(at(rows.piece + pieceGroup(pawnE2)), 1.5) << "shared rows stay";
  EXPECT_NEAR(at(pawnE2), kWeightLimit - 1.25, 1e-12) << "the own row gives way: 1 + 1.25 is beyond the limit";
  EXPECT_NEAR(mergedRows<double>(shape, weights)[static_cast<std::size_t>(pawnE2) * 16], kWeightLimit, 1e-12);
}

TEST(AdamW, MergedWeightsStayWithinTheLimitOverManySteps) {
  const ModelShape shape = smallShape(16, true);
  OptimiserState state = freshOptimiser(initialParameters(shape, 1));
  // A gradient that pushes everything the same way, far beyond the limit.
  const std::vector<float> gradient(state.weights.size(), -1.0f);
  for (u64 step = 1; step <= 60; ++step)
    adamWStep(shape, {0.1, 0.01, 1.0}, step, gradient, state.weights, state.first, state.second);
  float most = 0;
  for (const float w : mergedRows<float>(shape, state.weights)) most = std::max(most, std::abs(w));
  EXPECT_GT(most, 1.97f);
  EXPECT_LE(most, 1.98f + 1e-6f);
}

TEST(Schedule, FallsToATenthForTheLastQuarterOfTheSteps) {
  const Schedule schedule{0.001, 0.1, 1000};
  EXPECT_DOUBLE_EQ(learningRate(schedule, 0), 0.001);
  EXPECT_DOUBLE_EQ(learningRate(schedule, 500), 0.001);
  EXPECT_DOUBLE_EQ(learningRate(schedule, 749), 0.001);
  EXPECT_DOUBLE_EQ(learningRate(schedule, 750), 0.0001);
  EXPECT_DOUBLE_EQ(learningRate(schedule, 999), 0.0001);
}

TEST(Schedule, WithTwentyEpochsTheSixteenthIsTheFirstAtATenth) {
  const u64 perEpoch = stepsPerEpoch(100'001, 16'384);
  EXPECT_EQ(perEpoch, 7u) << "the last, shorter batch counts";
  const Schedule schedule{0.001, 0.1, 20 * perEpoch};
  EXPECT_DOUBLE_EQ(learningRate(schedule, 15 * perEpoch - 1), 0.001);
  EXPECT_DOUBLE_EQ(learningRate(schedule, 15 * perEpoch), 0.0001);
}

TEST(InitialWeights, AreUniformWithinTheirReaches) {
  for (const bool shared : {false, true}) {
    const ModelShape shape = smallShape(64, shared);
    const std::vector<float> weights = initialParameters(shape, 7);
    for (const Tensor& tensor : tensorsOf(shape)) {
      double largest = 0, squares = 0;
      for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(weights[i])));
        squares += static_cast<double>(weights[i]) * static_cast<double>(weights[i]);
      }
      double reach = 0;
      if (tensor.role == TensorRole::OwnRows) reach = shared ? 0.01 : std::sqrt(1.0 / 32);
      if (tensor.role == TensorRole::PieceRows || tensor.role == TensorRole::FileRows ||
          tensor.role == TensorRole::RankRows)
        reach = std::sqrt(1.0 / 96);
      if (tensor.role == TensorRole::OutputWeights) reach = std::sqrt(1.0 / 128);
      EXPECT_LE(largest, reach) << tensor.name;
      EXPECT_GE(largest, reach * 0.95) << tensor.name;
      EXPECT_NEAR(std::sqrt(squares / static_cast<double>(tensor.size())), reach / std::sqrt(3.0), reach * 0.1)
          << tensor.name;
    }
    EXPECT_NE(weights, initialParameters(shape, 8)) << "the seed chooses them";
    EXPECT_EQ(weights, initialParameters(shape, 7));
  }
}

}  // namespace
}  // namespace tabiya
