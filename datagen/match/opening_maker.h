// New opening lines by our own engine: moves that a short search holds for nearly the best, ends that a deep search
// calls level.
//
// Attempt k of a seed depends on both, the engine and its evaluation alone; every search begins with nothing learnt.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/engine.h"
#include "engine/movegen/game.h"

namespace tabiya {

struct OpeningMakerSettings {
  u64 seed = 1;
  int plies = 8;
  u64 moveNodes = 2000;  // of the search behind each move that might be played
  int window = 25;       // cp: moves so close to the best one are played, each as often
  int depth = 14;        // of the search that judges a line's end ...
  int maxScore = 40;     // ... in cp: beyond it, for either side, the line is dropped
};

class OpeningMaker {
 public:
  // `taken`: keys of the ends of lines that are there already.
  OpeningMaker(const OpeningMakerSettings& settings, NetChoice net, std::unordered_set<u64> taken);

  // The line of attempt `k`, as UCI moves; nothing when it is not level, takes a move back or ends where another did.
  std::optional<std::string> attempt(u64 k);

 private:
  std::vector<Move> goodMoves(const Game& game);

  OpeningMakerSettings settings_;
  Engine engine_;
  std::unordered_set<u64> taken_;
  std::unordered_map<u64, std::vector<Move>> known_;  // goodMoves by position
};

// The score of a search to `depth` from nothing, for the side to move; nothing when it sees a mate.
std::optional<int> judgeOpening(Engine& engine, const Game& game, int depth);

}  // namespace tabiya
