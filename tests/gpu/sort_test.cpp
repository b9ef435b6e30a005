// The device sorts a block's rows as the plain counting sort does, and the gradient depends on every segment of it.
#include "tests/gpu/support.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;
using gpu::SortedRows;
using gpu::VulkanBackend;

class DeviceSort : public GpuTest {};

TEST_F(DeviceSort, IsTheCountingSortListByList) {
  const ModelShape shape = smallShape(16, true);
  VulkanBackend gpu = backend(shape);
  gpu.load(freshOptimiser(initialParameters(shape, 1)));
  for (const std::size_t count : {std::size_t{1}, std::size_t{127}, std::size_t{128}, std::size_t{1000}}) {
    const SmallBatch data(count, 21);
    const u32 viewRows = static_cast<u32>((count + 127) / 128 * 128);
    const SortedRows expected = gpu::sortRows(data.batch(), viewRows), found = gpu.deviceSort(data.batch());
    EXPECT_EQ(found.listOffsets, expected.listOffsets);
    EXPECT_EQ(found.segmentOffsets, expected.segmentOffsets);
    EXPECT_EQ(found.lists, expected.lists);
    EXPECT_EQ(found.segments, expected.segments);
  }
  const SortedRows many = gpu.deviceSort(SmallBatch(1000, 21).batch());
  EXPECT_LT(many.segmentOffsets.back(), many.lists.size()) << "some segment has several rows";
}

std::vector<float> gradientWith(VulkanBackend gpu, const Batch& batch, const OptimiserState& state) {
  gpu.load(state);
  return gpu.gradient(batch);
}

TEST_F(DeviceSort, GivesTheGradientOfTheHostsSortBitForBit) {
  const SmallBatch data(1000, 22);
  for (const int hidden : {16, 64}) {
    const ModelShape shape = smallShape(hidden, true);
    const OptimiserState state = freshOptimiser(initialParameters(shape, 2));
    gpu::VulkanOptions byHost;
    byHost.hostSort = [](SortedRows&) {};
    EXPECT_EQ(gradientWith(backend(shape), data.batch(), state),
              gradientWith(backend(shape, byHost), data.batch(), state));
  }
}

// The test of gradients can fail: one broken segment is seen.
TEST_F(DeviceSort, ABrokenSegmentMakesTheGradientWrong) {
  const SmallBatch data(1000, 23);
  const ModelShape shape = smallShape(64, false);
  const OptimiserState state = freshOptimiser(initialParameters(shape, 3));
  const Twin<double> twin{shape, {state.weights.begin(), state.weights.end()}};
  std::vector<double> expected;
  twin.loss(data.batch(), &expected);
  const Tensor rows = tensorsOf(shape).front();
  gpu::VulkanOptions options;
  options.hostSort = [](SortedRows&) {};
  EXPECT_LT(relativeL2(rows, gradientWith(backend(shape, options), data.batch(), state), expected), 5e-6);
  options.hostSort = [](SortedRows& sorted) {
    auto& segment = sorted.segments.at(sorted.segments.size() / 2);
    ASSERT_LT(segment[0], segment[1]);
    --segment[1];  // its last row is lost
  };
  EXPECT_GT(relativeL2(rows, gradientWith(backend(shape, options), data.batch(), state), expected), 5e-6);
}

}  // namespace
}  // namespace tabiya
