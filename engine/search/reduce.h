// How much less deeply a late move is searched.
#pragma once

#include <array>

#include "engine/search/params.h"

namespace tabiya {

class ReductionTable {
 public:
  explicit ReductionTable(const SearchParams& params);

  // Plies off move number `moveNumber` (0 = the first) at `depth`; both may be beyond the table.
  int operator()(int depth, int moveNumber) const {
    return plies_[depth < kSize ? depth : kSize - 1][moveNumber < kSize ? moveNumber : kSize - 1];
  }

 private:
  static constexpr int kSize = 64;
  std::array<std::array<signed char, kSize>, kSize> plies_{};
};

}  // namespace tabiya
