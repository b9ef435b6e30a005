// An XBoard (CECP, protocol version 2) engine in a process of its own, as a player.
//
// XBoard engines hold the game themselves: each game is set up once, then only the opponent's moves are sent.
#pragma once

#include "datagen/match/line_process.h"
#include "datagen/match/player.h"

namespace tabiya {

// What the engine says it can do; the values before it says anything are the protocol's.
struct XboardFeatures {
  bool ping = false;
  bool setboard = false;
  bool usermove = false;
  bool san = false;
  bool reuse = true;
  bool memory = false;
  bool done = false;
  bool anything = false;  // a feature line came
  std::string name;
  std::string variants = "normal";
  std::vector<std::string> options;  // their names
};
// Takes a line that begins with `feature`; returns the names in it, which are to be accepted.
std::vector<std::string> readFeatures(const std::string& line, XboardFeatures& features);

// "level 40 1:30 0.5", "st 0.1", "sd 8": the limits of a game, a line each.
std::vector<std::string> limitCommands(const PlayLimits& limits);

// A line of thinking output ("9 156 1084 48000 Nf3 Nc6"): depth, score and nodes. False for any other line.
bool readThinking(const std::string& line, MoveAnswer& answer);

class XboardPlayer : public Player {
 public:
  // Starts the program and sets its options. Refused: one that speaks no protocol version 2, cannot be set to a
  // position, lacks an option, or is to be limited by nodes, which XBoard cannot say.
  static Result<std::unique_ptr<Player>> make(const PlayerSettings& settings);

  Result<void> newGame() override;
  std::optional<Answer> choose(const Game& game, const Limits& limits, i64 deadlineMs,
                               const std::atomic<bool>& stop) override;
  std::string name() const override { return features_.name.empty() ? settings_.command : features_.name; }
  std::string evaluation() const override { return ""; }

 private:
  explicit XboardPlayer(PlayerSettings settings) : settings_(std::move(settings)) {}

  Result<void> start();
  Result<void> readHandshake();
  Result<void> setOptions();
  // Asks for a sign that the engine has dealt with all that was sent.
  void ping();
  // Waits for that sign; lines that come before are thrown away, but for those that begin with "Error" or "Illegal",
  // the first of which is `complaint`. `settleMs`: how long an engine that knows no ping gets.
  std::optional<Fault> awaitPong(const std::atomic<bool>& stop, i64 settleMs, std::string* complaint = nullptr);
  std::optional<Fault> setUp(const Position& start, const std::atomic<bool>& stop);
  void sendMove(const Position& before, Move move);
  // What `line` means as an answer in `game`; nothing when it is none.
  std::optional<Answer> answerIn(const std::string& line, const Game& game, MoveAnswer& answer);
  Fault crash();
  Fault failed(FaultKind kind, std::string detail);

  PlayerSettings settings_;
  std::unique_ptr<LineProcess> process_;
  XboardFeatures features_;
  bool begun_ = false;         // the present game is set up
  bool thinksItself_ = false;  // the engine is out of force mode: it answers each move
  std::size_t known_ = 0;      // moves of the game that the engine knows
  int pings_ = 0;
  bool pinged_ = false;  // a ping is not answered yet
};

}  // namespace tabiya
