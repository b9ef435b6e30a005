// How long to think: from the clock to a soft and a hard limit, and how the soft one moves with the search. Pure.
#pragma once

#include <array>
#include <optional>

#include "engine/board/types.h"
#include "engine/search/limits.h"

namespace tabiya {

struct TimeParams {
  int movesToGo = 30;         // planned for when the time control does not say
  int incrementPercent = 75;  // of the increment, added to each move's share
  int hardFactor = 3;         // the hard limit is this many soft ones
  int moveOverheadMs = 30;    // held back for the way to the GUI and back
  bool stability = true;      // the longer the best move has stood, the less time
  bool fallingScore = true;   // 1 % more for each centipawn the score fell
  int fallingScoreMaxCp = 100;
};

// The soft limit's percentage when the best move has stood for 0, 1, 2, 3 and 4 or more depths in a row.
inline constexpr std::array<int, 5> kStabilityPercent{180, 140, 110, 90, 75};

struct TimeBudget {
  std::optional<i64> softMs;  // no new depth after it
  std::optional<i64> hardMs;  // stop at once
  bool adaptive = false;      // whether the soft limit may move
};

TimeBudget timeBudget(const Limits& limits, Color side, const TimeParams& params);

// The soft limit after a depth; never beyond the hard one. `stableDepths`: how many depths in a row the best move has
// stayed the same; `fall`: centipawns the score lost since the depth before.
std::optional<i64> adaptedSoftMs(const TimeBudget& budget, int stableDepths, int fall, const TimeParams& params);

}  // namespace tabiya
