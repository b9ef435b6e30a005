// A match as one HTML page that needs nothing else: figures, tables and drawings (inline SVG).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "datagen/match/match.h"

namespace tabiya {

struct PageData {
  std::array<std::string, 2> names;
  const MatchSettings& settings;
  const MatchTally& tally;
  const MatchTime& time;
  const std::vector<PairFacts>& pairs;
};

std::string reportPage(const PageData& data);

}  // namespace tabiya
