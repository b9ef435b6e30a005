#include "trainer/cpu/kernels.h"

#include <cassert>
#include <cstring>

namespace tabiya::cpu {
namespace {

// Sixteen floats, whatever the registers of the machine: the compiler splits them, and the sums stay the same.
constexpr int kLanes = 16;
using Lanes = float __attribute__((vector_size(4 * kLanes), may_alias));

inline Lanes* lanes(float* p) {
  return reinterpret_cast<Lanes*>(p);
}
inline const Lanes* lanes(const float* p) {
  return reinterpret_cast<const Lanes*>(p);
}

// A fixed tree of additions.
inline float sumLanes(const Lanes& x) {
  float s[kLanes];
  std::memcpy(s, &x, sizeof s);
  for (int half = kLanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) s[i] += s[i + half];
  return s[0];
}

// V vectors of 16 columns a tile. The columns of both views stay in registers over all inputs of an example.
template <int V, Activation A>
void forward(const Tile& tile, const MatrixRows& rows, const Inputs& in) {
  constexpr int kWidth = V * kLanes;
  const Lanes* biases = lanes(tile.weights + rows.biases * kWidth);
  const Lanes* outputs = lanes(tile.weights + rows.outputs * kWidth);
  const float* merged = tile.merged;
  const Lanes zero = {};
  const Lanes one = zero + 1.0f;
  for (int e = 0; e < in.examples; ++e) {
    const u16* inputs = in.inputs + e * 2 * kMaxPieces;
    const int count = in.counts[e];
    Lanes own[V], other[V];
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) own[v] = other[v] = biases[v];
    for (int k = 0; k < count; ++k) {
      const Lanes* ownRow = lanes(merged + inputs[2 * k] * kWidth);
      const Lanes* otherRow = lanes(merged + inputs[2 * k + 1] * kWidth);
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) {
        own[v] += ownRow[v];
        other[v] += otherRow[v];
      }
    }
    Lanes* hidden = lanes(tile.hidden + static_cast<std::ptrdiff_t>(e) * 2 * kWidth);
    Lanes sum = zero;
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) {
      hidden[v] = own[v];
      hidden[V + v] = other[v];
      Lanes a = own[v] < zero ? zero : own[v];
      a = a > one ? one : a;
      Lanes b = other[v] < zero ? zero : other[v];
      b = b > one ? one : b;
      if constexpr (A == Activation::SCReLU) {
        a *= a;
        b *= b;
      }
      sum += a * outputs[v];
      sum += b * outputs[V + v];
    }
    tile.partial[e] = sumLanes(sum);
  }
}

template <int V, Activation A>
void backward(const Tile& tile, const MatrixRows& rows, const Inputs& in, const float* slopes) {
  constexpr int kWidth = V * kLanes;
  const Lanes* outputs = lanes(tile.weights + rows.outputs * kWidth);
  Lanes* biasGradient = lanes(tile.gradient + rows.biases * kWidth);
  Lanes* outputGradient = lanes(tile.gradient + rows.outputs * kWidth);
  float* gradient = tile.gradient;
  const Lanes zero = {};
  const Lanes one = zero + 1.0f;
  for (int e = 0; e < in.examples; ++e) {
    const u16* inputs = in.inputs + e * 2 * kMaxPieces;
    const int count = in.counts[e];
    const Lanes* hidden = lanes(tile.hidden + static_cast<std::ptrdiff_t>(e) * 2 * kWidth);
    const Lanes slope = zero + slopes[e];
    Lanes d[2 * V];  // d loss / d hidden value: own view, then the other
#pragma GCC unroll 16
    for (int v = 0; v < 2 * V; ++v) {
      const Lanes x = hidden[v];
      Lanes c = x < zero ? zero : x;
      c = c > one ? one : c;
      const Lanes through = slope * outputs[v];
      if constexpr (A == Activation::SCReLU) {
        outputGradient[v] += slope * (c * c);
        d[v] = c == x ? through * (c + c) : zero;  // at x = 0 that is 0, and at exactly 1 the slope is 0 too
        d[v] = x < one ? d[v] : zero;
      } else {
        outputGradient[v] += slope * c;
        d[v] = x > zero ? through : zero;
        d[v] = x < one ? d[v] : zero;
      }
    }
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) {
      biasGradient[v] += d[v];
      biasGradient[v] += d[V + v];
    }
    for (int k = 0; k < count; ++k) {
      Lanes* ownRow = lanes(gradient + inputs[2 * k] * kWidth);
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) ownRow[v] += d[v];
      Lanes* otherRow = lanes(gradient + inputs[2 * k + 1] * kWidth);
#pragma GCC unroll 8
      for (int v = 0; v < V; ++v) otherRow[v] += d[V + v];
    }
  }
}

