// Random walks over good moves.
#include "datagen/match/opening_maker.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/random.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

constexpr std::size_t kHashMb = 16;
const std::atomic<bool> kNever{false};

// Whether `move` takes back the mover's move of two plies before.
bool takesBack(const Game& game, Move move) {
  const auto& moves = game.moves();
  if (moves.size() < 2) return false;
  const Move own = moves[moves.size() - 2];
  return own.from() == move.to() && own.to() == move.from();
}

}  // namespace

OpeningMaker::OpeningMaker(const OpeningMakerSettings& settings, NetChoice net, std::unordered_set<u64> taken)
    : settings_(settings), engine_(kHashMb), taken_(std::move(taken)) {
  engine_.setNet(std::move(net));
}

std::vector<Move> OpeningMaker::goodMoves(const Game& game) {
  const auto [entry, fresh] = known_.try_emplace(game.position().key());
  if (!fresh) return entry->second;
  Limits limits;
  limits.nodes = settings_.moveNodes;
  std::vector<std::pair<int, Move>> scored;
  for (const Move move : legalMoves(game.position())) {
    Game next = game;
    next.play(move);
    if (next.outcome()) continue;
    engine_.newGame();
    const SearchResult found = engine_.search(next.position(), next.history(), limits, kNever);
    if (!isMateScore(found.score)) scored.emplace_back(-found.score, move);
  }
  int best = -kInfinity;
  for (const auto& [score, move] : scored) best = std::max(best, score);
  for (const auto& [score, move] : scored)
    if (score >= best - settings_.window) entry->second.push_back(move);
  return entry->second;
}

std::optional<std::string> OpeningMaker::attempt(u64 k) {
  Random random(deriveSeed(settings_.seed, k));
  Game game;
  std::string line;
  while (static_cast<int>(game.moves().size()) < settings_.plies) {
    const std::vector<Move> good = goodMoves(game);
    if (good.empty()) return std::nullopt;
    const Move move = good[static_cast<std::size_t>(random.below(good.size()))];
    if (takesBack(game, move)) return std::nullopt;
    line += (line.empty() ? "" : " ") + toUci(game.position(), move);
    game.play(move);
  }
  if (taken_.contains(game.position().key())) return std::nullopt;
  const auto score = judgeOpening(engine_, game, settings_.depth);
  if (!score || std::abs(*score) > settings_.maxScore) return std::nullopt;
  taken_.insert(game.position().key());
  return line;
}

std::optional<int> judgeOpening(Engine& engine, const Game& game, int depth) {
  Limits limits;
  limits.depth = depth;
  engine.newGame();
  const SearchResult found = engine.search(game.position(), game.history(), limits, kNever);
  if (isMateScore(found.score)) return std::nullopt;
  return found.score;
}

}  // namespace tabiya
