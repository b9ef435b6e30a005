// The inner loops of a network, once per instruction set behind one table of functions, chosen at start (variants.h).
//
// Files compiled for one instruction set include only <cstdint>, intrinsics and this header, and keep everything in
// their own namespace. kernels_scalar.cpp is the definition.
// All pointers are 64-byte aligned; `width` is the hidden size rounded up to a multiple of 32, and lanes beyond the
// hidden size are zero everywhere. An accumulator holds its two views one after the other, (2, width).
#pragma once

#include <cstdint>

namespace tabiya {

inline constexpr int kKernelWidthStep = 32;

struct Kernels {
  using Row = const std::int16_t*;

  const char* name;

  // One pass from parent to child for `views` views, `width` apart; `rows` lists each view's rows in the name's order:
  // addSub(child = parent + row 0 - row 1), addSubSub(+ 0 - 1 - 2), addAddSubSub(+ 0 + 1 - 2 - 3).
  // parent and child do not overlap.
  void (*addSub)(const std::int16_t* parent, std::int16_t* child, const Row* rows, int views, int width);
  void (*addSubSub)(const std::int16_t* parent, std::int16_t* child, const Row* rows, int views, int width);
  void (*addAddSubSub)(const std::int16_t* parent, std::int16_t* child, const Row* rows, int views, int width);

  // One view from nothing: out = biases + `count` rows.
  void (*refresh)(const std::int16_t* biases, std::int16_t* out, const Row* rows, int count, int width);

  // The output layer's sum over both views, x = clamp(value, 0, 255): of x * w, and of x * x * w. `weights` is
  // (2, width), the side to move's half first.
  std::int64_t (*dotCrelu)(const std::int16_t* ours, const std::int16_t* theirs, const std::int16_t* weights,
                           int width);
  std::int64_t (*dotScrelu)(const std::int16_t* ours, const std::int16_t* theirs, const std::int16_t* weights,
                            int width);
};

namespace kernels_scalar {
extern const Kernels kKernels;
}
namespace kernels_sse41 {
extern const Kernels kKernels;
}
namespace kernels_avx2 {
extern const Kernels kKernels;
}
namespace kernels_avx512 {
extern const Kernels kKernels;
}

}  // namespace tabiya
