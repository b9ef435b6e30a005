// Records of positions from random legal games: something to measure and check on when there is no data.
#pragma once

#include <vector>

#include "records/format.h"

namespace tabiya {

// `count` records, the same for the same seed; scores are the material count in centipawns plus noise, results follow
// from them at random.
std::vector<Record> randomRecords(std::size_t count, u64 seed);

}  // namespace tabiya
