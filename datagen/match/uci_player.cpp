// The Universal Chess Interface from the other side, trusting nothing.
#include "datagen/match/uci_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "datagen/match/player_text.h"
#include "engine/board/fen.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

constexpr i64 kSilenceMs = 1000;  // after `stop`, for the late bestmove

LineProcess::Clock::time_point inMilliseconds(i64 ms) {
  return LineProcess::Clock::now() + std::chrono::milliseconds(ms);
}

// The text behind `prefix`, or nothing.
std::optional<std::string> after(const std::string& line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return std::nullopt;
  return line.substr(prefix.size());
}

bool saysError(const std::string& told) {
  const std::string text = lowerCase(told);
  for (const char* word : {"error", "no such option", "no option", "unknown option"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

std::string goCommand(const Limits& limits) {
  std::string go = "go";
  if (limits.depth) go += fmt::format(" depth {}", *limits.depth);
  if (limits.nodes) go += fmt::format(" nodes {}", *limits.nodes);
  if (limits.movetimeMs) go += fmt::format(" movetime {}", *limits.movetimeMs);
  if (limits.timeMs[0] && limits.timeMs[1])
    go += fmt::format(" wtime {} btime {} winc {} binc {}", *limits.timeMs[0], *limits.timeMs[1], limits.incrementMs[0],
                      limits.incrementMs[1]);
  if (limits.movesToGo) go += fmt::format(" movestogo {}", *limits.movesToGo);
  return go;
}

void readInfo(const std::string& line, MoveAnswer& answer) {
  std::istringstream words(line);
  std::string word;
  words >> word;  // info
  int depth = answer.depth, multipv = 1;
  u64 nodes = answer.nodes;
  std::optional<int> score;
  bool bound = false;
  while (words >> word) {
    int value = 0;
    if (word == "string" || word == "pv") break;
    if (word == "depth") readNumber(words, depth);
    if (word == "nodes") readNumber(words, nodes);
    if (word == "multipv") readNumber(words, multipv);
    if (word == "lowerbound" || word == "upperbound") bound = true;
    if (word == "cp" && readNumber(words, value)) score = std::clamp(value, -kEvalLimit, kEvalLimit);
    if (word == "mate" && readNumber(words, value)) score = scoreOfMate(value);
  }
  if (multipv != 1) return;
  answer.nodes = nodes;
  if (!score || bound) return;
  answer.score = score;
  answer.depth = depth;
}

Result<std::unique_ptr<Player>> UciPlayer::make(const PlayerSettings& settings) {
  std::unique_ptr<UciPlayer> player(new UciPlayer(settings));
  if (const auto started = player->start(); !started) return Error{started.error()};
  return std::unique_ptr<Player>(std::move(player));
}

Result<void> UciPlayer::ask(const std::string& line, const std::string& until, std::vector<std::string>& told) {
  const auto deadline = inMilliseconds(settings_.startupMs);
  const Error gone{fmt::format("the engine '{}' is gone where '{}' should be answered", settings_.command, line)};
  if (!process_->send(line)) return Error{gone.message + ": it " + process_->describeEnd()};
  std::string answer;
  for (;;) {
    switch (process_->readLine(answer, deadline)) {
      case LineProcess::ReadStatus::Line:
        break;
      case LineProcess::ReadStatus::Timeout:
        return Error{fmt::format("the engine '{}' does not answer '{}' within {} s", settings_.command, line,
                                 static_cast<double>(settings_.startupMs) / 1000)};
      default:
        return Error{gone.message + ": it " + process_->describeEnd()};
    }
    if (firstWord(answer) == until) return {};
    if (const auto text = after(answer, "info string ")) told.push_back(*text);
    if (const auto text = after(answer, "id name ")) name_ = *text;
    if (const auto text = after(answer, "option name ")) listed_.push_back(text->substr(0, text->find(" type ")));
  }
}

Result<void> UciPlayer::start() {
  listed_.clear();
  auto process = LineProcess::start(settings_.command, settings_.arguments);
  if (!process) return Error{process.error()};
  process_ = std::move(*process);
  askedReady_ = false;
  std::vector<std::string> told;
  auto done = ask("uci", "uciok", told);
  evaluation_ = told.empty() ? "" : told.back();  // what it says of itself unasked
  if (done) done = setOptions();
  if (!done) process_.reset();
  return done;
}

bool UciPlayer::lists(const std::string& option) const {
  return std::any_of(listed_.begin(), listed_.end(),
                     [&](const std::string& name) { return lowerCase(name) == lowerCase(option); });
}

Result<void> UciPlayer::setOptions() {
  NamedValues options;
  if (lists("Hash")) options.emplace_back("Hash", std::to_string(settings_.hashMb));
  if (lists("Threads")) options.emplace_back("Threads", "1");
  if (settings_.chess960) options.emplace_back("UCI_Chess960", "true");
  options.insert(options.end(), settings_.options.begin(), settings_.options.end());
  // Our own engine hides its technique switches from the list and knows them all the same.
  const bool knowsMore = lists("TechniqueOptions");
  chess960_ = false;
  for (const auto& [name, value] : options) {
    if (!lists(name) && !knowsMore) {
      std::string known;
      for (const std::string& one : listed_) known += (known.empty() ? "" : ", ") + one;
      return Error{fmt::format("the engine '{}' has no option '{}'; it has {}", settings_.command, name, known)};
    }
    const std::string line = "setoption name " + name + (value.empty() ? "" : " value " + value);
    if (!process_->send(line))
      return Error{
          fmt::format("the engine '{}' is gone after its options: it {}", settings_.command, process_->describeEnd())};
    std::vector<std::string> told;
    if (const auto ready = ask("isready", "readyok", told); !ready) return ready;
    for (const std::string& text : told)
      if (saysError(text))
        return Error{fmt::format("the engine '{}' refuses {} = '{}': {}", settings_.command, name, value, text)};
    if (lowerCase(name) == "uci_chess960") chess960_ = lowerCase(value) == "true";
    if (lowerCase(name) != "evalfile") continue;
    if (value.empty() || value == "none" || value == "<empty>") {
      evaluation_ = told.empty() ? "" : told.front();
      continue;
    }
    const std::string net = std::filesystem::path(value).filename().string();
    const auto named = [&](const std::string& text) { return text.find(net) != std::string::npos; };
    if (const auto found = std::find_if(told.begin(), told.end(), named); found != told.end()) {
      evaluation_ = *found;
      continue;
    }
    if (const auto checked = checkNet(net); !checked) return checked;
  }
  std::vector<std::string> told;
  return ask("isready", "readyok", told);
}

// Some engines say which net they use only when they search.
Result<void> UciPlayer::checkNet(const std::string& word) {
  std::vector<std::string> told;
  process_->send("position startpos");
  if (const auto searched = ask("go nodes 1", "bestmove", told); !searched) return searched;
  for (const std::string& text : told) {
    if (saysError(text)) break;
    if (text.find(word) == std::string::npos) continue;
    evaluation_ = text;
    return {};
  }
  return Error{fmt::format("the engine '{}' does not say that it loaded the net '{}'{}", settings_.command, word,
                           told.empty() ? "" : fmt::format("; it says '{}'", told.front()))};
}

Result<void> UciPlayer::newGame() {
  std::vector<std::string> told;
  const std::atomic<bool> never{false};
  if (process_ && !waitUntilReady(never) && process_->send("ucinewgame") && ask("isready", "readyok", told)) return {};
  process_.reset();
  if (const auto started = start(); !started) return started;
  process_->send("ucinewgame");
  return ask("isready", "readyok", told);
}

Fault UciPlayer::crash() {
  Fault fault{FaultKind::Crash, "the engine " + process_->describeEnd()};
  process_.reset();
  return fault;
}

void UciPlayer::silence() {
  const auto deadline = inMilliseconds(kSilenceMs);
  process_->send("stop");
  std::string line;
  while (process_->readLine(line, deadline) == LineProcess::ReadStatus::Line)
    if (firstWord(line) == "bestmove") {
      askedReady_ = process_->send("isready");
      return;
    }
  process_.reset();
}

std::optional<Fault> UciPlayer::waitUntilReady(const std::atomic<bool>& stop) {
  const auto deadline = inMilliseconds(settings_.startupMs);
  if (!askedReady_) return std::nullopt;
  askedReady_ = false;
  std::string line;
  for (;;) {
    switch (process_->readLine(line, deadline, &stop)) {
      case LineProcess::ReadStatus::Line:
        break;
      case LineProcess::ReadStatus::Closed:
        return crash();
      default:
        process_.reset();
        return Fault{FaultKind::Hang, "no readyok before the move"};
    }
    if (firstWord(line) == "readyok") return std::nullopt;
  }
}

std::optional<Answer> UciPlayer::choose(const Game& game, const Limits& limits, i64 deadlineMs,
                                        const std::atomic<bool>& stop) {
  if (!process_) return Fault{FaultKind::Crash, "the engine is not running"};
  std::string position = "position fen " + writeFen(game.start());
  if (!game.moves().empty()) position += " moves";
  Position before = game.start();
  for (const Move move : game.moves()) {
    position += " " + toUci(before, move, chess960_);
    before.makeMove(move);
  }
  if (auto fault = waitUntilReady(stop)) {
    if (stop) return std::nullopt;
    return *fault;
  }
  if (!process_->send(position)) return crash();

  const auto began = LineProcess::Clock::now();
  const auto deadline = began + std::chrono::milliseconds(deadlineMs);
  if (!process_->send(goCommand(limits))) return crash();
  MoveAnswer answer;
  std::string line;
  for (;;) {
    switch (process_->readLine(line, deadline, &stop)) {
      case LineProcess::ReadStatus::Line:
        break;
      case LineProcess::ReadStatus::Closed:
        return crash();
      case LineProcess::ReadStatus::Stopped:
        silence();
        return std::nullopt;
      case LineProcess::ReadStatus::Timeout: {
        silence();
        const bool timed = limits.movetimeMs || limits.timeMs[0];
        return Fault{timed ? FaultKind::TimeLoss : FaultKind::Hang,
                     fmt::format("no move within {} s", static_cast<double>(deadlineMs) / 1000)};
      }
    }
    if (firstWord(line) == "info") readInfo(line, answer);
    if (firstWord(line) != "bestmove") continue;
    answer.timeUs = std::chrono::duration_cast<std::chrono::microseconds>(LineProcess::Clock::now() - began).count();
    askedReady_ = process_->send("isready");
    std::istringstream words(line);
    std::string word;
    words >> word >> word;
    if (word == "bestmove") word.clear();
    const auto move = readUci(game.position(), word);
    if (!move || !*move || !isLegal(game.position(), *move))
      return Fault{FaultKind::IllegalMove, fmt::format("'{}' in {}", line, writeFen(game.position()))};
    answer.move = *move;
    return answer;
  }
}

}  // namespace tabiya
