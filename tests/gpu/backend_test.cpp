// The Vulkan backend computes what the double-precision twin defines, and the CPU backend's numbers but for rounding.
#include "tests/gpu/support.h"
#include "trainer/cpu/cpu_backend.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;
using gpu::SortedRows;
using gpu::VulkanBackend;

class VulkanStep : public GpuTest {};

struct Case {
  int hidden;
  bool shared;
  Activation activation;
  std::size_t records;
};
const Case kCases[] = {
    {16, true, Activation::SCReLU, 1},    {16, false, Activation::SCReLU, 127},  {48, true, Activation::SCReLU, 512},
    {48, false, Activation::CReLU, 1000}, {64, true, Activation::CReLU, 127},    {64, true, Activation::SCReLU, 1000},
    {256, true, Activation::SCReLU, 512}, {256, false, Activation::SCReLU, 1},   {272, true, Activation::SCReLU, 127},
    {1040, false, Activation::CReLU, 33}, {1056, true, Activation::SCReLU, 127},
};

std::string nameOf(const Case& c) {
  return "hidden " + std::to_string(c.hidden) + (c.shared ? ", shared rows, " : ", ") + std::to_string(c.records) +
         " records";
}

TEST_F(VulkanStep, GradientAndLossAreTheTwinsPerTensor) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(nameOf(c));
    const SmallBatch data(c.records, 11);
    const ModelShape shape = smallShape(c.hidden, c.shared, c.activation);
    const std::vector<float> start = initialParameters(shape, 2);
    const Twin<double> twin{shape, {start.begin(), start.end()}};
    std::vector<double> expected;
    const double loss = twin.loss(data.batch(), &expected);
    VulkanBackend gpu = backend(shape);
    gpu.load(freshOptimiser(start));
    EXPECT_NEAR(gpu.loss(data.batch()), loss, 1e-5 * loss);
    const std::vector<float> found = gpu.gradient(data.batch());
    for (const Tensor& tensor : tensorsOf(shape)) EXPECT_LT(relativeL2(tensor, found, expected), 5e-6) << tensor.name;
    EXPECT_EQ(found, gpu.gradient(data.batch())) << "a gradient leaves nothing behind";
  }
}

// Few pieces and many, castling rooks, either side to move, turned or not.
TEST_F(VulkanStep, ReadsEveryKindOfRecord) {
  const char* fens[] = {
      "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
      "8/8/4k3/8/8/4K3/8/8 b - - 0 1",
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 40",
      "1k6/1q6/8/3PpP2/8/8/1Q6/1K5R w - e6 0 33",
  };
  SmallBatch data(0, 1);
  for (const char* fen : fens) data.records.push_back(recordOf(fen, 37, GameResult::WhiteWins));
  for (std::size_t i = 0; i < data.records.size(); ++i) {
    data.targets.push_back(i % 2 == 0 ? 0.05f : 0.95f);  // far from the net's half, where a difference rounds well
    data.examples.push_back(exampleOf(i, false));
    data.examples.push_back(exampleOf(i, true));
  }
  const ModelShape shape = smallShape(16, true);
  const std::vector<float> start = initialParameters(shape, 5);
  VulkanBackend gpu = backend(shape);
  gpu.load(freshOptimiser(start));
  for (const u32 example : data.examples) {  // alone, so that no other hides it
    const Batch one{data.records, data.targets, std::span(&example, 1)};
    const Twin<double> twin{shape, {start.begin(), start.end()}};
    std::vector<double> expected;
    const double loss = twin.loss(one, &expected);
    EXPECT_NEAR(gpu.loss(one), loss, 1e-5 * loss);
    const std::vector<float> found = gpu.gradient(one);
    for (const Tensor& tensor : tensorsOf(shape)) EXPECT_LT(relativeL2(tensor, found, expected), 5e-6) << tensor.name;
    EXPECT_EQ(gpu.deviceSort(one).lists, gpu::sortRows(one, gpu::kBitmapExamples).lists);
  }
}

TEST_F(VulkanStep, AdamWFollowsThePlainOptimiser) {
  const SmallBatch data(200, 12);
  for (const bool shared : {true, false}) {
    for (const int hidden : {16, 48, 64}) {
      SCOPED_TRACE("hidden " + std::to_string(hidden) + (shared ? ", shared rows" : ""));
      const ModelShape shape = smallShape(hidden, shared);
      std::vector<float> start = initialParameters(shape, 3);
      for (std::size_t i = 0; i + 1 < start.size(); i += 97) start[i] = i % 2 ? 2.1f : -2.1f;  // to be clipped
      const StepSettings settings{0.01, 0.01, 1.0};
      std::vector<double> weights(start.begin(), start.end()), first(start.size()), second(start.size());
      VulkanBackend gpu = backend(shape);
      gpu.load(freshOptimiser(start));
      for (u64 step = 1; step <= 5; ++step) {
        // In double, on the device's own gradient: only AdamW, clipping and merging are compared.
        const std::vector<float> gradient = gpu.gradient(data.batch());
        adamWStep(shape, settings, step, std::vector<double>(gradient.begin(), gradient.end()), weights, first, second);
        gpu.step(data.batch(), settings);
        OptimiserState state;
        gpu.store(state);
        EXPECT_EQ(state.steps, step);
        const std::vector<float> merged = mergedRows<float>(shape, std::span<const float>(state.weights));
        for (const float w : merged) ASSERT_LE(std::abs(w), 1.98f + 1e-6f);
        for (const Tensor& tensor : tensorsOf(shape)) {
          EXPECT_LT(relativeL2(tensor, state.weights, weights), 1e-6) << tensor.name << ", step " << step;
          EXPECT_LT(relativeL2(tensor, state.first, first), 1e-6) << tensor.name << ", step " << step;
          EXPECT_LT(relativeL2(tensor, state.second, second), 1e-6) << tensor.name << ", step " << step;
        }
      }
    }
  }
}

