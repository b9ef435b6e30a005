// The choice of kernels: the one place that knows which of them a processor can run.
#include "engine/eval/nnue/variants.h"

#include "engine/base/cpu.h"

namespace tabiya {

std::vector<const Kernels*> availableKernels() {
  std::vector<const Kernels*> variants{&kernels_scalar::kKernels};
#if defined(__x86_64__)
  const CpuFeatures& cpu = cpuFeatures();
  if (cpu.x86v2) variants.push_back(&kernels_sse41::kKernels);
  if (cpu.avx2) variants.push_back(&kernels_avx2::kKernels);
  if (cpu.avx512) variants.push_back(&kernels_avx512::kKernels);
#endif
  return variants;
}

const Kernels& bestKernels() {
  return *availableKernels().back();
}

const Kernels* kernelsNamed(std::string_view name) {
  for (const Kernels* variant : availableKernels())
    if (name == variant->name) return variant;
  return nullptr;
}

}  // namespace tabiya
