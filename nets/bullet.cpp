// bullet's layout, number by number.
#include "nets/bullet.h"

#include <limits>

#include "engine/base/bytes.h"

namespace tabiya {
namespace {

constexpr std::size_t kPadding = 64;

void append(std::vector<u8>& to, i16 value) {
  u8 bytes[2];
  storeLittle(bytes, value);
  to.insert(to.end(), bytes, bytes + 2);
}

}  // namespace

Result<std::vector<u8>> bulletBytes(const Network& network) {
  const NetArch& arch = network.arch;
  if (arch.features != FeatureSet::Plain || arch.activation != Activation::SCReLU || arch.outputBuckets != 1)
    return Error{std::string("bullet's layout takes plain inputs, SCReLU and 1 output bucket; this network has ") +
                 toString(arch.features) + " inputs, " + toString(arch.activation) + " and " +
                 std::to_string(arch.outputBuckets) + (arch.outputBuckets == 1 ? " output bucket" : " output buckets")};
  const i32 bias = network.outputBiases[0];
  if (bias < std::numeric_limits<i16>::min() || bias > std::numeric_limits<i16>::max())
    return Error{"the output bias " + std::to_string(bias) + " does not fit bullet's 16 bits (-32768 to 32767)"};
  std::vector<u8> bytes;
  for (const i16 weight : network.inputWeights) append(bytes, weight);
  for (const i16 inputBias : network.inputBiases) append(bytes, inputBias);
  for (const i16 weight : network.outputWeights) append(bytes, weight);
  append(bytes, static_cast<i16>(bias));
  bytes.resize((bytes.size() + kPadding - 1) / kPadding * kPadding, 0);
  return bytes;
}

}  // namespace tabiya
