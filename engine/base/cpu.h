// What this CPU can do, and the check at start that it can run this build.
#pragma once

#include <string>

namespace tabiya {

struct CpuFeatures {
  bool x86v2 = false;     // SSE4.2 and POPCNT
  bool avx2 = false;      // AVX2 and BMI2, with the operating system's support
  bool avx512 = false;    // AVX-512 F, BW, VL and DQ, with the operating system's support
  bool fastPext = false;  // BMI2 whose PEXT is not microcode (not AMD before Zen 3)
};

// Read once from CPUID; the same object ever after.
const CpuFeatures& cpuFeatures();

// Empty when this CPU has every instruction set the compiler was allowed to use; else a sentence naming what is
// missing. Every main() calls this first.
std::string cpuMismatch();

// The instruction set of this build, for --version: "x86-64-v2", "avx2" or "avx512".
std::string buildInstructionSet();

}  // namespace tabiya
