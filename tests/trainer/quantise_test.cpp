// The integer network says what the float one says, within its bounds, and the report tells the truth about it.
#include "trainer/quantise.h"

#include "nets/reference.h"
#include "tests/trainer/support.h"
#include "trainer/optimiser.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

TEST(Quantise, RoundsToNearestAndFoldsSharedRows) {
  ModelShape shape = smallShape(16, true);
  std::vector<float> parameters(parameterCount(shape), 0.0f);
  const MatrixRows rows = rowsOf(shape);
  const auto at = [&](int row, int j) -> float& { return parameters[static_cast<std::size_t>(row) * 16 + j]; };
  at(12, 3) = 0.5f;  // 127.5 alone
  at(rows.piece, 3) = 0.25f;
  at(rows.file + 4, 3) = -0.125f;
  at(rows.rank + 1, 3) = 1.0f;
  at(rows.biases, 2) = -1.98f;
  at(rows.outputs, 5) = 1.98f;
  at(rows.outputs + 1, 5) = -0.0079f;  // -0.5056 of 64ths
  parameters.back() = -3.00005f;
  const Network net = quantise(shape, parameters);
  EXPECT_EQ(net.inputWeights[12 * 16 + 3], 414) << "1.625 * 255 = 414.4";
  EXPECT_EQ(net.inputWeights[13 * 16 + 3], 319) << "f2 has the rows of the piece and of its rank: 1.25 * 255 = 318.75";
  EXPECT_EQ(net.inputBiases[2], -505);
  EXPECT_EQ(net.outputWeights[5], 127);
  EXPECT_EQ(net.outputWeights[16 + 5], -1);
  EXPECT_EQ(net.outputBiases[0], -48961) << "-3.00005 * 255 * 64 = -48960.8";
  EXPECT_TRUE(checkNetwork(net));
}

TEST(Quantise, AllAtTheClipLimitIsWithinTheLoadersBounds) {
  for (const bool shared : {false, true}) {
    const ModelShape shape = smallShape(32, shared);
    OptimiserState state = freshOptimiser(initialParameters(shape, 1));
    std::vector<float> gradient(state.weights.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] = i % 3 == 0 ? 1.0f : -1.0f;
    for (u64 step = 1; step <= 50; ++step)
      adamWStep(shape, {0.1, 0.0, 0.0}, step, gradient, state.weights, state.first, state.second);
    const Network net = quantise(shape, state.weights);
    const auto checked = checkNetwork(net);
    EXPECT_TRUE(checked) << checked.error();
    const std::vector<Record> sample = randomRecords(20, 2);
    const QuantisationReport report = compareQuantised(shape, state.weights, net, sample);
    EXPECT_GT(report.clippedInputWeights, 10'000u);
    EXPECT_GT(report.clippedOutputWeights, 30u);
    EXPECT_TRUE(report.safe());
    EXPECT_LE(report.hiddenBound, 33 * 505);
    EXPECT_GT(report.hiddenBound, 16'000);
    EXPECT_EQ(report.productBound, 255 * 127);
  }
}

TEST(Quantise, IntegerIsWithinAFewCentipawnsOfFloat) {
  const ModelShape shape = smallShape(64, true);
  const std::vector<float> parameters = initialParameters(shape, 3);
  const Network net = quantise(shape, parameters);
  const std::vector<Record> sample = randomRecords(400, 8);
  const QuantisationReport report = compareQuantised(shape, parameters, net, sample);
  EXPECT_EQ(report.positions, 400u);
  EXPECT_LT(report.meanError, 4) << "the book measured 2 to 4 cp with random weights";
  EXPECT_GT(report.meanError, 0.01);
  EXPECT_LT(report.maxError, 15);
  EXPECT_GE(report.maxError, report.meanError);
  EXPECT_NEAR(std::abs(report.worstFloat - report.worstInteger), report.maxError, 1e-9);
  EXPECT_EQ(evaluateReference(net, *readFen(report.worstFen)), report.worstInteger);
}

TEST(Quantise, ANeuronThatNeverLightsIsDeadAndOneThatAlwaysDoesIsSaturated) {
  const ModelShape shape = smallShape(16, false);
  std::vector<float> parameters(parameterCount(shape), 0.0f);
  const std::size_t biases = static_cast<std::size_t>(rowsOf(shape).biases) * 16;
  for (std::size_t j = 0; j < 16; ++j) parameters[biases + j] = 0.5f;
  parameters[biases + 2] = -0.1f;
  parameters[biases + 4] = parameters[biases + 5] = 1.25f;
  const QuantisationReport report =
      compareQuantised(shape, parameters, quantise(shape, parameters), randomRecords(30, 1));
  EXPECT_EQ(report.dead, 1u);
  EXPECT_EQ(report.saturated, 2u);
}

TEST(Quantise, ANetComesBackFromItsIntegers) {
  for (const bool shared : {false, true}) {
    const ModelShape shape = smallShape(32, shared);
    const Network net = quantise(shape, initialParameters(shape, 6));
    EXPECT_TRUE(quantise(shape, dequantise(shape, net)) == net);
  }
}

TEST(SharedRows, OfAPlainNetHoldWhatItsInputsHaveInCommon) {
  const ModelShape shape = smallShape(16, true);
  // Every own pawn's row is 1, plus a half on the e-file.
  std::vector<float> rows(static_cast<std::size_t>(kPlainInputs) * 16, 0.0f);
  for (int square = 0; square < 64; ++square)
    rows[static_cast<std::size_t>(square) * 16] = square % 8 == 4 ? 1.5f : 1.0f;
  const std::vector<float> zero(32, 0.0f);
  const std::vector<float> parameters = parametersFromPlain(shape, rows, std::span(zero).first(16), zero, 0.0f);
  const MatrixRows at = rowsOf(shape);
  const auto value = [&](int row) { return parameters[static_cast<std::size_t>(row) * 16]; };
  EXPECT_NEAR(value(at.piece), 1.0625, 1e-5);
  EXPECT_NEAR(value(at.file + 4), 0.4375, 1e-5);
  EXPECT_NEAR(value(at.file), -0.0625, 1e-5);
  EXPECT_NEAR(value(at.rank), 0, 1e-5);
  EXPECT_NEAR(value(12), 0, 1e-5) << "nothing is left to the own row";
  const std::vector<float> merged = mergedRows<float>(shape, parameters);
  for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_NEAR(merged[i], rows[i], 1e-5);
}

TEST(Sample, IsSpreadEvenly) {
  const std::vector<Record> records = randomRecords(100, 1);
  const std::vector<Record> sample = spreadSample(records, 4);
  ASSERT_EQ(sample.size(), 4u);
  EXPECT_TRUE(sample[1] == records[25] && sample[3] == records[75]);
  EXPECT_EQ(spreadSample(records, 1000).size(), 100u);
}

}  // namespace
}  // namespace tabiya
