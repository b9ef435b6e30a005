// The kernels in 128-bit registers (SSE4.1): what portable builds run on machines without AVX2.
#include <immintrin.h>

#include <cstdint>

#include "engine/eval/nnue/kernels.h"

namespace tabiya::kernels_sse41 {
namespace {

using std::int16_t;
using std::int64_t;
using Vec = __m128i;
using Wide = __m128i;
constexpr int kLanes = 8;

Vec load(const int16_t* from) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(from));
}
void store(int16_t* to, Vec v) {
  _mm_store_si128(reinterpret_cast<__m128i*>(to), v);
}
Vec zero() {
  return _mm_setzero_si128();
}
Wide zeroWide() {
  return _mm_setzero_si128();
}
Vec add(Vec a, Vec b) {
  return _mm_add_epi16(a, b);
}
Vec sub(Vec a, Vec b) {
  return _mm_sub_epi16(a, b);
}
Vec clip(Vec v) {
  return _mm_min_epi16(_mm_max_epi16(v, _mm_setzero_si128()), _mm_set1_epi16(255));
}
Vec multiply(Vec a, Vec b) {
  return _mm_mullo_epi16(a, b);
}
Vec multiplyPairs(Vec a, Vec b) {
  return _mm_madd_epi16(a, b);
}
Vec addPairs(Vec a, Vec b) {
  return _mm_add_epi32(a, b);
}
Wide widen(Wide total, Vec v) {
  const Wide low = _mm_cvtepi32_epi64(v), high = _mm_cvtepi32_epi64(_mm_unpackhi_epi64(v, v));
  return _mm_add_epi64(total, _mm_add_epi64(low, high));
}
int64_t sum(Wide v) {
  return _mm_cvtsi128_si64(v) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v));
}

#include "engine/eval/nnue/kernels_simd.inc"

}  // namespace

extern const Kernels kKernels = makeKernels("sse41");

}  // namespace tabiya::kernels_sse41
