// The Vulkan backend computes what the double-precision twin defines, and the CPU backend's numbers but for rounding.
#include "tests/gpu/support.h"
#include "trainer/cpu/cpu_backend.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;
using gpu::SortedRows;
using gpu::VulkanBackend;

class VulkanGradient : public GpuTest {};

struct Case {
  int hidden;
  bool shared;
  Activation activation;
  std::size_t records;
};
const Case kCases[] = {
    {16, true, Activation::SCReLU, 1},    {16, false, Activation::SCReLU, 127}, {48, true, Activation::SCReLU, 512},
    {48, false, Activation::CReLU, 1000}, {64, true, Activation::CReLU, 127},   {64, true, Activation::SCReLU, 1000},
    {256, true, Activation::SCReLU, 512}, {256, false, Activation::SCReLU, 1},
};

TEST_F(VulkanGradient, IsTheTwinsPerTensor) {
  for (const Case& c : kCases) {
    SCOPED_TRACE("hidden " + std::to_string(c.hidden) + ", records " + std::to_string(c.records));
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

}  // namespace
}  // namespace tabiya
