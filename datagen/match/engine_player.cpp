// The in-process player: the facade's search, with everything learnt forgotten before each game.
#include "datagen/match/engine_player.h"

#include <chrono>

#include "engine/eval/net_choice.h"

namespace tabiya {

Result<std::unique_ptr<Player>> EnginePlayer::make(const PlayerSettings& settings) {
  auto choice = chooseNet(settings.net);
  if (!choice) return Error{choice.error()};
  std::unique_ptr<EnginePlayer> player(new EnginePlayer(settings.word, settings.hashMb));
  player->engine_.setNet(std::move(*choice));
  for (const auto& [name, value] : settings.options)
    if (const auto set = player->engine_.setSwitch(name, value); !set) return Error{set.error()};
  return std::unique_ptr<Player>(std::move(player));
}

Result<void> EnginePlayer::newGame() {
  engine_.newGame();
  return {};
}

std::optional<Answer> EnginePlayer::choose(const Game& game, const Limits& limits, i64, const std::atomic<bool>& stop) {
  const auto began = std::chrono::steady_clock::now();
  const SearchResult found = engine_.search(game.position(), game.history(), limits, stop);
  if (stop) return std::nullopt;
  MoveAnswer answer;
  answer.move = found.best;
  if (found.depth > 0) answer.score = found.score;
  answer.depth = found.depth;
  answer.nodes = found.nodes;
  answer.timeUs =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began).count();
  return answer;
}

}  // namespace tabiya
