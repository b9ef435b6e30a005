// tabiya-match run A B: a match from the command line, live and on the disk.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <ctime>
#include <memory>

#include "datagen/match/commands.h"
#include "datagen/match/match.h"
#include "datagen/match/report.h"
#include "datagen/match/run_options.h"
#include "datagen/match/state.h"
#include "engine/base/interrupt.h"
#include "engine/base/version.h"
#include "records/progress.h"
#include "records/run_directory.h"

namespace tabiya {
namespace {

using Json = nlohmann::json;

// Shows the match and writes it down.
class Watcher : public MatchObserver {
 public:
  Watcher(const MatchSettings& settings, const RunOptions& options, std::array<std::string, 2> names,
          MatchRecorder* recorder)
      : settings_(settings), options_(options), names_(std::move(names)), recorder_(recorder), line_(options.quiet) {
    if (names_[0] == names_[1]) {
      names_[0] += " (A)";
      names_[1] += " (B)";
    }
  }

  void pairCounted(const MatchTally& tally, const MatchPair& pair) override {
    ++counted_;
    if (!recorder_) return;
    const bool timed = settings_.players[0].limits.timed() || settings_.players[1].limits.timed();
    const std::string event = "tabiya-match seed " + std::to_string(options_.seed);
    recorder_->add(tally, pair, options_.pgn ? pairAsPgn(pair, names_, event, timed, options_.openings.chess960) : "");
  }

  void tick(const MatchTally& tally) override {
    if (!line_.due()) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    line_.show(progressText(tally, settings_, {seconds, counted_}));
  }

  void end() { line_.end(); }

