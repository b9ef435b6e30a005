// What is remembered of a played pair, and the counts over all of them. All from A's side; pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "datagen/match/match_game.h"
#include "datagen/match/sprt.h"

namespace tabiya {

// A pair: in the first game A has White, in the second B.
struct MatchPair {
  u64 number = 0;
  std::string opening;  // its name
  std::array<MatchGame, 2> games;
  i64 wallUs = 0;  // of the worker, from taking the pair to handing it over ...
  i64 drawUs = 0;  // ... of them drawing its start
};

struct GameFacts {
  GameResult result = GameResult::Draw;
  MatchEnd end = MatchEnd::MaxPlies;
  u64 plies = 0;
  std::array<i64, 2> thinkMs{};  // of A, of B

  bool operator==(const GameFacts&) const = default;
};

struct PairFacts {
  u64 number = 0;
  u64 start = 0;  // the start position's key
  std::string opening;
  std::array<GameFacts, 2> games;
  u64 pgnBytes = 0;  // of its two games in games.pgn; 0 without one

  // 0, 1/2 or 1 for A in game `g`, in halves: 0, 1 or 2.
  std::size_t halfPoints(std::size_t g) const;
  bool operator==(const PairFacts&) const = default;
};
PairFacts factsOf(const MatchPair& pair);

struct MatchTally {
  std::array<u64, 5> pairs{};                           // LL, LD, WL+DD, WD, WW
  std::array<std::array<u64, 3>, 2> byColor{};          // A's losses, draws, wins with White, with Black
  std::array<u64, kMatchEnds> ends{};                   // games by how they ended
  std::array<std::array<u64, kMatchEnds>, 2> faults{};  // of A, of B: games lost by an own fault
  u64 plies = 0;

  void add(const PairFacts& pair);
  u64 pairCount() const { return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4]; }
  ScoreCounts pairCounts() const { return ScoreCounts::pairs(pairs); }
  ScoreCounts gameCounts() const;
  // Pairs, or single games when the test is told to count them.
  ScoreCounts counts(bool singleGames) const { return singleGames ? gameCounts() : pairCounts(); }
  bool operator==(const MatchTally&) const = default;
};

// Where the workers' time went, of the counted pairs.
struct MatchTime {
  i64 wallUs = 0;    // of all workers together
  i64 drawUs = 0;    // ... drawing starts
  i64 movesUs = 0;   // ... in games, from the first order to move until the end
  i64 searchUs = 0;  // ... in searches, or waiting for a program's move
  u64 moves = 0;
  std::array<i64, 2> playerUs{};  // searching, of A, of B
  std::array<u64, 2> playerMoves{};

  void add(const MatchPair& pair);
  // Of a worker's time, 0 to 1; nothing before the first pair.
  std::optional<double> outsideShare() const;
  // Microseconds a move that a game takes beyond its searches; nothing before the first move.
  std::optional<double> overheadUs() const;
};

}  // namespace tabiya
