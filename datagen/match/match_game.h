// One game between two players: clocks, faults, the rules and the referee.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "datagen/match/player.h"
#include "datagen/match/referee.h"

namespace tabiya {

struct MatchRules {
  RefereeRules referee;
  i64 marginMs = 100;   // a move this much later than its time allows is still in time
  i64 hangMs = 60'000;  // without a time limit: a player silent for so long has hung
};

// What a player said of its move.
struct MoveNote {
  std::optional<int> score;  // the mover's
  int depth = 0;
  u64 nodes = 0;
  i64 timeUs = 0;
};

struct MatchGame {
  Position start;
  std::vector<Move> moves;
  std::vector<MoveNote> notes;  // one a move
  GameResult result = GameResult::Draw;
  MatchEnd end = MatchEnd::MaxPlies;
  std::string detail;  // of a fault
  i64 movesUs = 0;     // from the first order to move until the end
  i64 faultUs = 0;     // ... of them waiting for what the fault came of
};

// A player with what it may use; White first in `seats`.
struct Seat {
  Player* player = nullptr;
  PlayLimits limits;
};

// Nothing when `stop` was set on the way; an error when a player cannot be brought (back) to life.
Result<std::optional<MatchGame>> playMatchGame(const Position& start, const std::array<Seat, 2>& seats,
                                               const MatchRules& rules, const std::atomic<bool>& stop);

}  // namespace tabiya
