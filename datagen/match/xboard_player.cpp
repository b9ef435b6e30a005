// The XBoard protocol (Tim Mann and H. G. Muller, "Chess Engine Communication Protocol") from the GUI's side.
#include "datagen/match/xboard_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "datagen/match/player_text.h"
#include "engine/board/fen.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

constexpr i64 kFeatureMs = 5000;  // without any feature by then it is no engine of protocol 2
constexpr i64 kAskAgainMs = 500;
constexpr i64 kSettleMs = 200;  // an engine without ping gets so long for what it has still to say
constexpr int kXboardMate = 100'000;

LineProcess::Clock::time_point inMilliseconds(i64 ms) {
  return LineProcess::Clock::now() + std::chrono::milliseconds(ms);
}

i64 microsecondsSince(LineProcess::Clock::time_point began) {
  return std::chrono::duration_cast<std::chrono::microseconds>(LineProcess::Clock::now() - began).count();
}

// Seconds without useless zeros: "2", "0.1".
std::string seconds(i64 ms) {
  return fmt::format("{}", static_cast<double>(ms) / 1000);
}

}  // namespace

std::vector<std::string> readFeatures(const std::string& line, XboardFeatures& features) {
  std::vector<std::string> names;
  std::size_t at = line.find("feature") + 7;
  while ((at = line.find_first_not_of(" \t", at)) != std::string::npos) {
    const std::size_t equals = line.find('=', at);
    if (equals == std::string::npos) break;
    const std::string name = line.substr(at, equals - at);
    const bool quoted = equals + 1 < line.size() && line[equals + 1] == '"';
    const std::size_t begin = equals + (quoted ? 2 : 1);
    const std::size_t end = std::min(quoted ? line.find('"', begin) : line.find_first_of(" \t", begin), line.size());
    const std::string value = line.substr(begin, end - begin);
    at = std::min(end + 1, line.size());
    const bool yes = value == "1";
    features.anything = true;
    if (name == "ping") features.ping = yes;
    if (name == "setboard") features.setboard = yes;
    if (name == "usermove") features.usermove = yes;
    if (name == "san") features.san = yes;
    if (name == "reuse") features.reuse = yes;
    if (name == "memory") features.memory = yes;
    if (name == "done") features.done = yes;
    if (name == "myname") features.name = value;
    if (name == "variants") features.variants = value;
    // option="Hash -spin 16 1 1024": the name ends where the type begins.
    if (name == "option") features.options.push_back(value.substr(0, value.find(" -")));
    names.push_back(name);
  }
  return names;
}

std::vector<std::string> limitCommands(const PlayLimits& limits) {
  std::vector<std::string> commands;
  if (limits.clock) {
    // The base is told in minutes and whole seconds; the true clock follows with `time` before each move.
    const i64 whole = std::max<i64>(1, (limits.clock->baseMs + 999) / 1000);
    commands.push_back(fmt::format("level {} {}:{:02} {}", limits.clock->moves, whole / 60, whole % 60,
                                   seconds(limits.clock->incrementMs)));
  }
  if (limits.movetimeMs) commands.push_back("st " + seconds(*limits.movetimeMs));
  if (limits.depth) commands.push_back(fmt::format("sd {}", *limits.depth));
  return commands;
}

bool readThinking(const std::string& line, MoveAnswer& answer) {
  std::istringstream words(line);
  std::string ply;
  i64 score = 0, centiseconds = 0;
  u64 nodes = 0;
  if (!(words >> ply) || !readNumber(words, score) || !readNumber(words, centiseconds) || !readNumber(words, nodes))
    return false;
  // Behind the depth some write a mark for new best moves or failed windows: "9." or "9&".
  int depth = 0;
  const auto [end, error] = std::from_chars(ply.data(), ply.data() + ply.size(), depth);
  if (error != std::errc() || ply.data() + ply.size() - end > 1) return false;
  answer.depth = depth;
  answer.nodes = nodes;
  if (std::abs(score) >= kXboardMate) {
    const int moves = static_cast<int>(std::min<i64>(std::abs(score) - kXboardMate, kMaxPly));
    answer.score = score > 0 ? scoreOfMate(std::max(moves, 1)) : scoreOfMate(-moves);
  } else {
    answer.score = static_cast<int>(std::clamp<i64>(score, -kEvalLimit, kEvalLimit));
  }
  return true;
}

Result<std::unique_ptr<Player>> XboardPlayer::make(const PlayerSettings& settings) {
  if (settings.limits.nodes)
    return Error{fmt::format(
        "the engine '{}' speaks XBoard, which knows no limit in nodes: give it a time control, a movetime or a depth",
        settings.command)};
  std::unique_ptr<XboardPlayer> player(new XboardPlayer(settings));
  if (const auto started = player->start(); !started) return Error{started.error()};
  return std::unique_ptr<Player>(std::move(player));
}

