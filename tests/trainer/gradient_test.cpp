// Hand-written gradients agree with finite differences, and the check fails when they are wrong.
#include "trainer/gradient_check.h"

#include "tests/trainer/support.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

Twin<double> randomTwin(const ModelShape& shape, u64 seed) {
  const std::vector<float> start = initialParameters(shape, seed);
  Twin<double> twin{shape, {start.begin(), start.end()}};
  // Biases that are not all alike, so that their gradients are checked at a place of no symmetry.
  const std::size_t h = static_cast<std::size_t>(shape.arch.hidden);
  const std::size_t biases = static_cast<std::size_t>(rowsOf(shape).biases) * h;
  for (std::size_t j = 0; j < h; ++j) twin.parameters[biases + j] = 0.2 + 0.01 * static_cast<double>(j);
  twin.parameters.back() = 0.05;
  return twin;
}

struct Checked {
  GradientCheck check;
  std::vector<double> gradient;
};

Checked checked(const ModelShape& shape, double factor = 1, TensorRole broken = TensorRole::OwnRows) {
  const SmallBatch data(96, 3);
  const Twin<double> twin = randomTwin(shape, 5);
  std::vector<double> gradient;
  twin.loss(data.batch(), &gradient);
  for (const Tensor& t : tensorsOf(shape)) {
    if (t.role != broken) continue;
    for (std::size_t i = t.offset; i < t.offset + t.size(); ++i) gradient[i] *= factor;
  }
  GradientCheckSettings settings;
  settings.perTensor = 24;
  return {checkGradient(twin, data.batch(), gradient, settings), gradient};
}

TEST(Gradient, AgreesWithDifferencesInEveryShape) {
  for (const Activation activation : {Activation::SCReLU, Activation::CReLU}) {
    for (const bool shared : {false, true}) {
      const Checked c = checked(smallShape(16, shared, activation));
      EXPECT_TRUE(c.check.agrees);
      EXPECT_EQ(c.check.tensors.size(), shared ? 7u : 4u);
      for (const TensorCheck& tensor : c.check.tensors) {
        EXPECT_GE(tensor.compared, tensor.tensor == "output bias" ? 1 : 8) << tensor.tensor;
        EXPECT_LT(tensor.worst, 1e-5) << tensor.tensor;
      }
    }
  }
}

TEST(Gradient, TheCheckFailsWhenATensorsGradientIsOffByAThousandth) {
  const ModelShape shape = smallShape(16, true);
  for (const Tensor& tensor : tensorsOf(shape)) {
    EXPECT_FALSE(checked(shape, 1.001, tensor.role).check.agrees) << tensor.name;
    EXPECT_FALSE(checked(shape, 0.999, tensor.role).check.agrees) << tensor.name;
    EXPECT_FALSE(checked(shape, 0, tensor.role).check.agrees) << tensor.name;
  }
}

TEST(Gradient, NumbersWhoseNudgeCrossesAKinkAreLeftOut) {
  // All weights 0: every hidden value stands exactly on the kink at 0, and any nudge of a row moves it over.
  const ModelShape shape = smallShape(16, false);
  Twin<double> twin{shape, std::vector<double>(parameterCount(shape), 0.0)};
  const std::size_t outputs = static_cast<std::size_t>(rowsOf(shape).outputs) * 16;
  for (std::size_t i = outputs; i < outputs + 32; ++i) twin.parameters[i] = 0.5;
  const SmallBatch data(16, 3);
  const std::vector<double> claimed(twin.parameters.size(), 1.0);
  const GradientCheck check = checkGradient(twin, data.batch(), claimed);
  EXPECT_EQ(check.tensors[1].tensor, "input biases");
  EXPECT_EQ(check.tensors[1].compared, 0);
  EXPECT_EQ(check.tensors[1].atKinks, 16);
  EXPECT_FALSE(check.agrees) << "a tensor that was compared nowhere proves nothing";
}

TEST(Twin, ReadsTheNetOfNetsReadmeByHand) {
  // One hidden column that counts own pawns: e2 alone at 0.25, against the other view's column at 0.
  ModelShape shape = smallShape(16, false);
  Twin<double> twin{shape, std::vector<double>(parameterCount(shape), 0.0)};
  twin.parameters[static_cast<std::size_t>(12) * 16] = 0.25;  // own pawn on e2, column 0
  const std::size_t outputs = static_cast<std::size_t>(rowsOf(shape).outputs) * 16;
  twin.parameters[outputs] = 1.5;  // side to move's half
  twin.parameters.back() = 0.125;
  const std::vector<double> merged = mergedRows<double>(shape, twin.parameters);
  Example example;
  std::vector<double> hidden;
  decode(recordOf("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0, GameResult::Draw), false, example);
  EXPECT_DOUBLE_EQ(twin.output(merged, example, hidden), 0.25 * 0.25 * 1.5 + 0.125);
  decode(recordOf("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", 0, GameResult::Draw), false, example);
  EXPECT_DOUBLE_EQ(twin.output(merged, example, hidden), 0.25 * 0.25 * 1.5 + 0.125) << "Black's e7 is Black's e2";
  decode(recordOf("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 0, GameResult::Draw), false, example);
  EXPECT_DOUBLE_EQ(twin.output(merged, example, hidden), 0.125) << "the other view's half has no weight";
  decode(recordOf("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", 0, GameResult::Draw), true, example);
  EXPECT_DOUBLE_EQ(twin.output(merged, example, hidden), 0.25 * 0.25 * 1.5 + 0.125) << "turned, d2 is e2";
}

}  // namespace
}  // namespace tabiya