TEST_F(VulkanStep, TwoHundredStepsEndWhereTheCpusEnd) {
  constexpr std::size_t kBatch = 512, kSteps = 200;
  const SmallBatch data(kBatch * kSteps / 4, 13);
  const ModelShape shape = smallShape(32, true);
  const OptimiserState start = freshOptimiser(initialParameters(shape, 4));
  CpuBackend cpu(shape, 1);
  VulkanBackend gpu = backend(shape);
  cpu.load(start);
  gpu.load(start);
  for (std::size_t step = 0; step < kSteps; ++step) {
    const Batch batch{data.records, data.targets,
                      std::span(data.examples).subspan(step * kBatch % data.examples.size(), kBatch)};
    cpu.step(batch, {});
    gpu.step(batch, {});
  }
  const std::vector<double> ours = gpu.takeLosses(), theirs = cpu.takeLosses();
  ASSERT_EQ(ours.size(), kSteps);
  // Each rounds in its own way, and steps on steps add that up.
  for (std::size_t step = 0; step < kSteps; ++step)
    ASSERT_NEAR(ours[step], theirs[step], step < 20 ? 1e-7 : 1e-4) << "step " << step;
  EXPECT_LT(ours.back(), 0.7 * ours.front()) << "it learns";
  const double loss = cpu.loss(data.batch());
  EXPECT_NEAR(gpu.loss(data.batch()), loss, 1e-3 * loss);
}

// 2048 wide, a block has 8192 examples: this batch needs two.
TEST_F(VulkanStep, ABatchOfSeveralBlocksIsOneBatch_slow) {
  ASSERT_EQ(gpu::blockExamples(2048), 8192u);
  const SmallBatch data(600, 14);
  std::vector<u32> examples;
  for (u32 i = 0; i < 8192 + 100; ++i) examples.push_back(i * 7 % 1200);
  const Batch batch{data.records, data.targets, examples};
  const ModelShape shape = smallShape(2048, false);
  const OptimiserState start = freshOptimiser(initialParameters(shape, 6));
  CpuBackend cpu(shape, 2);
  VulkanBackend gpu = backend(shape);
  cpu.load(start);
  gpu.load(start);
  const std::vector<float> found = gpu.gradient(batch), expected = cpu.gradient(batch);
  for (const Tensor& tensor : tensorsOf(shape))
    EXPECT_LT(relativeL2(tensor, found, {expected.begin(), expected.end()}), 1e-5) << tensor.name;
  EXPECT_NEAR(gpu.loss(batch), cpu.loss(batch), 1e-5 * cpu.loss(batch));
}

TEST_F(VulkanStep, HandsBackExactlyWhatItTook) {
  const ModelShape shape = smallShape(48, true);
  OptimiserState state = freshOptimiser(initialParameters(shape, 7));
  for (std::size_t i = 0; i < state.first.size(); ++i) {
    state.first[i] = static_cast<float>(i) * 1e-7f;
    state.second[i] = static_cast<float>(i) * 1e-9f;
  }
  state.steps = 1234;
  VulkanBackend gpu = backend(shape);
  gpu.load(state);
  OptimiserState stored;
  gpu.store(stored);
  EXPECT_EQ(stored, state);
}

TEST_F(VulkanStep, ALossThatIsNotANumberIsToldAsIs) {
  SmallBatch data(20, 15);
  data.targets[3] = std::numeric_limits<float>::quiet_NaN();
  const ModelShape shape = smallShape(16, true);
  VulkanBackend gpu = backend(shape);
  gpu.load(freshOptimiser(initialParameters(shape, 8)));
  gpu.step(data.batch(), {});
  const std::vector<double> losses = gpu.takeLosses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_TRUE(std::isnan(losses[0]));
}

// Any 32 bytes: what the data set would refuse must still not hang the device, nor write where it should not.
TEST_F(VulkanStep, RandomBytesNeitherHangNorCorrupt) {
  SmallBatch data(300, 16);
  const ModelShape shape = smallShape(16, true);
  const OptimiserState start = freshOptimiser(initialParameters(shape, 9));
  VulkanBackend gpu = backend(shape);
  gpu.load(start);
  const std::vector<float> before = gpu.gradient(data.batch());
  SmallBatch noise = data;
  u64 state = 99;
  for (Record& record : noise.records)
    for (u8& byte : record.bytes) byte = static_cast<u8>(mix64(++state));
  for (u8& byte : noise.records[0].bytes) byte = 0xff;  // 64 pieces of no kind
  gpu.gradient(noise.batch());
  EXPECT_EQ(gpu.gradient(data.batch()), before);
  OptimiserState stored;
  gpu.store(stored);
  EXPECT_EQ(stored, start);
}

}  // namespace
}  // namespace tabiya
