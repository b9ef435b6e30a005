// When a match game ends before the rules end it: pure decisions from both players' scores.
//
// Unlike self-play's adjudication it trusts no single player, and counts moves from the start position's FEN.
#pragma once

#include <optional>
#include <string_view>

#include "engine/movegen/game.h"

namespace tabiya {

// How a game ended; the last four are losses by a player's own fault.
enum class MatchEnd : u8 {
  Checkmate,
  Stalemate,
  FiftyMoves,
  InsufficientMaterial,
  Repetition,
  MateAgreed,
  DrawAgreed,
  WinAgreed,
  MaxPlies,
  Resignation,
  IllegalMove,
  TimeLoss,
  Hang,
  Crash,
  kCount
};
inline constexpr std::size_t kMatchEnds = static_cast<std::size_t>(MatchEnd::kCount);
// "checkmate", "mate_agreed", ...: as it stands in state.json and the PGN.
const char* toString(MatchEnd end);
constexpr bool isFault(MatchEnd end) {
  return end >= MatchEnd::IllegalMove;
}
// The end with that name; nothing when there is none.
std::optional<MatchEnd> matchEndNamed(std::string_view name);
MatchEnd matchEndOf(Outcome outcome);

struct RefereeRules {
  bool mates = true;         // won when two scores in a row, one of each player, say the same side mates
  int drawScore = 10;        // cp: drawn when both stay this close to level; negative: never
  int drawPlies = 10;        // ... for this many plies in a row, no pawn moved and nothing captured ...
  int drawFromMove = 40;     // ... from this full move of the FEN's count on
  int winScore = 0;          // cp: won when both agree on at least this for one side; 0: never
  int winPlies = 8;          // ... for this many plies in a row
  bool winOneSided = false;  // ... and lost as well when the losing side alone says so, that many moves of its own
  int maxPlies = 400;        // drawn when this many are played from the start position

  bool operator==(const RefereeRules&) const = default;
};

struct MatchVerdict {
  GameResult result;
  MatchEnd end;
};

class Referee {
 public:
  explicit Referee(const RefereeRules& rules) : rules_(rules) {}

  // After `move` was chosen in `before` as ply number `plies` (1 the first), with the mover's `score` (its own side,
  // mates on the engine's scale). A missing score breaks every series, and a mate score is never level.
  std::optional<MatchVerdict> afterMove(const Position& before, Move move, std::optional<int> score, int plies);

 private:
  RefereeRules rules_;
  int levelPlies_ = 0;
  int losingMoves_[2] = {0, 0};  // in a row, of each colour
  int winningPlies_ = 0;         // in a row for White when positive, for Black when negative
  int matingPlies_ = 0;          // likewise
};

}  // namespace tabiya
