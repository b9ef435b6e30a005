// One self-play game: a start, a search a move, an end, and the positions worth keeping.
//
// A game is a function of its settings and its number alone; it knows nothing of files, threads or other games.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datagen/adjudicate.h"
#include "engine/engine.h"
#include "engine/openings.h"
#include "records/format.h"

namespace tabiya {

// Why a searched position was not kept, the first reason that applies in this order.
enum class Rejection : u8 { NoScore, MateScore, InCheck, Capture, Promotion, ScoreLimit, kCount };
inline constexpr std::size_t kRejections = static_cast<std::size_t>(Rejection::kCount);
// As it stands in manifests: "in_check", ...
const char* toString(Rejection reason);

// All that game n depends on besides the evaluation and the book's positions.
struct GameSettings {
  u64 seed = 1;
  u64 nodes = 6000;   // hard limit a move; 0 = none (then softNodes is set)
  u64 softNodes = 0;  // no new iteration once this many are searched; 0 = no such limit
  int hashMb = 2;
  int randomPlies = kRandomPlies;          // or one more, by a coin
  int startTries = 20;                     // then the most balanced of them
  std::optional<int> maxStartScore = 200;  // cp; nothing leaves starts as they are drawn
  double chess960 = 0;                     // share of games from a Chess960 start
  double doubleChess960 = 0;               // share of games from a double Chess960 start
  int keepScore = 3000;                    // cp: positions beyond it are not kept
  AdjudicationRules rules;
  bool gameLog = false;
};

struct PlayedGame {
  u64 number = 0;
  Position start;
  GameResult result = GameResult::Draw;
  EndReason end = EndReason::MaxPlies;
  std::vector<Record> records;  // the kept positions, in game order
  std::array<u32, kRejections> rejected{};
  std::vector<u8> log;  // viriformat; empty unless asked for
  u32 plies = 0;        // searches of the game itself
  u64 nodes = 0;        // searched in them
  u64 depths = 0;       // the sum of their completed depths
};

// Plays from `start`; a verdict by the rules is taken before any search. `newGame` is called first. Nothing when `stop`
// was set on the way.
std::optional<PlayedGame> playFrom(Engine& engine, const Position& start, const GameSettings& settings,
                                   const std::atomic<bool>& stop);

// One worker's player: an engine of its own, used for one game after another.
class GamePlayer {
 public:
  // `openings` (not empty) may be shared by all workers.
  GamePlayer(const GameSettings& settings, NetChoice net, std::shared_ptr<const std::vector<Opening>> openings);

  // Game `number` of the run; nothing when `stop` was set on the way.
  std::optional<PlayedGame> play(u64 number, const std::atomic<bool>& stop);
  // Its start alone: the position after the random plies.
  std::optional<Position> start(u64 number, const std::atomic<bool>& stop);

 private:
  GameSettings settings_;
  std::shared_ptr<const std::vector<Opening>> openings_;
  Engine engine_;
};

}  // namespace tabiya