Result<void> XboardPlayer::start() {
  auto process = LineProcess::start(settings_.command, settings_.arguments);
  if (!process) return Error{process.error()};
  process_ = std::move(*process);
  features_ = {};
  begun_ = pinged_ = false;
  process_->send("xboard");
  process_->send("protover 2");
  if (const auto shaken = readHandshake(); !shaken) return shaken;
  const auto refuse = [&](const std::string& what) {
    return Error{fmt::format("the engine '{}' {}", settings_.command, what)};
  };
  if (!features_.setboard) return refuse("cannot be set to a position (feature setboard=1 is missing)");
  if (settings_.chess960 && features_.variants.find("fischerandom") == std::string::npos)
    return refuse("does not play Chess960: it knows the variants " + features_.variants);
  return setOptions();
}

Result<void> XboardPlayer::readHandshake() {
  using Status = LineProcess::ReadStatus;
  const auto began = LineProcess::Clock::now();
  auto asked = began;
  while (!features_.done) {
    const i64 patience = features_.anything ? settings_.startupMs : std::min(settings_.startupMs, kFeatureMs);
    const auto deadline = began + std::chrono::milliseconds(patience);
    const auto again = asked + std::chrono::milliseconds(kAskAgainMs);
    std::string line;
    auto status = process_->readLine(line, features_.anything ? deadline : std::min(deadline, again));
    if (status == Status::Timeout && LineProcess::Clock::now() < deadline) {
      // GNU Chess reads the second of two lines that come at once only when a third comes.
      process_->send("protover 2");
      asked = LineProcess::Clock::now();
      continue;
    }
    switch (status) {
      case Status::Line:
        break;
      case Status::Closed:
        return Error{fmt::format("the engine '{}' is gone before its features are known: it {}", settings_.command,
                                 process_->describeEnd())};
      default:
        if (features_.anything)
          return Error{fmt::format("the engine '{}' did not end its features with done=1 within {} s",
                                   settings_.command, seconds(patience))};
        return Error{fmt::format("the engine '{}' told no features within {} s: it speaks no XBoard protocol 2",
                                 settings_.command, seconds(patience))};
    }
    if (firstWord(line) != "feature") continue;
    for (const std::string& name : readFeatures(line, features_)) process_->send("accepted " + name);
  }
  return {};
}

Result<void> XboardPlayer::setOptions() {
  if (features_.memory) process_->send(fmt::format("memory {}", settings_.hashMb));
  for (const auto& [name, value] : settings_.options) {
    const auto listed = [&](const std::string& known) { return lowerCase(known) == lowerCase(name); };
    const auto known = std::find_if(features_.options.begin(), features_.options.end(), listed);
    if (known == features_.options.end()) {
      std::string all;
      for (const std::string& one : features_.options) all += (all.empty() ? "" : ", ") + one;
      return Error{fmt::format("the engine '{}' has no option '{}'; it has {}", settings_.command, name, all)};
    }
    process_->send("option " + *known + (value.empty() ? "" : "=" + value));
  }
  const std::atomic<bool> never{false};
  std::string complaint;
  ping();
  if (const auto fault = awaitPong(never, kSettleMs, &complaint))
    return Error{fmt::format("the engine '{}' is not ready: {}", settings_.command, fault->detail)};
  if (!complaint.empty())
    return Error{fmt::format("the engine '{}' refuses its options: {}", settings_.command, complaint)};
  return {};
}

Fault XboardPlayer::crash() {
  return failed(FaultKind::Crash, "the engine " + process_->describeEnd());
}

Fault XboardPlayer::failed(FaultKind kind, std::string detail) {
  process_.reset();
  return Fault{kind, std::move(detail)};
}

void XboardPlayer::ping() {
  if (features_.ping) pinged_ = process_->send(fmt::format("ping {}", ++pings_));
}

std::optional<Fault> XboardPlayer::awaitPong(const std::atomic<bool>& stop, i64 settleMs, std::string* complaint) {
  if (features_.ping && !pinged_) return crash();
  const auto deadline = inMilliseconds(features_.ping ? settings_.startupMs : settleMs);
  const std::string pong = fmt::format("pong {}", pings_);
  pinged_ = false;
  std::string line;
  for (;;) {
    switch (process_->readLine(line, deadline, &stop)) {
      case LineProcess::ReadStatus::Line:
        break;
      case LineProcess::ReadStatus::Closed:
        return crash();
      case LineProcess::ReadStatus::Stopped:
        return Fault{FaultKind::Hang, "stopped"};
      case LineProcess::ReadStatus::Timeout:
        if (!features_.ping) return std::nullopt;
        return failed(FaultKind::Hang, fmt::format("no pong within {} s", seconds(settings_.startupMs)));
    }
    if (line == pong) return std::nullopt;
    const bool complains = line.starts_with("Error") || line.starts_with("Illegal");
    if (complaint && complaint->empty() && complains) *complaint = line;
  }
}

