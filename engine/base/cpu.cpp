#include "engine/base/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "engine/base/types.h"

namespace tabiya {
namespace {

#if defined(__x86_64__)
// Family 23 is Zen 1 and 2, whose PEXT takes hundreds of cycles; earlier AMD families have none.
bool amdBeforeZen3() {
  u32 a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(0, &a, &b, &c, &d)) return false;
  const bool amd = b == 0x68747541 && d == 0x69746e65 && c == 0x444d4163;
  if (!amd || !__get_cpuid(1, &a, &b, &c, &d)) return false;
  const u32 base = (a >> 8) & 15;
  const u32 family = base == 15 ? base + ((a >> 20) & 255) : base;
  return family < 25;
}

CpuFeatures detect() {
  __builtin_cpu_init();
  CpuFeatures f;
  f.x86v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("ssse3");
  f.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  f.avx512 = f.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  f.fastPext = __builtin_cpu_supports("bmi2") && !amdBeforeZen3();
  return f;
}
#else
CpuFeatures detect() {
  return {};
}
#endif

}  // namespace

const CpuFeatures& cpuFeatures() {
  static const CpuFeatures features = detect();
  return features;
}

std::string cpuMismatch() {
  std::string missing;
#if defined(__x86_64__)
  // Every instruction set that the compiler may have used, one row each.
#define TABIYA_NEEDS(macroDefined, name) \
  if (macroDefined && !__builtin_cpu_supports(name)) missing += std::string(missing.empty() ? "" : ", ") + name
  __builtin_cpu_init();
#ifdef __SSE4_2__
  TABIYA_NEEDS(true, "sse4.2");
#endif
#ifdef __POPCNT__
  TABIYA_NEEDS(true, "popcnt");
#endif
#ifdef __AVX__
  TABIYA_NEEDS(true, "avx");
#endif
#ifdef __AVX2__
  TABIYA_NEEDS(true, "avx2");
#endif
#ifdef __FMA__
  TABIYA_NEEDS(true, "fma");
#endif
#ifdef __BMI__
  TABIYA_NEEDS(true, "bmi");
#endif
#ifdef __BMI2__
  TABIYA_NEEDS(true, "bmi2");
#endif
#ifdef __AVX512F__
  TABIYA_NEEDS(true, "avx512f");
#endif
#ifdef __AVX512BW__
  TABIYA_NEEDS(true, "avx512bw");
#endif
#ifdef __AVX512VL__
  TABIYA_NEEDS(true, "avx512vl");
#endif
#ifdef __AVX512DQ__
  TABIYA_NEEDS(true, "avx512dq");
#endif
#ifdef __AVX512VNNI__
  TABIYA_NEEDS(true, "avx512vnni");
#endif
#ifdef __AVX512VBMI__
  TABIYA_NEEDS(true, "avx512vbmi");
#endif
#ifdef __AVX512VPOPCNTDQ__
  TABIYA_NEEDS(true, "avx512vpopcntdq");
#endif
#undef TABIYA_NEEDS
#endif
  if (missing.empty()) return {};
  return "this build needs a CPU with " + missing + "; build it here, or with -DTABIYA_PORTABLE=ON";
}

std::string buildInstructionSet() {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  return "avx512";
#elif defined(__AVX2__)
  return "avx2";
#elif defined(__SSE4_2__)
  return "x86-64-v2";
#else
  return "generic";
#endif
}

}  // namespace tabiya
