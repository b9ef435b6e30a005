// A UCI engine in a process of its own, as a player: handshake, options, `go`, and what to do when it misbehaves.
#pragma once

#include "datagen/match/line_process.h"
#include "datagen/match/player.h"

namespace tabiya {

class UciPlayer : public Player {
 public:
  // Starts the program, sets its options and checks that they took: an option it does not have, an `info string error`
  // and a net (EvalFile) that it does not say it loaded are refused.
  static Result<std::unique_ptr<Player>> make(const PlayerSettings& settings);

  Result<void> newGame() override;
  std::optional<Answer> choose(const Game& game, const Limits& limits, i64 deadlineMs,
                               const std::atomic<bool>& stop) override;
  std::string name() const override { return name_.empty() ? settings_.command : name_; }
  std::string evaluation() const override { return evaluation_; }

 private:
  explicit UciPlayer(PlayerSettings settings) : settings_(std::move(settings)) {}

  Result<void> start();
  Result<void> setOptions();
  Result<void> checkNet(const std::string& word);
  // Sends `line` and reads until a line begins with `until`, keeping every `info string`.
  Result<void> ask(const std::string& line, const std::string& until, std::vector<std::string>& told);
  bool lists(const std::string& option) const;
  // Throws away all up to the `readyok` that was asked for behind the last move. It parts what the engine still had to
  // say of that move from what it will say of the next, and has come while the opponent thought: it costs no time.
  std::optional<Fault> waitUntilReady(const std::atomic<bool>& stop);
  Fault crash();
  // After a deadline: makes it stop, so that its late answer is not taken for the next one; else it is killed.
  void silence();

  PlayerSettings settings_;
  std::unique_ptr<LineProcess> process_;
  std::string name_;
  std::string evaluation_;
  std::vector<std::string> listed_;  // the options it says it has
  bool chess960_ = false;
  bool askedReady_ = false;
};

// "go nodes 10000", "go wtime 2000 btime 1900 winc 20 binc 20".
std::string goCommand(const Limits& limits);
// Takes depth, score and nodes from an `info` line of the first line of play; bounds count as no score.
void readInfo(const std::string& line, MoveAnswer& answer);

}  // namespace tabiya
