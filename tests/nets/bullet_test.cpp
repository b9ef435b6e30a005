// bullet's layout: the same numbers in its order, or a sentence.
#include "nets/bullet.h"

#include <gtest/gtest.h>

#include "engine/base/bytes.h"
#include "tests/nets/random_network.h"

namespace tabiya {
namespace {

using testing::randomNetwork;

TEST(Bullet, TheNumbersFollowEachOtherAndAreFilledUpTo64Bytes) {
  Network network = randomNetwork({.hidden = 16}, 6);
  network.outputBiases[0] = -32'768;
  const auto bytes = bulletBytes(network);
  ASSERT_TRUE(bytes.ok()) << bytes.error();
  const std::size_t numbers = 768 * 16 + 16 + 32 + 1;
  EXPECT_EQ(bytes->size(), 24'704u);
  EXPECT_EQ(bytes->size() % 64, 0u);
  std::vector<i16> expected = network.inputWeights;
  expected.insert(expected.end(), network.inputBiases.begin(), network.inputBiases.end());
  expected.insert(expected.end(), network.outputWeights.begin(), network.outputWeights.end());
  expected.push_back(-32'768);
  ASSERT_EQ(expected.size(), numbers);
  expected.resize(bytes->size() / 2, 0);
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(loadLittle<i16>(bytes->data() + 2 * i), expected[i]) << i;
}

TEST(Bullet, ABiasBeyond16BitsIsRefused) {
  Network network = randomNetwork({.hidden = 16}, 6);
  network.outputBiases[0] = 32'768;
  EXPECT_EQ(bulletBytes(network).error(), "the output bias 32768 does not fit bullet's 16 bits (-32768 to 32767)");
}

TEST(Bullet, OtherArchitecturesAreRefused) {
  const auto refused = bulletBytes(randomNetwork(
      {.features = FeatureSet::Mirrored, .hidden = 16, .activation = Activation::CReLU, .outputBuckets = 8}, 6));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(
      refused.error(),
      "bullet's layout takes plain inputs, SCReLU and 1 output bucket; this network has mirrored inputs, CReLU and "
      "8 output buckets");
}

}  // namespace
}  // namespace tabiya
