// tabiya-match run A B: a match from the command line, live and on the disk.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "datagen/match/cmd_session.h"
#include "datagen/match/commands.h"
#include "datagen/match/report.h"
#include "engine/base/interrupt.h"

namespace tabiya {
namespace {

int runMatch(RunOptions options) {
  const std::atomic<bool>& interrupt = watchInterrupts();
  const auto usage = [](const std::string& sentence) {
    fmt::print(stderr, "tabiya-match run: {}\n", sentence);
    return 2;
  };
  if (options.pgn && options.out.empty()) return usage("--pgn writes into the run directory: give --out DIR");
  const auto settings = settingsOf(options);
  if (!settings) return usage(settings.error());

  const auto session = playSession(*settings, options, interrupt);
  if (!session) {
    fmt::print(stderr, "tabiya-match: {}\n", session.error());
    return 1;
  }
  fmt::print("{}{}{}\n", resultText(session->tally, *settings), timeText(session->time),
             verdictText(session->tally, *settings));
  if (!session->interrupted) return verdictCode(session->tally, settings->sprt);
  std::fflush(stdout);
  fmt::print(stderr, "Interrupted. {}\n",
             options.out.empty() ? "Nothing is kept without --out DIR." : "The same command goes on from here.");
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
  command.add_option(name("protocol"), side.protocol, "of a program" + whose)->check(CLI::IsMember({"uci", "xboard"}));
  command.add_option(name("option"), side.options, "UCI option or switch, NAME=VALUE" + whose)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

std::function<int()> addRunCommand(CLI::App& app) {
  auto* command = app.add_subcommand("run", "a match of player A against player B");
  auto options = std::make_shared<RunOptions>();
  const char* player =
      "net:FILE, net:builtin or hce (with ,switch=value behind it), or cmd:PATH (an engine; ,protocol=xboard)";
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
  command->add_flag("--single-games", options->singleGames, "the SPRT counts games one by one instead of pairs");
  command
      ->add_option("--first-pair", options->firstPair,
                   "a shard: plays the pairs from this number on; `tabiya-match merge` adds shards up")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the openings")->capture_default_str();
  command->add_option("--openings", options->openings.file, "EPD, FEN or PGN file instead of the built-in lines");
  command->add_option("--opening-plies", options->openings.filePlies, "of each game of a PGN file; 0: all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--order", options->order, "of the file's positions: random or sequential")
      ->check(CLI::IsMember({"random", "sequential"}))
      ->capture_default_str();
  command
      ->add_option("--random-plies", options->randomPlies,
                   fmt::format("after the opening, one more by a coin [{}, with --openings 0]", kRandomPlies))
      ->check(CLI::Range(0, 100));
  command->add_option("--max-start-score", options->maxStartScore, "centipawns after the random plies, or none")
      ->capture_default_str();
  command->add_flag("--chess960", options->openings.chess960,
                    "play Chess960; without --openings from one of its 960 starts");
  RefereeRules& referee = options->rules.referee;
  command->add_option("--draw-score", referee.drawScore, "drawn when both are this close to level; -1: never")
      ->capture_default_str();
  command->add_option("--draw-plies", referee.drawPlies, "... for so many plies without pawn move or capture")
      ->capture_default_str();
  command->add_option("--draw-from-move", referee.drawFromMove, "... from this move on")->capture_default_str();
  command->add_option("--win-score", referee.winScore, "won when both agree on this much; 0: never")
      ->capture_default_str();
  command->add_option("--win-plies", referee.winPlies, "... for so many plies")->capture_default_str();
  command->add_flag("--win-one-sided", referee.winOneSided,
                    "lost as well when the losing side alone says so, --win-plies moves in a row");
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
  command->add_option("--report", options->report, "write a page of the match (HTML with drawings) to this file");
  command->add_flag("--fresh", options->fresh, "set an old run in DIR aside");
  command->add_flag("--quiet", options->quiet, "no live line");
  command->footer(
      "A game ends by the rules, when both players' scores agree on a mate, by the draw rule, or at --max-plies.\n"
      "Example: tabiya-match run net:new.nnue net:builtin --nodes 10000 --sprt 0,10 --out runs/new");
  return [options] { return runMatch(std::move(*options)); };
}

}  // namespace tabiya