template <int V>
void gatherShared(const Tile& tile, const MatrixRows& rows) {
  constexpr int kWidth = V * kLanes;
  for (int input = 0; input < kPlainInputs; ++input) {
    const Lanes* from = lanes(tile.gradient + input * kWidth);
    for (const int row : {rows.piece + pieceGroup(input), rows.file + fileGroup(input), rows.rank + rankGroup(input)}) {
      Lanes* to = lanes(tile.gradient + row * kWidth);
      for (int v = 0; v < V; ++v) to[v] += from[v];
    }
  }
}

template <int V>
void fold(const Tile& tile, const MatrixRows& rows) {
  constexpr int kWidth = V * kLanes;
  for (int input = 0; input < kPlainInputs; ++input) {
    const Lanes* own = lanes(tile.weights + input * kWidth);
    const Lanes* piece = lanes(tile.weights + (rows.piece + pieceGroup(input)) * kWidth);
    const Lanes* file = lanes(tile.weights + (rows.file + fileGroup(input)) * kWidth);
    const Lanes* rank = lanes(tile.weights + (rows.rank + rankGroup(input)) * kWidth);
    Lanes* to = lanes(tile.merged + input * kWidth);
    for (int v = 0; v < V; ++v) to[v] = own[v] + (piece[v] + file[v] + rank[v]);
  }
}

template <int V>
void update(const Tile& tile, const MatrixRows& rows, bool sharedRows, const StepSettings& settings, u64 step) {
  constexpr int kWidth = V * kLanes;
  const AdamStep<float> adam(settings, step);
  float* __restrict weights = tile.weights;
  float* __restrict first = tile.first;
  float* __restrict second = tile.second;
  float* __restrict gradient = tile.gradient;
  const int own = kPlainInputs * kWidth;
  const int all = (rows.outputs + 2) * kWidth;
  const float ownDecay = static_cast<float>(settings.ownDecay);
  const float decay = static_cast<float>(settings.decay);
  for (int i = 0; i < own; ++i) weights[i] = adamW(adam, ownDecay, weights[i], gradient[i], first[i], second[i]);
  for (int i = own; i < all; ++i)
    weights[i] = clipWeight(adamW(adam, decay, weights[i], gradient[i], first[i], second[i]));
  std::memset(gradient, 0, sizeof(float) * static_cast<std::size_t>(all));
  if (!sharedRows) {
    for (int i = 0; i < own; ++i) weights[i] = clipOwn(weights[i], 0.0f);
    return;
  }
  // The room of an own row depends on its shared rows after the step.
  for (int input = 0; input < kPlainInputs; ++input) {
    float* row = weights + input * kWidth;
    const float* piece = weights + (rows.piece + pieceGroup(input)) * kWidth;
    const float* file = weights + (rows.file + fileGroup(input)) * kWidth;
    const float* rank = weights + (rows.rank + rankGroup(input)) * kWidth;
    for (int j = 0; j < kWidth; ++j) row[j] = clipOwn(row[j], piece[j] + file[j] + rank[j]);
  }
  fold<V>(tile, rows);
}

template <int V, Activation A>
constexpr Kernels kernels() {
  return {V * kLanes, forward<V, A>, backward<V, A>, gatherShared<V>, update<V>, fold<V>};
}

// Narrow tiles fit the nearest cache, wide ones read the lists of inputs less often; 32 columns were fastest here.
constexpr Kernels kTable[2][2] = {
    {kernels<1, Activation::CReLU>(), kernels<1, Activation::SCReLU>()},
    {kernels<2, Activation::CReLU>(), kernels<2, Activation::SCReLU>()},
};

}  // namespace

const Kernels& kernelsFor(int hidden, Activation activation) {
  assert(hidden % kLanes == 0);
  return kTable[hidden % 32 == 0 ? 1 : 0][activation == Activation::SCReLU ? 1 : 0];
}

}  // namespace tabiya::cpu
