// Who plays: a player as the command line names it, its limits, and the interface the match asks for moves.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/movegen/game.h"
#include "engine/search/limits.h"

namespace tabiya {

// "5+0.05" (seconds for the game and an increment a move) or "40/60+0.5" (for every 40 moves).
struct TimeControl {
  int moves = 0;  // 0: the whole game
  i64 baseMs = 0;
  i64 incrementMs = 0;

  bool operator==(const TimeControl&) const = default;
};
Result<TimeControl> parseTimeControl(const std::string& text);
std::string toString(const TimeControl& control);

// What a player may use for a move; at least one is set.
struct PlayLimits {
  std::optional<u64> nodes;
  std::optional<int> depth;
  std::optional<i64> movetimeMs;
  std::optional<TimeControl> clock;

  bool any() const { return nodes || depth || timed(); }
  // Games under these limits depend on the machine's speed.
  bool timed() const { return movetimeMs || clock; }
};

inline constexpr int kLongestDepth = 127;
inline constexpr int kLargestHash = 131'072;  // MiB

using NamedValues = std::vector<std::pair<std::string, std::string>>;

struct PlayerSettings {
  enum class Kind : u8 { Engine, Process };
  enum class Protocol : u8 { Uci, Xboard };
  Kind kind = Kind::Engine;
  Protocol protocol = Protocol::Uci;
  std::string word;     // as typed: "net:gen3.nnue,nullmove=off", "hce", "cmd:/usr/games/stockfish"
  std::string label;    // what it shall be called; empty: what it calls itself
  std::string net;      // Engine: what chooseNet reads
  std::string command;  // Process: the program, looked up in PATH when it has no slash
  std::vector<std::string> arguments;
  NamedValues options;  // switches of an Engine, UCI options of a Process
  PlayLimits limits;
  std::optional<double> rating;  // known from elsewhere, for gauntlets
  int hashMb = 8;
  bool chess960 = false;
  i64 startupMs = 30'000;  // a process must answer `uci` and `isready` within this
};

// `net:FILE`, `net:builtin`, `hce` (each with `,switch=value` behind it), or `cmd:PATH` (with `,option.NAME=VALUE`).
// Any of them may go on with `,name=`, `,rating=`, `,nodes=`, `,depth=`, `,movetime=`, `,tc=` and `,hash=`, a program
// with `,protocol=uci|xboard` and `,args=` as well. Of the limits only those said here are set.
Result<PlayerSettings> parsePlayer(const std::string& word);
// "uci" or "xboard".
Result<PlayerSettings::Protocol> parseProtocol(const std::string& word);
// "Name=value with = and blanks", "Name=" or "Name" (a button).
std::pair<std::string, std::string> parseOption(const std::string& text);

struct MoveAnswer {
  Move move;
  std::optional<int> score;  // side to move, mates on the engine's scale; nothing when none was reported
  int depth = 0;
  u64 nodes = 0;
  i64 timeUs = 0;  // from the order to move until the answer
};

// What loses a game on the spot; a resignation is no misbehaviour, but does so too.
enum class FaultKind : u8 { IllegalMove, TimeLoss, Hang, Crash, Resignation };
struct Fault {
  FaultKind kind;
  std::string detail;
};

using Answer = std::variant<MoveAnswer, Fault>;

class Player {
 public:
  virtual ~Player() = default;
  // Forgets all it learnt, and comes back to life if it had crashed; an error ends the match.
  virtual Result<void> newGame() = 0;
  // A move for a game that is not over, within `deadlineMs`. Nothing when `stop` was set on the way.
  virtual std::optional<Answer> choose(const Game& game, const Limits& limits, i64 deadlineMs,
                                       const std::atomic<bool>& stop) = 0;
  // What it calls itself: "Stockfish 15.1", "net:gen3.nnue".
  virtual std::string name() const = 0;
  // Which evaluation it uses, for the record: a net's hash, "none", or nothing when it does not say.
  virtual std::string evaluation() const = 0;
};

// Ready to play: the net read, the process started and its options set; else one sentence.
Result<std::unique_ptr<Player>> makePlayer(const PlayerSettings& settings);

}  // namespace tabiya
