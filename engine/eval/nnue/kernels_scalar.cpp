// The definition of every kernel: one number after another, in plain C++, for any machine.
#include "engine/eval/nnue/kernels.h"

namespace tabiya::kernels_scalar {
namespace {

using std::int16_t;
using std::int64_t;
using Row = Kernels::Row;

template <int kAdds, int kSubs>
void update(const int16_t* parent, int16_t* child, const Row* rows, int views, int width) {
  for (int view = 0; view < views; ++view, parent += width, child += width, rows += kAdds + kSubs) {
    for (int i = 0; i < width; ++i) {
      int value = parent[i];
      for (int row = 0; row < kAdds; ++row) value += rows[row][i];
      for (int row = kAdds; row < kAdds + kSubs; ++row) value -= rows[row][i];
      child[i] = static_cast<int16_t>(value);
    }
  }
}

void refresh(const int16_t* biases, int16_t* out, const Row* rows, int count, int width) {
  for (int i = 0; i < width; ++i) out[i] = biases[i];
  for (int row = 0; row < count; ++row)
    for (int i = 0; i < width; ++i) out[i] = static_cast<int16_t>(out[i] + rows[row][i]);
}

int64_t clipped(int16_t value) {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

int64_t dotCrelu(const int16_t* ours, const int16_t* theirs, const int16_t* weights, int width) {
  int64_t sum = 0;
  for (int i = 0; i < width; ++i) sum += clipped(ours[i]) * weights[i] + clipped(theirs[i]) * weights[width + i];
  return sum;
}

int64_t dotScrelu(const int16_t* ours, const int16_t* theirs, const int16_t* weights, int width) {
  int64_t sum = 0;
  for (int i = 0; i < width; ++i) {
    const int64_t x = clipped(ours[i]), y = clipped(theirs[i]);
    sum += x * x * weights[i] + y * y * weights[width + i];
  }
  return sum;
}

}  // namespace

extern const Kernels kKernels{"scalar", update<1, 1>, update<1, 2>, update<2, 2>, refresh, dotCrelu, dotScrelu};

}  // namespace tabiya::kernels_scalar
