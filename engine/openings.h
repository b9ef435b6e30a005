// Where games begin: an opening (built in or from a book), a few random moves, and only balanced positions kept.
//
// Everything here depends on the given seeds alone, so that start n of a run is the same on any machine and for any
// number of threads. Used by data generation, matches and `genfens`; the scoring is the caller's.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/random.h"
#include "engine/base/result.h"
#include "engine/board/position.h"
#include "engine/movegen/game.h"

namespace tabiya {

// Our own opening lines, 4 to 10 plies of UCI moves from the start position each, within +-50 cp by a deep search.
std::span<const std::string_view> builtinOpenings();

// A position that random moves may be played from.
struct Opening {
  std::string name;  // the line of moves, or the FEN
  Game game;         // `game.position()` is where the opening ends
};

// The built-in lines, played.
std::vector<Opening> builtinOpeningPool();
// The positions of an EPD or FEN file, in file order; an unreadable file, a bad line, an empty file and a position that
// is over are refused with a sentence.
Result<std::vector<Opening>> readOpeningPool(const std::string& path);

// Opening plus 8 random legal plies, or 9 (a coin flip keeps the side to move even). Never a finished game: a walk that
// runs into mate, stalemate or a draw by rule is drawn again, in full, from the same generator; nothing when a hundred
// walks in a row did (100 plies of bare pieces always end by the fifty-move rule).
inline constexpr int kRandomPlies = 8;
std::optional<Game> drawStart(const Opening& opening, Random& random, int plies = kRandomPlies);

// Centipawns for either side (only the size counts); nothing when a mate is seen, which rejects the start.
using StartScore = std::function<std::optional<int>(const Game& start)>;

struct BalanceRule {
  std::optional<int> maxScore = 200;  // |score| beyond it is drawn again; nothing: any start without a mate will do
  int tries = 20;                     // then the most balanced of them
  int plies = kRandomPlies;
};

struct BalancedStart {
  Game game;
  int score = 0;  // as `score` gave it
  int tries = 0;  // starts drawn, this one included
};

// Draws starts from one opening until one is balanced. Try k uses deriveSeed(seed, k) alone. When `tries` of them are
// unbalanced, the most balanced (the first of equals) is taken; when all were mates, drawing goes on until one is not,
// at most 50 times as many: then nothing (the caller takes another opening).
std::optional<BalancedStart> drawBalancedStart(const Opening& opening, u64 seed, const BalanceRule& rule,
                                               const StartScore& score);

// The whole of it for start n: picks the opening by deriveSeed(seed, 0) and draws with what follows; another opening
// when one gives nothing.
BalancedStart drawBalancedStart(std::span<const Opening> pool, u64 seed, const BalanceRule& rule,
                                const StartScore& score);

// The OpenBench contract `genfens N seed S book B [extra]`.
struct GenfensRequest {
  u64 count = 0;
  u64 seed = 0;
  std::string book;  // a path; empty for the built-in openings
};
Result<GenfensRequest> parseGenfens(std::string_view command);
// Calls `emit` with each of exactly `count` six-field FENs of balanced starts, as they are found.
Result<void> generateFens(const GenfensRequest& request, const std::function<void(const std::string& fen)>& emit);

}  // namespace tabiya
