// A network in bullet's layout (github.com/jw1912/bullet): no header, i16 throughout, `l0w l0b l1w l1b`.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "nets/network.h"

namespace tabiya {

// Input weights (768, hidden), input biases (hidden), output weights (2 * hidden), output bias, then zeros up to a
// multiple of 64 bytes. Only plain SCReLU nets with one output bucket, whose bias fits an i16; the eval scale is not in
// the file. A net that does not fit is a sentence.
Result<std::vector<u8>> bulletBytes(const Network& network);

}  // namespace tabiya
