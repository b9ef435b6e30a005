// The games of a pair as PGN text.
#pragma once

#include <array>
#include <string>

#include "datagen/match/match_facts.h"

namespace tabiya {

struct PgnStyle {
  std::string event;
  bool timed = false;  // comments hold the time, and the games their date: fixed-node games repeat byte for byte
  bool chess960 = false;
  std::string date = "????.??.??";  // of timed games
};

// Both games of a pair. `names`: of A and B. Comments are `score/depth nodes`, with the time before the nodes when the
// games are timed.
std::string pairAsPgn(const MatchPair& pair, const std::array<std::string, 2>& names, const PgnStyle& style);

}  // namespace tabiya
