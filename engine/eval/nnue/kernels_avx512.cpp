// The kernels in 512-bit registers (AVX-512 F, BW, VL and DQ).
// GCC 12 takes the deliberately undefined registers of its own AVX-512 header for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>

#include <cstdint>

#include "engine/eval/nnue/kernels.h"

namespace tabiya::kernels_avx512 {
namespace {

using std::int16_t;
using std::int64_t;
using Vec = __m512i;
using Wide = __m512i;
constexpr int kLanes = 32;

Vec load(const int16_t* from) {
  return _mm512_load_si512(from);
}
void store(int16_t* to, Vec v) {
  _mm512_store_si512(to, v);
}
Vec zero() {
  return _mm512_setzero_si512();
}
Wide zeroWide() {
  return _mm512_setzero_si512();
}
Vec add(Vec a, Vec b) {
  return _mm512_add_epi16(a, b);
}
Vec sub(Vec a, Vec b) {
  return _mm512_sub_epi16(a, b);
}
Vec clip(Vec v) {
  return _mm512_min_epi16(_mm512_max_epi16(v, _mm512_setzero_si512()), _mm512_set1_epi16(255));
}
Vec multiply(Vec a, Vec b) {
  return _mm512_mullo_epi16(a, b);
}
Vec multiplyPairs(Vec a, Vec b) {
  return _mm512_madd_epi16(a, b);
}
Vec addPairs(Vec a, Vec b) {
  return _mm512_add_epi32(a, b);
}
Wide widen(Wide total, Vec v) {
  const Wide low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(v));
  const Wide high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(v, 1));
  return _mm512_add_epi64(total, _mm512_add_epi64(low, high));
}
int64_t sum(Wide v) {
  return _mm512_reduce_add_epi64(v);
}

#include "engine/eval/nnue/kernels_simd.inc"

}  // namespace

extern const Kernels kKernels = makeKernels("avx512");

}  // namespace tabiya::kernels_avx512
