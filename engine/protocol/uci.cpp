#include "engine/protocol/uci.h"

#include <algorithm>
#include <istream>
#include <ostream>

#include "engine/base/version.h"
#include "engine/bench.h"
#include "engine/board/fen.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/perft.h"
#include "engine/movegen/san.h"
#include "engine/protocol/report.h"
#include "engine/protocol/text.h"
#include "engine/search/settings.h"

namespace tabiya {
namespace {

constexpr int kMaxPerftDepth = 20;

// Commands that may stand behind words nobody knows.
constexpr std::string_view kKnownCommands[] = {"uci",  "isready",   "ucinewgame", "position",  "go",
                                               "stop", "ponderhit", "quit",       "setoption", "debug",
                                               "d",    "eval",      "bench",      "xboard",    "register"};

// Words of `go` that a number follows.
constexpr std::string_view kGoNumbers[] = {"depth", "nodes", "mate", "movetime",  "wtime",
                                           "btime", "winc",  "binc", "movestogo", "perft"};

bool isGoWord(std::string_view word) {
  return word == "infinite" || word == "ponder" || word == "searchmoves" ||
         std::ranges::find(kGoNumbers, word) != std::end(kGoNumbers);
}

bool isKnownCommand(std::string_view word) {
  return std::ranges::find(kKnownCommands, word) != std::end(kKnownCommands);
}

}  // namespace

Uci::Uci(std::istream& in, std::ostream& out) : in_(in), out_(out) {
  declareOptions();
  if (Result<NetChoice> net = chooseNet(defaultNetWord())) engine_.setNet(std::move(*net));
}

Uci::~Uci() {
  stopSearch();
}

void Uci::run() {
  std::string line;
  while (std::getline(in_, line)) {
    if (!handle(line)) break;
  }
  stopSearch();
}

bool Uci::handle(const std::string& line) {
  reap();
  std::string_view rest = line;
  std::string_view command = takeWord(rest);
  if (command.empty()) return true;
  const std::string_view first = command;
  while (!command.empty() && !isKnownCommand(command)) command = takeWord(rest);
  if (command.empty()) {
    say("info string unknown command '" + std::string(first) + "'");
  } else if (command == "quit") {
    return false;
  } else if (command == "uci") {
    onUci();
  } else if (command == "isready") {
    say("readyok");
  } else if (command == "ucinewgame") {
    stopSearch();
    engine_.newGame();
  } else if (command == "position") {
    onPosition(rest);
  } else if (command == "go") {
    onGo(rest);
  } else if (command == "stop") {
    stopSearch();
  } else if (command == "ponderhit") {
    onPonderHit();
  } else if (command == "setoption") {
    onSetOption(rest);
  } else if (command == "d") {
    say(describePosition(game_.position()));
  } else if (command == "eval") {
    say(describeEvaluation(game_.position(), engine_.net(), {}));
  } else if (command == "bench") {
    onBench(rest);
  } else if (command == "xboard") {
    say("info string this version speaks UCI only: the XBoard protocol comes later");
  }
  return true;
}

void Uci::onUci() {
  say(std::string("id name Tabiya ") + versionNumber());
  say("id author the Tabiya authors");
  for (const Option& option : options_) {
    if (!option.declaration.empty()) say("option name " + option.name + " " + option.declaration);
  }
  if (techniqueOptions_) {
    const Settings defaults;
    for (const SettingRow& row : settingRows()) {
      const int value = row.get(defaults);
      say("option name " + std::string(row.name) +
          (row.isSwitch() ? std::string(" type check default ") + (value ? "true" : "false")
                          : " type spin default " + std::to_string(value) + " min " + std::to_string(row.min) +
                                " max " + std::to_string(row.max)));
    }
  }
  say("info string " + describeNet(engine_.net()));
  say("uciok");
}

// The last good position stays when anything is wrong with the new one.
void Uci::onPosition(std::string_view arguments) {
  std::string_view word = takeWord(arguments);
  std::string fen;
  std::vector<std::string> notes;
  if (word == "startpos") {
    fen = kStartFen;
    word = takeWord(arguments);
  } else if (word == "fen") {
    while (!(word = takeWord(arguments)).empty() && word != "moves")
      fen += (fen.empty() ? "" : " ") + std::string(word);
  } else {
    return sayError("position is followed by '" + std::string(word) + "'; expected startpos or fen");
  }
  const Result<Position> start = readFenLenient(fen, notes);
  if (!start) return sayError(start.error());
  Game game(*start);
  if (word == "moves") {
    while (!(word = takeWord(arguments)).empty()) {
      const Result<Move> move = readUci(game.position(), word);
      if (!move) return sayError(move.error());
      game.play(*move);
    }
  }
  for (const std::string& note : notes) say("info string " + note);
  game_ = std::move(game);
}

Uci::GoCommand Uci::parseGo(std::string_view arguments) const {
  GoCommand go;
  Limits& limits = go.limits;
  const Position& position = game_.position();
  std::string_view word = takeWord(arguments);
  while (!word.empty()) {
    const std::string_view name = word;
    std::string_view after = arguments;
    word = takeWord(arguments);
    if (name == "infinite" || name == "ponder") {
      (name == "infinite" ? limits.infinite : go.ponders) = true;
      go.waits = limits.infinite;
      continue;
    }
    if (name == "searchmoves") {
      for (; !word.empty() && !isGoWord(word); word = takeWord(arguments)) {
        if (const Result<Move> move = readUci(position, word))
          limits.searchMoves.push_back(*move);
        else if (go.fault.empty())
          go.fault = move.error();
      }
      continue;
    }
    const std::optional<i64> number = readInteger(takeWord(after));
    if (!number) {
      if (go.fault.empty() && std::ranges::find(kGoNumbers, name) != std::end(kGoNumbers))
        go.fault = "go " + std::string(name) + " is followed by " +
                   (word.empty() ? "nothing" : "'" + std::string(word) + "'") + "; expected a whole number";
      continue;
    }
    const int small = static_cast<int>(std::clamp<i64>(*number, -1'000'000'000, 1'000'000'000));
    const u64 count = static_cast<u64>(std::max<i64>(*number, 1));
    if (name == "depth") limits.depth = std::max(small, 1);
    if (name == "nodes") (softNodes_ ? limits.softNodes : limits.nodes) = count;
    if (name == "mate") limits.mate = std::max(small, 1);
    if (name == "movetime") limits.movetimeMs = std::max(small, 0);
    if (name == "wtime") limits.timeMs[0] = std::max(small, 0);
    if (name == "btime") limits.timeMs[1] = std::max(small, 0);
    if (name == "winc") limits.incrementMs[0] = std::max(small, 0);
    if (name == "binc") limits.incrementMs[1] = std::max(small, 0);
    if (name == "movestogo") limits.movesToGo = std::max(small, 1);
    if (name == "perft") go.perftDepth = std::clamp(small, 1, kMaxPerftDepth);
    word = takeWord(arguments);
  }
  // A GUI that sends one clock only means it for whoever is to move.
  std::optional<i64>& own = limits.timeMs[index(position.sideToMove())];
  if (!own) own = limits.timeMs[index(~position.sideToMove())];
  return go;
}

void Uci::onGo(std::string_view arguments) {
  stopSearch();
  const GoCommand go = parseGo(arguments);
  if (!go.fault.empty()) sayError(go.fault);
  if (go.perftDepth > 0) {
    startThread([this, depth = go.perftDepth, position = game_.position()] { countMoves(depth, position); });
  } else {
    pondering_ = go.ponders;
    startThread([this, go, game = game_] { think(go, game); });
  }
}

void Uci::startThread(std::function<void()> task) {
  stop_ = false;
  searching_ = true;
  thread_ = std::thread([this, task = std::move(task)] {
    try {
      task();
    } catch (const std::exception& error) {
      sayError(error.what());
    }
    searching_ = false;
  });
}

// On the search's thread.
void Uci::think(const GoCommand& go, const Game& game) {
  const Position& root = game.position();
  Limits limits = go.limits;
  limits.multiPv = multiPv_;
  // The clock is the other side's until `ponderhit`.
  if (go.ponders) limits.pondering = &pondering_;
  std::string unsaid;
  const auto onInfo = [&](const SearchInfo& info) {
    if (info.currentMove) {
      if (!minimal_) say(formatCurrentMove(info, root, chess960_));
      return;
    }
    const std::string line = formatInfo(info, root, chess960_, showWdl_);
    if (!minimal_) {
      say(line);
    } else if (info.multipv == 1) {
      unsaid = line;
    }
  };
  SearchResult result;
  try {
    result = engine_.search(root, game.history(), limits, stop_, onInfo);
  } catch (const std::exception& error) {
    // Whatever happens, a GUI waits for its bestmove.
    sayError(error.what());
    const MoveList moves = legalMoves(root);
    if (!moves.empty()) result.best = limits.searchMoves.empty() ? moves[0] : limits.searchMoves.front();
  }
  if (!result.best) {
    say(std::string("info depth 0 score ") + (root.inCheck() ? "mate 0" : "cp 0"));
  } else if (result.depth == 0) {
    SearchInfo info;
    info.score = engine_.evaluate(root);
    info.nodes = result.nodes;
    info.pv = {result.best};
    say(formatInfo(info, root, chess960_, showWdl_));
  } else if (!unsaid.empty()) {
    say(unsaid);
  }
  if (go.waits || go.ponders) waitForStop(go.ponders && !go.waits);
  searching_ = false;
  say(formatBestMove(result, root, chess960_));
}

void Uci::countMoves(int depth, const Position& position) {
  // Small pieces, so that `stop` and `quit` are heard soon.
  constexpr int kPiece = 4;
  const std::function<u64(const Position&, int)> count = [&](const Position& p, int d) -> u64 {
    if (stop_) return 0;
    if (d <= kPiece) return perft(p, d);
    u64 nodes = 0;
    for (const Move m : legalMoves(p)) {
      Position child = p;
      child.makeMove(m);
      nodes += count(child, d - 1);
    }
    return nodes;
  };
  u64 total = 0;
  for (const Move m : legalMoves(position)) {
    Position child = position;
    child.makeMove(m);
    const u64 nodes = depth == 1 ? 1 : count(child, depth - 1);
    if (stop_) return say("info string perft was stopped");
    say(toUci(position, m, chess960_) + ": " + std::to_string(nodes));
    total += nodes;
  }
  say("\nNodes searched: " + std::to_string(total) + "\n");
}

void Uci::onBench(std::string_view arguments) {
  stopSearch();
  const std::optional<i64> number = readInteger(takeWord(arguments));
  const int depth = static_cast<int>(std::clamp<i64>(number.value_or(kBenchDepth), 1, kMaxPly));
  const std::string net(trimmed(arguments));
  Result<NetChoice> choice = net.empty() ? Result<NetChoice>(engine_.net()) : chooseNet(net);
  if (!choice) return sayError(choice.error());
  startThread([this, depth, choice = std::move(*choice)] {
    const BenchTotal total = bench(depth, choice, {}, &stop_);
    if (stop_) return say("info string bench was stopped");
    say(std::to_string(total.nodes) + " nodes " + std::to_string(total.nodesPerSecond()) + " nps");
  });
}

void Uci::waitForStop(bool ponders) {
  std::unique_lock lock(stopMutex_);
  stopped_.wait(lock, [&] { return stop_ || (ponders && !pondering_); });
}

// The move that was guessed has been played: the same search goes on, and now its clock runs.
void Uci::onPonderHit() {
  {
    const std::scoped_lock lock(stopMutex_);
    pondering_ = false;
  }
  stopped_.notify_all();
}

void Uci::stopSearch() {
  {
    const std::scoped_lock lock(stopMutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
  reap();
}

void Uci::reap() {
  if (searching_) return;
  if (thread_.joinable()) thread_.join();
  for (const auto& [name, value] : std::exchange(pendingOptions_, {})) applyOption(name, value);
}

void Uci::say(const std::string& line) {
  const std::scoped_lock lock(outMutex_);
  out_ << line << '\n' << std::flush;
}

void Uci::sayError(const std::string& sentence) {
  say("info string error " + sentence);
}

}  // namespace tabiya
