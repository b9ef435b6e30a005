// The CPU backend computes what the plain double twin defines, in the same bytes for any number of threads.
#include "tests/trainer/support.h"
#include "trainer/cpu/cpu_backend.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

std::vector<double> asDoubles(const std::vector<float>& from) {
  return {from.begin(), from.end()};
}

// The largest difference within a tensor, relative to the tensor's largest number.
double relativeError(const Tensor& tensor, const std::vector<float>& found, const std::vector<double>& expected) {
  double largest = 0, error = 0;
  for (std::size_t i = tensor.offset; i < tensor.offset + tensor.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    error = std::max(error, std::abs(static_cast<double>(found[i]) - expected[i]));
  }
  EXPECT_GT(largest, 0) << tensor.name;
  return error / largest;
}

struct Case {
  int hidden;
  bool shared;
  Activation activation;
};
const Case kCases[] = {
    {16, true, Activation::SCReLU}, {48, false, Activation::SCReLU}, {64, true, Activation::SCReLU},
    {96, true, Activation::CReLU},  {64, false, Activation::CReLU},
};

TEST(CpuBackend, GradientsAndLossAreTheTwinsPerTensor) {
  // More examples than a sub-batch, and no multiple of it.
  const SmallBatch data(1500, 11);
  for (const Case& c : kCases) {
    const ModelShape shape = smallShape(c.hidden, c.shared, c.activation);
    const std::vector<float> start = initialParameters(shape, 2);
    const Twin<double> twin{shape, asDoubles(start)};
    std::vector<double> expected;
    const double loss = twin.loss(data.batch(), &expected);
    CpuBackend backend(shape, 2);
    backend.load(freshOptimiser(start));
    EXPECT_NEAR(backend.loss(data.batch()), loss, 1e-6 * loss);
    const std::vector<float> found = backend.gradient(data.batch());
    for (const Tensor& tensor : tensorsOf(shape))
      EXPECT_LT(relativeError(tensor, found, expected), 2e-5) << tensor.name << ", hidden " << c.hidden;
    EXPECT_EQ(found, backend.gradient(data.batch())) << "a gradient leaves nothing behind";
  }
}

TEST(CpuBackend, StepsFollowThePlainOptimiser) {
  const SmallBatch data(300, 12);
  for (const Case& c : kCases) {
    const ModelShape shape = smallShape(c.hidden, c.shared, c.activation);
    const StepSettings settings{0.01, 0.01, 1.0};
    OptimiserState state = freshOptimiser(initialParameters(shape, 3));
    CpuBackend backend(shape, 2);
    backend.load(state);
    for (u64 step = 1; step <= 3; ++step) {
      // The plain optimiser on the backend's own gradient, so that only AdamW, clipping and folding are compared.
      const std::vector<float> gradient = backend.gradient(data.batch());
      adamWStep(shape, settings, step, gradient, state.weights, state.first, state.second);
      backend.step(data.batch(), settings);
      OptimiserState stored;
      backend.store(stored);
      EXPECT_EQ(stored.steps, step);
      EXPECT_EQ(stored.weights, state.weights) << "hidden " << c.hidden << ", step " << step;
      EXPECT_EQ(stored.first, state.first);
      EXPECT_EQ(stored.second, state.second);
    }
  }
}

OptimiserState trained(const ModelShape& shape, int threads, std::vector<double>& losses) {
  const SmallBatch data(2500, 13);
  CpuBackend backend(shape, threads);
  backend.load(freshOptimiser(initialParameters(shape, 4)));
  for (int step = 0; step < 5; ++step) {
    Batch batch = data.batch();
    batch.examples = batch.examples.subspan(static_cast<std::size_t>(step) * 100);
    backend.step(batch, {0.01, 0.01, 1.0});
  }
  losses = backend.takeLosses();
  losses.push_back(backend.loss(data.batch()));
  OptimiserState state;
  backend.store(state);
  return state;
}

TEST(CpuBackend, AnyNumberOfThreadsGivesTheSameBytes) {
  for (const Case& c : {Case{128, true, Activation::SCReLU}, Case{16, true, Activation::SCReLU}}) {
    const ModelShape shape = smallShape(c.hidden, c.shared, c.activation);
    std::vector<double> lossesOne, losses;
    const OptimiserState one = trained(shape, 1, lossesOne);
    EXPECT_EQ(lossesOne.size(), 6u);
    for (const int threads : {2, 3, 7}) {
      EXPECT_TRUE(trained(shape, threads, losses) == one) << threads << " threads, hidden " << c.hidden;
      EXPECT_EQ(losses, lossesOne);
    }
  }
}

TEST(CpuBackend, StoringAndLoadingInTheMiddleChangesNothing) {
  const ModelShape shape = smallShape(32, true);
  const SmallBatch data(200, 14);
  const StepSettings settings{0.01, 0.01, 1.0};
  CpuBackend whole(shape, 1), first(shape, 1), second(shape, 2);
  whole.load(freshOptimiser(initialParameters(shape, 5)));
  first.load(freshOptimiser(initialParameters(shape, 5)));
  OptimiserState state, expected;
  for (int i = 0; i < 4; ++i) whole.step(data.batch(), settings);
  for (int i = 0; i < 2; ++i) first.step(data.batch(), settings);
  first.store(state);
  second.load(state);
  for (int i = 0; i < 2; ++i) second.step(data.batch(), settings);
  second.store(state);
  whole.store(expected);
  EXPECT_TRUE(state == expected);
}

TEST(CpuBackend, ALossThatIsNoNumberShows) {
  const ModelShape shape = smallShape(16, false);
  SmallBatch data(20, 15);
  std::vector<float> start = initialParameters(shape, 5);
  start.back() = std::numeric_limits<float>::quiet_NaN();
  CpuBackend backend(shape, 1);
  backend.load(freshOptimiser(start));
  backend.step(data.batch(), {});
  EXPECT_TRUE(std::isnan(backend.takeLosses().at(0)));
}

}  // namespace
}  // namespace tabiya
