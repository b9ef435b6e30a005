// The network built into this binary (CMake's TABIYA_NET), if any.
#pragma once

#include <span>

#include "engine/base/types.h"

namespace tabiya {

// The bytes of the .nnue file; empty when the build has none (TABIYA_NET=none).
std::span<const u8> embeddedNetworkBytes();
// "default.nnue", or "none".
const char* embeddedNetworkName();

}  // namespace tabiya
