#include "engine/search/time.h"

#include <algorithm>

namespace tabiya {
namespace {

// Clocks beyond ten days are all the same, and products of them stay far from overflow.
constexpr i64 kLongestMs = 1'000'000'000;

}  // namespace

TimeBudget timeBudget(const Limits& limits, Color side, const TimeParams& params) {
  const auto afterOverhead = [&](i64 ms) { return std::clamp<i64>(ms - params.moveOverheadMs, 0, kLongestMs); };
  if (limits.movetimeMs) {
    const i64 usable = afterOverhead(std::min(*limits.movetimeMs, kLongestMs));
    return {usable, usable, false};
  }
  const std::optional<i64>& clock = limits.timeMs[index(side)];
  if (!clock) return {};
  const i64 remaining = afterOverhead(std::min(*clock, kLongestMs));
  const i64 increment = std::clamp<i64>(limits.incrementMs[index(side)], 0, kLongestMs);
  const int movesLeft = std::clamp(limits.movesToGo.value_or(params.movesToGo), 1, params.movesToGo);
  const i64 ceiling = remaining / 2;
  const i64 soft = remaining / movesLeft + increment * params.incrementPercent / 100;
  return {std::min(soft, ceiling), std::min(soft * params.hardFactor, ceiling), true};
}

std::optional<i64> adaptedSoftMs(const TimeBudget& budget, int stableDepths, int fall, const TimeParams& params) {
  if (!budget.softMs || !budget.adaptive) return budget.softMs;
  i64 percent = 100;
  if (params.stability) {
    percent = percent * kStabilityPercent[std::min<std::size_t>(stableDepths, kStabilityPercent.size() - 1)] / 100;
  }
  if (params.fallingScore && fall > 0) percent = percent * (100 + std::min(fall, params.fallingScoreMaxCp)) / 100;
  const i64 adapted = *budget.softMs * percent / 100;
  return budget.hardMs ? std::min(adapted, *budget.hardMs) : adapted;
}

}  // namespace tabiya
