// When a self-play game ends before the rules end it: pure decisions from the scores alone.
//
// Plies are counted from the game's start position, the one after the random plies.
#pragma once

#include <array>
#include <optional>

#include "engine/movegen/game.h"
#include "records/format.h"

namespace tabiya {

struct AdjudicationRules {
  int drawScore = 10;    // cp: at most this far from level ...
  int drawPlies = 10;    // ... for this many plies in a row ...
  int drawFromPly = 80;  // ... once this many plies are played
  int winScore = 0;      // cp: at least this for the same side ...
  int winPlies = 4;      // ... for this many plies in a row; winScore 0 = never (early wins empty the endgame)
  int maxPlies = 400;    // a draw when this many are played

  bool operator==(const AdjudicationRules&) const = default;
};

// How a game ended; every game has one.
enum class EndReason : u8 {
  Checkmate,
  Stalemate,
  FiftyMoves,
  InsufficientMaterial,
  ThreefoldRepetition,
  MateSeen,
  DrawAdjudicated,
  WinAdjudicated,
  MaxPlies,
  kCount
};
inline constexpr std::size_t kEndReasons = static_cast<std::size_t>(EndReason::kCount);
// As it stands in manifests: "checkmate", "mate_seen", ...
const char* toString(EndReason reason);
EndReason endReasonOf(Outcome outcome);

struct Verdict {
  GameResult result;
  EndReason reason;
};

// Of one game: give each game its own.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}

  // Before the search: a game of `pliesPlayed` moves is long enough.
  std::optional<Verdict> beforeMove(int pliesPlayed) const;
  // After the search of the position with `pliesPlayed` moves behind it. `score` is White's, mates on the engine's
  // scale; nothing when the search completed no depth, which breaks every series.
  std::optional<Verdict> afterSearch(int pliesPlayed, std::optional<WhiteScore> score);

 private:
  AdjudicationRules rules_;
  int levelPlies_ = 0;
  int winningPlies_ = 0;  // White's when positive, Black's when negative
};

}  // namespace tabiya
