// Which kernels this machine can run: picked at start from the CPU's features; tests can force each of them.
#pragma once

#include <string_view>
#include <vector>

#include "engine/eval/nnue/kernels.h"

namespace tabiya {

// Every variant built in that this CPU can run, the definition (scalar) first and the fastest last.
std::vector<const Kernels*> availableKernels();
// The fastest of them.
const Kernels& bestKernels();
// "scalar", "sse41", "avx2" or "avx512"; null when this build or this CPU has none of that name.
const Kernels* kernelsNamed(std::string_view name);

}  // namespace tabiya
