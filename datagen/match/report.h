// A match in words and numbers: the live line, the final table, the verdict. Only text is made here.
#pragma once

#include <string>

#include "datagen/match/match.h"

namespace tabiya {

struct MatchPace {
  double seconds = 0;  // this session
  u64 pairs = 0;       // counted in them
};

// "games 240: +98 =60 -82, pairs 5 20 60 25 10, Elo 23.1 +- 30.2, nElo ..., LLR 0.52 (-2.94, 2.94), 80 games/min, 12
// min left".
std::string progressText(const MatchTally& tally, const MatchSettings& settings, const MatchPace& pace);

// Games, results by colour, pairs, Elo, nElo, LOS, LLR, ends and faults; several lines.
std::string resultText(const MatchTally& tally, const MatchSettings& settings);

// One line that says what follows from it all.
std::string verdictText(const MatchTally& tally, const MatchSettings& settings);

}  // namespace tabiya
