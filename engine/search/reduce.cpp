#include "engine/search/reduce.h"

#include <algorithm>
#include <cmath>

#include "engine/base/types.h"

namespace tabiya {

// floor(base/100 + ln(depth) ln(move) * 100/divisor), in integers from logarithms rounded to 20 bits: the last bit of
// a machine's logarithm must not change the nodes that bench counts.
ReductionTable::ReductionTable(const SearchParams& params) {
  constexpr int kBits = 20;
  std::array<i64, kSize> ln{};
  for (int i = 1; i < kSize; ++i) ln[i] = std::llround(std::log(static_cast<double>(i)) * (1 << kBits));
  const i64 one = 1LL << (2 * kBits);
  for (int depth = 1; depth < kSize; ++depth) {
    for (int move = 1; move < kSize; ++move) {
      const i64 scaled = params.lmrBase * one / 100 * params.lmrDivisor + ln[depth] * ln[move] * 100;
      plies_[depth][move] = static_cast<signed char>(std::min<i64>(scaled / (one * params.lmrDivisor), 100));
    }
  }
}

}  // namespace tabiya