Result<void> XboardPlayer::newGame() {
  begun_ = false;
  if (process_ && features_.reuse) {
    process_->send("force");
    const std::atomic<bool> never{false};
    ping();
    if (!awaitPong(never, kSettleMs)) return {};
  }
  process_.reset();
  return start();
}

std::optional<Fault> XboardPlayer::setUp(const Position& start, const std::atomic<bool>& stop) {
  process_->send("new");
  if (settings_.chess960) process_->send("variant fischerandom");
  for (const char* command : {"force", "easy", "post"}) process_->send(command);
  for (const std::string& command : limitCommands(settings_.limits)) process_->send(command);
  if (!process_->send("setboard " + writeFen(start))) return crash();
  std::string complaint;
  ping();
  if (auto fault = awaitPong(stop, kSettleMs, &complaint)) return fault;
  // Unknown commands are ignored by rule; a position that is not taken is not.
  if (complaint.find("setboard") != std::string::npos || complaint.starts_with("Illegal position"))
    return failed(FaultKind::IllegalMove, "it refuses its position: " + complaint);
  begun_ = true;
  thinksItself_ = false;
  known_ = 0;
  return std::nullopt;
}

void XboardPlayer::sendMove(const Position& before, Move move) {
  std::string text = features_.san ? toSan(before, move) : toUci(before, move);
  if (settings_.chess960 && move.kind() == MoveKind::Castling) text = toSan(before, move);
  while (text.ends_with('+') || text.ends_with('#')) text.pop_back();
  process_->send((features_.usermove ? "usermove " : "") + text);
}

std::optional<Answer> XboardPlayer::choose(const Game& game, const Limits& limits, i64 deadlineMs,
                                           const std::atomic<bool>& stop) {
  if (!process_) return Fault{FaultKind::Crash, "the engine is not running"};
  // The ping was sent behind the last move, so that its answer has come while the opponent thought.
  auto fault = begun_ ? awaitPong(stop, 0) : setUp(game.start(), stop);
  if (stop) return std::nullopt;
  if (fault) return *fault;

  // In force mode all moves can be sent; out of it a single one, which starts the engine's thought.
  if (thinksItself_ && game.moves().size() - known_ != 1) {
    process_->send("force");
    thinksItself_ = false;
  }
  Position before = game.start();
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    const bool last = i + 1 == game.moves().size();
    if (i >= known_ && !(thinksItself_ && last)) sendMove(before, game.moves()[i]);
    if (!last) before.makeMove(game.moves()[i]);
  }
  const int own = index(game.position().sideToMove());
  if (limits.timeMs[own]) {
    process_->send(fmt::format("time {}", *limits.timeMs[own] / 10));
    process_->send(fmt::format("otim {}", *limits.timeMs[1 - own] / 10));
  }
  const auto began = LineProcess::Clock::now();
  const auto deadline = began + std::chrono::milliseconds(deadlineMs);
  if (thinksItself_) {
    sendMove(before, game.moves().back());
  } else if (!process_->send("go")) {
    return crash();
  }
  thinksItself_ = true;

  MoveAnswer answer;
  std::string line;
  for (;;) {
    switch (process_->readLine(line, deadline, &stop)) {
      case LineProcess::ReadStatus::Line:
        break;
      case LineProcess::ReadStatus::Closed:
        return crash();
      case LineProcess::ReadStatus::Stopped:
        process_.reset();
        return std::nullopt;
      case LineProcess::ReadStatus::Timeout: {
        const bool timed = limits.movetimeMs || limits.timeMs[own];
        return failed(timed ? FaultKind::TimeLoss : FaultKind::Hang,
                      fmt::format("no move within {} s", seconds(deadlineMs)));
      }
    }
    answer.timeUs = microsecondsSince(began);
    if (auto said = answerIn(line, game, answer)) {
      known_ = game.moves().size() + 1;
      if (process_) ping();
      return said;
    }
  }
}

std::optional<Answer> XboardPlayer::answerIn(const std::string& line, const Game& game, MoveAnswer& answer) {
  std::istringstream words(line);
  std::string first;
  words >> first;
  const bool white = game.position().sideToMove() == Color::White;
  // A claim of a win or a draw is not believed: the rules are ours to see.
  if (first == "resign" || first == (white ? "0-1" : "1-0")) return failed(FaultKind::Resignation, line);
  if (first == "Illegal") return failed(FaultKind::IllegalMove, "it takes a legal move for none: " + line);
  std::string text;
  if (first == "move") {
    words >> text;
  } else if (line.starts_with("My move is")) {
    const std::size_t at = line.find_first_not_of(": ", 10);
    text = at == std::string::npos ? "" : firstWord(line.substr(at));
  } else {
    readThinking(line, answer);
    return std::nullopt;
  }
  const auto move = readSan(game.position(), text);
  if (!move || !*move || !isLegal(game.position(), *move))
    return failed(FaultKind::IllegalMove, fmt::format("'{}' in {}", line, writeFen(game.position())));
  answer.move = *move;
  return answer;
}

}  // namespace tabiya