 private:
  const MatchSettings& settings_;
  const RunOptions& options_;
  std::array<std::string, 2> names_;
  MatchRecorder* recorder_;
  ProgressLine line_;
  u64 counted_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

int failed(const std::string& sentence) {
  fmt::print(stderr, "tabiya-match: {}\n", sentence);
  return 1;
}

void printSettings(const MatchSettings& settings, const RunOptions& options,
                   const std::array<std::unique_ptr<Player>, 2>& players) {
  for (std::size_t side = 0; side < 2; ++side) {
    const PlayerSettings& player = settings.players[side];
    std::string limits;
    const Json json = limitsAsJson(player.limits);
    for (const auto& [name, value] : json.items())
      limits += ", " + name + " " + (value.is_string() ? value.get<std::string>() : value.dump());
    const std::string evaluation = players[side]->evaluation();
    const bool process = player.kind == PlayerSettings::Kind::Process;
    const std::string says = evaluation.empty() || evaluation == "none" ? "" : (process ? ", " : ", net ") + evaluation;
    const std::string name = players[side]->name() == player.word ? "" : " (" + players[side]->name() + ")";
    fmt::print("{}: {}{}{}{}\n", side == 0 ? 'A' : 'B', player.word, name, says, limits);
  }
  const std::string sprt =
      settings.sprt ? fmt::format("SPRT [{}, {}] {}, alpha {}, beta {}; ", settings.sprt->elo0, settings.sprt->elo1,
                                  toString(settings.sprt->model), settings.sprt->alpha, settings.sprt->beta)
                    : "";
  fmt::print("{}at most {} pairs, {} at a time, seed {}\n", sprt, settings.pairs, settings.concurrency, options.seed);
  std::fflush(stdout);
}

int exitCode(const MatchTally& tally, const MatchSettings& settings) {
  if (!settings.sprt) return 0;
  switch (standing(tally, settings.sprt).verdict) {
    case SprtVerdict::H1:
      return 0;
    case SprtVerdict::H0:
      return kExitH0;
    case SprtVerdict::Undecided:
      break;
  }
  return kExitUndecided;
}

int runMatch(RunOptions options) {
  const std::atomic<bool>& interrupt = watchInterrupts();
  const auto usage = [](const std::string& sentence) {
    fmt::print(stderr, "tabiya-match run: {}\n", sentence);
    return 2;
  };
  if (options.pgn && options.out.empty()) return usage("--pgn writes into the run directory: give --out DIR");
  const auto settings = settingsOf(options);
  if (!settings) return usage(settings.error());

  // Both players are tried before game 1, and say what they are.
  std::array<std::unique_ptr<Player>, 2> players;
  std::array<std::string, 2> names, evaluations;
  for (std::size_t side = 0; side < 2; ++side) {
    auto player = makePlayer(settings->players[side]);
    if (!player) return failed(player.error());
    names[side] = (*player)->name();
    evaluations[side] = (*player)->evaluation();
    players[side] = std::move(*player);
  }
  auto openings = MatchOpenings::make(options.openings, options.seed, settings->pairs);
  if (!openings) return failed(openings.error());

  std::optional<RunDirectory> directory;
  std::optional<MatchRecorder> recorder;
  MatchTally tally;
  if (!options.out.empty()) {
    const auto json = settingsAsJson(*settings, options, evaluations);
    if (!json) return failed(json.error());
    const Json notes = {{"build", versionLine("tabiya-match")},
                        {"pairs", settings->pairs},
                        {"concurrency", settings->concurrency},
                        {"started", static_cast<i64>(std::time(nullptr))}};
    auto opened = RunDirectory::open(options.out, *json, notes, options.fresh);
    if (!opened) return failed(opened.error());
    directory.emplace(std::move(*opened));
    auto made = MatchRecorder::open(options.out, options.pgn);
    if (!made) return failed(made.error());
    recorder.emplace(std::move(*made));
    tally = recorder->state().tally;
    openings->goOn(recorder->state().starts);
  }
  printSettings(*settings, options, players);
  players = {};
  if (tally.pairCount() > 0) fmt::print("Going on after {} pairs\n", tally.pairCount());
  std::fflush(stdout);

  Watcher watcher(*settings, options, names, recorder ? &*recorder : nullptr);
  const auto outcome = playMatch(*settings, *openings, tally, interrupt, watcher);
  watcher.end();
  if (recorder) recorder->save();
  if (!outcome) return failed(outcome.error());

  fmt::print("{}{}\n", resultText(outcome->tally, *settings), verdictText(outcome->tally, *settings));
  if (!outcome->interrupted) return exitCode(outcome->tally, *settings);
  std::fflush(stdout);
  fmt::print(stderr, "Interrupted. {}\n",
             recorder ? "The same command goes on from here." : "Nothing is kept without --out DIR.");
  return kExitInterrupted;
}

void addSideOptions(CLI::App& command, SideOptions& side, const std::string& prefix, const std::string& whose,
                    const std::string& unlimited = "") {
  const auto name = [&](const char* word) { return "--" + prefix + word; };
  command.add_option(name("nodes"), side.nodes, "nodes a move" + whose + unlimited)->check(CLI::PositiveNumber);
  command.add_option(name("depth"), side.depth, "plies a move" + whose)->check(CLI::Range(1, 127));
  command.add_option(name("movetime"), side.movetime, "milliseconds a move" + whose)->check(CLI::PositiveNumber);
  command.add_option(name("tc"), side.tc, "SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT" + whose);
  command.add_option(name("hash"), side.hash, "table size in MiB" + whose)->check(CLI::Range(1, 131072));
  command.add_option(name("option"), side.options, "UCI option or switch, NAME=VALUE" + whose)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

std::function<int()> addRunCommand(CLI::App& app) {
  auto* command = app.add_subcommand("run", "a match of player A against player B");
  auto options = std::make_shared<RunOptions>();
  const char* player = "net:FILE, net:builtin or hce (with ,switch=value behind it), or cmd:PATH (a UCI engine)";
  command->add_option("A", options->players[0], player)->required();
  command->add_option("B", options->players[1], player)->required();
  addSideOptions(*command, options->both, "", "", fmt::format(" [without any limit {}]", kDefaultNodes));
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string prefix = side == 0 ? "a-" : "b-", whose = side == 0 ? ", of A alone" : ", of B alone";
    addSideOptions(*command, options->own[side], prefix, whose);
    command->add_option("--" + prefix + "args", options->own[side].arguments, "arguments of the program" + whose);
  }
  command
      ->add_option("--pairs", options->pairs,
                   fmt::format("pairs of games at most [{}, with --sprt {}]", kDefaultPairs, kDefaultSprtPairs))
      ->check(CLI::PositiveNumber);
  command->add_option("--games", options->games, "the same in games")->check(CLI::PositiveNumber);
  command->add_option("--sprt", options->sprt, "stop when the SPRT accepts ELO0 or ELO1: ELO0,ELO1")
      ->delimiter(',')
      ->expected(2);
  command->add_option("--alpha", options->alpha, "how often H1 may be accepted wrongly")->capture_default_str();
  command->add_option("--beta", options->beta, "how often H0 may be accepted wrongly")->capture_default_str();
  command->add_option("--model", options->model, "normalised or logistic Elo")
      ->check(CLI::IsMember({"normalised", "logistic"}))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the openings")->capture_default_str();
  command->add_option("--openings", options->openings.file, "EPD or FEN file instead of the built-in lines");
  command->add_option("--order", options->order, "of the file's positions: random or sequential")
      ->check(CLI::IsMember({"random", "sequential"}))
      ->capture_default_str();
  command
      ->add_option("--random-plies", options->randomPlies,
                   fmt::format("after the opening, one more by a coin [{}, with --openings 0]", kRandomPlies))
      ->check(CLI::Range(0, 100));
  command->add_option("--max-start-score", options->maxStartScore, "centipawns after the random plies, or none")
      ->capture_default_str();
  command->add_flag("--chess960", options->openings.chess960, "begin from one of the 960 starts");
  RefereeRules& referee = options->rules.referee;
  command->add_option("--draw-score", referee.drawScore, "drawn when both are this close to level; -1: never")
      ->capture_default_str();
  command->add_option("--draw-plies", referee.drawPlies, "... for so many plies without pawn move or capture")
      ->capture_default_str();
  command->add_option("--draw-from-move", referee.drawFromMove, "... from this move on")->capture_default_str();
  command->add_option("--win-score", referee.winScore, "won when both agree on this much; 0: never")
      ->capture_default_str();
  command->add_option("--win-plies", referee.winPlies, "... for so many plies")->capture_default_str();
  command->add_flag("!--play-out-mates", referee.mates, "play on when both players see the same mate");
  command->add_option("--max-plies", referee.maxPlies, "drawn when so many are played")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--time-margin", options->rules.marginMs, "milliseconds a move may be late")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--hang-seconds", options->hangSeconds, "without a time limit: silent for so long has hung")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--startup-seconds", options->startupSeconds, "a program answers uci and isready within this")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--concurrency", options->concurrency, "games at a time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command->add_option("--out", options->out, "run directory; an interrupted match goes on there");
  command->add_flag("--pgn", options->pgn, "write the games to DIR/games.pgn");
  command->add_flag("--fresh", options->fresh, "set an old run in DIR aside");
  command->add_flag("--quiet", options->quiet, "no live line");
  command->footer(
      "A game ends by the rules, when both players' scores agree on a mate, by the draw rule, or at --max-plies.\n"
      "Example: tabiya-match run net:new.nnue net:builtin --nodes 10000 --sprt 0,10 --out runs/new");
  return [options] { return runMatch(std::move(*options)); };
}

}  // namespace tabiya
