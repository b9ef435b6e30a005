// A match in words and numbers: the live line, the final table, the verdict. Only text is made here.
#pragma once

#include <string>
#include <vector>

#include "datagen/match/match.h"

namespace tabiya {

struct MatchPace {
  double seconds = 0;  // this session
  u64 pairs = 0;       // counted in them
};

// One line: "games 240: +98 =60 -82, pairs 5 20 60 25 10, Elo 23.1 +- 30.2, nElo ..., LOS 93.4 %, LLR 0.52 (-2.94,
// 2.94), 80 games/min, 900 games or 12 min left". And the same as a small table.
std::string progressText(const MatchTally& tally, const MatchSettings& settings, const MatchPace& pace);

std::vector<std::string> progressTable(const MatchTally& tally, const MatchSettings& settings, const MatchPace& pace);

// Where the time went: the share outside the searches, the overhead of a move, the players' time a move.
std::string timeText(const MatchTime& time);

// Games, results by colour, pairs, Elo, nElo, LOS, LLR, ends and faults; several lines.
std::string resultText(const MatchTally& tally, const MatchSettings& settings);

// One line that says what follows from it all.
std::string verdictText(const MatchTally& tally, const MatchSettings& settings);

}  // namespace tabiya
