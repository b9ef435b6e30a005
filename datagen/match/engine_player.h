// Our own engine in this process: a net or the hand-crafted evaluation, with any switches.
#pragma once

#include "datagen/match/player.h"
#include "engine/engine.h"

namespace tabiya {

class EnginePlayer : public Player {
 public:
  static Result<std::unique_ptr<Player>> make(const PlayerSettings& settings);

  Result<void> newGame() override;
  std::optional<Answer> choose(const Game& game, const Limits& limits, i64 deadlineMs,
                               const std::atomic<bool>& stop) override;
  std::string name() const override { return word_; }
  std::string evaluation() const override { return engine_.net().hash; }

 private:
  EnginePlayer(std::string word, int hashMb) : word_(std::move(word)), engine_(static_cast<std::size_t>(hashMb)) {}

  std::string word_;
  Engine engine_;
};

}  // namespace tabiya
