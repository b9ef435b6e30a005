// Where pairs begin: each on an opening of its own, drawn from the match's seed and the pair's number.
//
// Games at fixed nodes are deterministic, so a start played twice would be the same pair twice and the SPRT would count
// copies: a start that comes up again is drawn again, in pair order, so that pair n begins alike in every run.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/engine.h"
#include "engine/openings.h"

namespace tabiya {

struct OpeningSettings {
  std::string file;                   // EPD, FEN or PGN; empty: the built-in lines
  int filePlies = 0;                  // of a PGN game's moves; 0: all but the last position if the game is over
  bool chess960 = false;              // without a file: one of the 960 starts instead of the lines
  bool sequential = false;            // a file's positions in its order instead of a random one
  int randomPlies = kRandomPlies;     // after the opening; one more by a coin; 0 only with a file
  std::optional<int> maxScore = 200;  // cp after the random plies, by the hand-crafted evaluation at kBalanceNodes
};
inline constexpr u64 kBalanceNodes = 5000;

struct MatchStart {
  Position position;
  std::string opening;  // its name
};

// The positions of a book: EPD or FEN lines, or where the games of a file that ends in .pgn stand after `plies` moves.
Result<std::vector<Opening>> readMatchBook(const std::string& path, int plies);

class MatchOpenings {
 public:
  // For the pairs from `firstPair` on, below `endPair`. Refused: an unreadable or bad file, and one with fewer
  // different positions than pairs when no random plies make more of them.
  static Result<MatchOpenings> make(const OpeningSettings& settings, u64 seed, u64 endPair, u64 firstPair = 0);

  // The start of the next pair; an error when the openings have no start left that was not played.
  Result<MatchStart> next();
  // The number of the pair that next() answers for.
  u64 pair() const { return first_ + keys_.size(); }
  // Position keys of the starts drawn so far, in pair order; going on needs them.
  const std::vector<u64>& keys() const { return keys_; }
  void goOn(std::vector<u64> keys);

 private:
  MatchOpenings(const OpeningSettings& settings, u64 seed, u64 first)
      : settings_(settings), seed_(seed), first_(first) {}
  std::optional<int> balance(const Game& start);
  // A start for the pair from one opening; nothing when all that were drawn see mates.
  std::optional<MatchStart> draw(u64 pair, u64 seed, const BalanceRule& rule);

  OpeningSettings settings_;
  u64 seed_;
  u64 first_;
  std::vector<Opening> pool_;  // in the order of play when there are no random plies
  std::vector<u64> keys_;
  std::unordered_set<u64> seen_;
  std::unique_ptr<Engine> scorer_;
};

}  // namespace tabiya
