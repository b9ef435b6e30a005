// tabiya-match run A B: a match from the command line, live and on the disk.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "datagen/match/cmd_options.h"
#include "datagen/match/cmd_session.h"
#include "datagen/match/commands.h"
#include "datagen/match/report.h"
#include "engine/base/command_line.h"
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
  addPlayOptions(*command, *options,
                 fmt::format("pairs of games at most [{}, with --sprt {}]", kDefaultPairs, kDefaultSprtPairs));
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
      ->check(wholeNumberFault)
      ->check(CLI::Range(u64{0}, u64{1'000'000'000}))
      ->capture_default_str();
  command->add_flag("--pgn", options->pgn, "write the games to DIR/games.pgn");
  command->add_option("--report", options->report, "write a page of the match (HTML with drawings) to this file");
  command->footer(
      "A game ends by the rules, when both players' scores agree on a mate, by the draw rule, or at --max-plies.\n"
      "Example: tabiya-match run net:new.nnue net:builtin --nodes 10000 --sprt 0,10 --out runs/new");
  return [options] { return runMatch(std::move(*options)); };
}

}  // namespace tabiya
