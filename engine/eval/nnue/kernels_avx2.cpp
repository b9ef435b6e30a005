// The kernels in 256-bit registers (AVX2).
#include <immintrin.h>

#include <cstdint>

#include "engine/eval/nnue/kernels.h"

namespace tabiya::kernels_avx2 {
namespace {

using std::int16_t;
using std::int64_t;
using Vec = __m256i;
using Wide = __m256i;
constexpr int kLanes = 16;

Vec load(const int16_t* from) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
void store(int16_t* to, Vec v) {
  _mm256_store_si256(reinterpret_cast<__m256i*>(to), v);
}
Vec zero() {
  return _mm256_setzero_si256();
}
Wide zeroWide() {
  return _mm256_setzero_si256();
}
Vec add(Vec a, Vec b) {
  return _mm256_add_epi16(a, b);
}
Vec sub(Vec a, Vec b) {
  return _mm256_sub_epi16(a, b);
}
Vec clip(Vec v) {
  return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(255));
}
Vec multiply(Vec a, Vec b) {
  return _mm256_mullo_epi16(a, b);
}
Vec multiplyPairs(Vec a, Vec b) {
  return _mm256_madd_epi16(a, b);
}
Vec addPairs(Vec a, Vec b) {
  return _mm256_add_epi32(a, b);
}
Wide widen(Wide total, Vec v) {
  const Wide low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(v));
  const Wide high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(v, 1));
  return _mm256_add_epi64(total, _mm256_add_epi64(low, high));
}
int64_t sum(Wide v) {
  const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  return _mm_cvtsi128_si64(half) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(half, half));
}

#include "engine/eval/nnue/kernels_simd.inc"

}  // namespace

extern const Kernels kKernels = makeKernels("avx2");

}  // namespace tabiya::kernels_avx2
