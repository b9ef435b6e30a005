#include "engine/openings.h"

#include <atomic>
#include <cassert>
#include <charconv>
#include <cstdlib>

#include "engine/board/fen.h"
#include "engine/engine.h"
#include "engine/movegen/epd.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

// Nodes of the search that judges a start for genfens: deep enough to see what hangs.
constexpr u64 kGenfensNodes = 6'000;

std::vector<std::string_view> splitWords(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

std::vector<Opening> builtinOpeningPool() {
  std::vector<Opening> pool;
  for (const std::string_view line : builtinOpenings()) {
    Opening opening{std::string(line), Game()};
    for (const std::string_view word : splitWords(line)) {
      const Result<Move> move = readUci(opening.game.position(), word);
      assert(move.ok());
      opening.game.play(*move);
    }
    pool.push_back(std::move(opening));
  }
  return pool;
}

Result<std::vector<Opening>> readOpeningPool(const std::string& path) {
  const Result<std::vector<EpdLine>> lines = readEpdFile(path);
  if (!lines) return Error{lines.error()};
  std::vector<Opening> pool;
  for (const EpdLine& line : *lines) {
    Game game(line.position);
    if (const std::optional<Outcome> outcome = game.outcome()) {
      return Error{path + ":" + std::to_string(line.lineNumber) + ": the game is over (" + toString(*outcome) +
                   ") in '" + line.fen + "'; an opening must go on"};
    }
    pool.push_back({line.fen, std::move(game)});
  }
  if (pool.empty()) return Error{path + " holds no positions; expected one a line, EPD or FEN"};
  return pool;
}

std::optional<Game> drawStart(const Opening& opening, Random& random, int plies) {
  constexpr int kWalks = 100;
  for (int walk = 0; walk < kWalks; ++walk) {
    Game game = opening.game;
    int left = plies + (random.coin() ? 1 : 0);
    while (left > 0 && !game.outcome()) {
      const MoveList moves = legalMoves(game.position());
      game.play(moves[static_cast<int>(random.below(static_cast<u64>(moves.size())))]);
      --left;
    }
    if (!game.outcome()) return game;
  }
  return std::nullopt;
}

std::optional<BalancedStart> drawBalancedStart(const Opening& opening, u64 seed, const BalanceRule& rule,
                                               const StartScore& score) {
  constexpr int kPatience = 50;
  std::optional<BalancedStart> best;
  for (int attempt = 0; attempt < rule.tries * kPatience; ++attempt) {
    if (attempt >= rule.tries && best) break;
    Random random(deriveSeed(seed, static_cast<u64>(attempt)));
    std::optional<Game> game = drawStart(opening, random, rule.plies);
    if (!game) break;  // so many plies end every game from here
    const std::optional<int> value = score(*game);
    if (!value) continue;
    if (!best || std::abs(*value) < std::abs(best->score)) best = BalancedStart{std::move(*game), *value, 0};
    best->tries = attempt + 1;
    if (!rule.maxScore || std::abs(best->score) <= *rule.maxScore) break;
  }
  return best;
}

BalancedStart drawBalancedStart(std::span<const Opening> pool, u64 seed, const BalanceRule& rule,
                                const StartScore& score) {
  assert(!pool.empty());
  for (u64 round = 0;; ++round) {
    Random random(deriveSeed(seed, round));
    const Opening& opening = pool[random.below(pool.size())];
    if (std::optional<BalancedStart> start = drawBalancedStart(opening, random.next(), rule, score)) {
      return std::move(*start);
    }
  }
}

Result<GenfensRequest> parseGenfens(std::string_view command) {
  const std::vector<std::string_view> words = splitWords(command);
  const auto expected = [&] {
    return Error{"'" + std::string(command) + "' is no genfens request; expected: genfens N seed S book None|FILE"};
  };
  GenfensRequest request;
  const auto readNumber = [](std::string_view word, u64& number) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size();
  };
  // What follows the book is for other engines.
  if (words.size() < 6 || words[0] != "genfens" || words[2] != "seed" || words[4] != "book" ||
      !readNumber(words[1], request.count) || !readNumber(words[3], request.seed))
    return expected();
  if (words[5] != "None" && words[5] != "none") request.book = words[5];
  return request;
}

Result<void> generateFens(const GenfensRequest& request, const std::function<void(const std::string& fen)>& emit) {
  std::vector<Opening> pool = builtinOpeningPool();
  if (!request.book.empty()) {
    Result<std::vector<Opening>> book = readOpeningPool(request.book);
    if (!book) return Error{book.error()};
    pool = std::move(*book);
  }
  Engine engine(2);
  const std::atomic<bool> never = false;
  const StartScore score = [&](const Game& start) -> std::optional<int> {
    engine.newGame();
    Limits limits;
    limits.nodes = kGenfensNodes;
    const SearchResult result = engine.search(start.position(), start.history(), limits, never);
    if (result.depth == 0 || isMateScore(result.score)) return std::nullopt;
    return result.score;
  };
  for (u64 n = 0; n < request.count; ++n) {
    emit(writeFen(drawBalancedStart(pool, deriveSeed(request.seed, n), {}, score).game.position()));
  }
  return {};
}

}  // namespace tabiya
