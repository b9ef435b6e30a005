// Draws the starts of a match.
#include "datagen/match/match_openings.h"

#include <algorithm>
#include <cstdlib>

#include "engine/search/score.h"

namespace tabiya {
namespace {

constexpr u64 kAttempts = 200;

}  // namespace

Result<MatchOpenings> MatchOpenings::make(const OpeningSettings& settings, u64 seed, u64 pairs) {
  MatchOpenings openings(settings, seed);
  if (!settings.file.empty()) {
    auto read = readOpeningPool(settings.file);
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
  if (openings.pool_.size() < pairs)
    return Error{(settings.file.empty() ? "the built-in openings" : "'" + settings.file + "'") + " hold " +
                 std::to_string(openings.pool_.size()) + " different positions, but " + std::to_string(pairs) +
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

Result<Position> MatchOpenings::next() {
  const u64 n = pair();
  if (settings_.randomPlies == 0) {
    const Position& start = pool_[n].game.position();
    keys_.push_back(start.key());
    return start;
  }
  BalanceRule rule;
  rule.maxScore = settings_.maxScore;
  rule.plies = settings_.randomPlies;
  const auto score = [this](const Game& start) { return balance(start); };
  for (u64 attempt = 0; attempt < kAttempts; ++attempt) {
    const u64 seed = deriveSeed(deriveSeed(seed_, n), attempt);
    Position start;
    const std::size_t line = static_cast<std::size_t>(n % pool_.size());
    if (settings_.sequential && !settings_.file.empty()) {
      const auto drawn = drawBalancedStart(pool_[line], seed, rule, score);
      start = (drawn ? *drawn : drawBalancedStart(pool_, seed, rule, score)).game.position();
    } else {
      start = drawBalancedStart(pool_, seed, rule, score).game.position();
    }
    if (!seen_.insert(start.key()).second) continue;
    keys_.push_back(start.key());
    return start;
  }
  return Error{"no start for pair " + std::to_string(n) + " that was not played before in " +
               std::to_string(kAttempts) + " draws: the match needs more openings or more random plies"};
}

}  // namespace tabiya
