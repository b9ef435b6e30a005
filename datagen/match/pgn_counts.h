// Results counted from the games of a PGN file, ours or anyone's: who met whom, and which games make a pair.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "datagen/match/elo.h"
#include "engine/base/result.h"
#include "engine/movegen/pgn.h"

namespace tabiya {

struct PgnCounts {
  std::string player;                           // whose side this is; "A" below
  std::vector<std::string> opponents;           // in the order in which they appear
  std::array<u64, 5> pairs{};                   // LL, LD, WL+DD, WD, WW
  std::array<std::array<u64, 3>, 2> byColor{};  // A's losses, draws, wins with White, with Black, of all its games
  u64 unpaired = 0;                             // games of A without a partner
  u64 unfinished = 0;                           // games of A with no result

  u64 pairCount() const { return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4]; }
  ScoreCounts gameCounts() const;
};

// Two games are a pair when A has White in one and Black in the other, against one opponent, from one start, in one
// round; a round "7.2" is game 2 of round 7, and games without a round pair in the order they stand in. `player` empty:
// White of the first game. Refused: no game of that player.
Result<PgnCounts> countPgn(const std::vector<PgnGame>& games, std::string player);

}  // namespace tabiya
