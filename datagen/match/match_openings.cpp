// Draws the starts of a match.
#include "datagen/match/match_openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "engine/movegen/pgn_reader.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

constexpr u64 kAttempts = 200;

bool isPgnName(const std::string& path) {
  return path.ends_with(".pgn") || path.ends_with(".PGN");
}

std::string nameOf(const PgnGame& game) {
  std::string name;
  for (const char* tag : {"ECO", "Opening", "Variation", "White", "Black", "Round"})
    if (const std::string value = pgnTag(game, tag); !value.empty()) name += (name.empty() ? "" : " ") + value;
  return name;
}

}  // namespace

Result<std::vector<Opening>> readMatchBook(const std::string& path, int plies) {
  if (!isPgnName(path)) return readOpeningPool(path);
  auto games = readPgnFile(path);
  if (!games) return Error{games.error()};
  std::vector<Opening> pool;
  for (const PgnGame& game : *games) {
    Opening opening{nameOf(game), Game(game.start)};
    const std::size_t length = plies > 0 ? static_cast<std::size_t>(plies) : game.moves.size();
    for (std::size_t i = 0; i < std::min(length, game.moves.size()); ++i) {
      Game next = opening.game;
      next.play(game.moves[i]);
      if (next.outcome()) break;
      opening.game = std::move(next);
    }
    if (opening.game.outcome())
      return Error{fmt::format("{}: the game '{}' is over where it begins", path, opening.name)};
    pool.push_back(std::move(opening));
  }
  if (pool.empty()) return Error{path + " holds no games; a PGN file of openings was expected"};
  return pool;
}

Result<MatchOpenings> MatchOpenings::make(const OpeningSettings& settings, u64 seed, u64 endPair, u64 firstPair) {
  MatchOpenings openings(settings, seed, firstPair);
  if (!settings.file.empty()) {
    auto read = readMatchBook(settings.file, settings.filePlies);
    if (!read) return Error{read.error()};
    openings.pool_ = std::move(*read);
  } else if (settings.chess960) {
    for (int n = 0; n < 960; ++n) openings.pool_.push_back({"Chess960 " + std::to_string(n), Game(*chess960Start(n))});
  } else {
    openings.pool_ = builtinOpeningPool();
  }
  if (settings.randomPlies > 0) {
    openings.scorer_ = std::make_unique<Engine>(1);
    return openings;
  }

  std::unordered_set<u64> different;
  std::erase_if(openings.pool_, [&](const Opening& o) { return !different.insert(o.game.position().key()).second; });
  if (openings.pool_.size() < endPair)
    return Error{(settings.file.empty() ? "the built-in openings" : "'" + settings.file + "'") + " hold " +
                 std::to_string(openings.pool_.size()) + " different positions, but " + std::to_string(endPair) +
                 " pairs need one each: allow random plies (--random-plies 8) or fewer pairs"};
  if (!settings.sequential) {
    Random random(deriveSeed(seed, ~0ULL));
    for (std::size_t i = openings.pool_.size(); i > 1; --i)
      std::swap(openings.pool_[i - 1], openings.pool_[random.below(i)]);
  }
  return openings;
}

void MatchOpenings::goOn(std::vector<u64> keys) {
  keys_ = std::move(keys);
  seen_ = {keys_.begin(), keys_.end()};
}

std::optional<int> MatchOpenings::balance(const Game& start) {
  Limits limits;
  limits.nodes = kBalanceNodes;
  const std::atomic<bool> never{false};
  scorer_->newGame();
  const SearchResult found = scorer_->search(start.position(), start.history(), limits, never);
  if (isMateScore(found.score)) return std::nullopt;
  return std::abs(found.score);
}

std::optional<MatchStart> MatchOpenings::draw(u64 pair, u64 seed, const BalanceRule& rule) {
  const auto score = [this](const Game& start) { return balance(start); };
  const auto from = [&](const Opening& opening, u64 openingSeed) -> std::optional<MatchStart> {
    const auto start = drawBalancedStart(opening, openingSeed, rule, score);
    if (!start) return std::nullopt;
    return MatchStart{start->game.position(), opening.name};
  };
  if (settings_.sequential && !settings_.file.empty())
    if (auto start = from(pool_[static_cast<std::size_t>(pair % pool_.size())], seed)) return start;
  Random random(deriveSeed(seed, 0));
  const Opening& opening = pool_[random.below(pool_.size())];
  return from(opening, random.next());
}

Result<MatchStart> MatchOpenings::next() {
  const u64 n = pair();
  if (settings_.randomPlies == 0) {
    const Opening& opening = pool_[n];
    keys_.push_back(opening.game.position().key());
    return MatchStart{opening.game.position(), opening.name};
  }
  BalanceRule rule;
  rule.maxScore = settings_.maxScore;
  rule.plies = settings_.randomPlies;
  for (u64 attempt = 0; attempt < kAttempts; ++attempt) {
    const u64 seed = deriveSeed(deriveSeed(seed_, n), attempt);
    auto start = draw(n, seed, rule);
    if (!start || !seen_.insert(start->position.key()).second) continue;
    keys_.push_back(start->position.key());
    return std::move(*start);
  }
  return Error{"no start for pair " + std::to_string(n) + " that was not played before in " +
               std::to_string(kAttempts) + " draws: the match needs more openings or more random plies"};
}

}  // namespace tabiya
