// Declares the shared options.
#include "datagen/match/cmd_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <string_view>

#include "engine/base/command_line.h"

namespace tabiya {
namespace {

constexpr int kLongestMs = 86'400'000;  // a day
constexpr u64 kMostPairs = 1'000'000'000;

// For seconds: a number above 0 and up to a day (nan is none).
std::string secondsFault(const std::string& text) {
  const std::string_view whole = text;
  double seconds = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), seconds);
  if (error == std::errc{} && end == whole.data() + whole.size() && seconds >= 0.001 && seconds <= kLongestMs / 1000)
    return "";
  return text + " is not a number of seconds from 0.001 to 86400";
}

}  // namespace

void addSideOptions(CLI::App& command, SideOptions& side, const std::string& prefix, const std::string& whose,
                    const std::string& unlimited) {
  const auto name = [&](const char* word) { return "--" + prefix + word; };
  command.add_option(name("nodes"), side.nodes, "nodes a move" + whose + unlimited)
      ->check(wholeNumberFault)
      ->check(CLI::Range(u64{1}, ~u64{0}));
  command.add_option(name("depth"), side.depth, "plies a move" + whose)->check(CLI::Range(1, kLongestDepth));
  command.add_option(name("movetime"), side.movetime, "milliseconds a move" + whose)->check(CLI::Range(1, kLongestMs));
  command.add_option(name("tc"), side.tc, "SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT" + whose);
  command.add_option(name("hash"), side.hash, "table size in MiB" + whose)->check(CLI::Range(1, kLargestHash));
  command.add_option(name("protocol"), side.protocol, "of a program" + whose)->check(CLI::IsMember({"uci", "xboard"}));
  command.add_option(name("option"), side.options, "UCI option or switch, NAME=VALUE" + whose)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void addPlayOptions(CLI::App& command, RunOptions& options, const std::string& pairsHelp) {
  command.add_option("--pairs", options.pairs, pairsHelp)
      ->check(wholeNumberFault)
      ->check(CLI::Range(u64{1}, kMostPairs));
  command.add_option("--games", options.games, "the same in games")
      ->check(wholeNumberFault)
      ->check(CLI::Range(u64{1}, 2 * kMostPairs))
      ->excludes("--pairs");
  command.add_option("--seed", options.seed, "of the openings")->check(wholeNumberFault)->capture_default_str();
  command.add_option("--openings", options.openings.file, "EPD, FEN or PGN file instead of the built-in lines");
  command.add_option("--opening-plies", options.openings.filePlies, "of each game of a PGN file; 0: all")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.add_option("--order", options.order, "of the file's positions: random or sequential")
      ->check(CLI::IsMember({"random", "sequential"}))
      ->capture_default_str();
  command
      .add_option("--random-plies", options.randomPlies,
                  fmt::format("after the opening, one more by a coin [{}, with --openings 0]", kRandomPlies))
      ->check(CLI::Range(0, 100));
  command.add_option("--max-start-score", options.maxStartScore, "centipawns after the random plies, or none")
      ->capture_default_str();
  command.add_flag("--chess960", options.openings.chess960,
                   "play Chess960; without --openings from one of its 960 starts");
  RefereeRules& referee = options.rules.referee;
  command.add_option("--draw-score", referee.drawScore, "drawn when both are this close to level; -1: never")
      ->check(CLI::Range(-1, 30'000))
      ->capture_default_str();
  command.add_option("--draw-plies", referee.drawPlies, "... for so many plies without pawn move or capture")
      ->check(CLI::Range(0, 10'000))
      ->capture_default_str();
  command.add_option("--draw-from-move", referee.drawFromMove, "... from this move on")
      ->check(CLI::Range(0, 10'000))
      ->capture_default_str();
  command.add_option("--win-score", referee.winScore, "won when both agree on this much; 0: never")
      ->check(CLI::Range(0, 30'000))
      ->capture_default_str();
  command.add_option("--win-plies", referee.winPlies, "... for so many plies")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_flag("--win-one-sided", referee.winOneSided,
                   "lost as well when the losing side alone says so, --win-plies moves in a row");
  command.add_flag("!--play-out-mates", referee.mates, "play on when both players see the same mate");
  command.add_option("--max-plies", referee.maxPlies, "drawn when so many are played")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_option("--time-margin", options.rules.marginMs, "milliseconds a move may be late")
      ->check(CLI::Range(0, kLongestMs))
      ->capture_default_str();
  command.add_option("--hang-seconds", options.hangSeconds, "without a time limit: silent for so long has hung")
      ->check(secondsFault)
      ->capture_default_str();
  command.add_option("--startup-seconds", options.startupSeconds, "a program answers uci and isready within this")
      ->check(secondsFault)
      ->capture_default_str();
  command.add_option("--concurrency", options.concurrency, "games at a time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--out", options.out, "run directory; an interrupted match goes on there");
  command.add_flag("--fresh", options.fresh, "set an old run in DIR aside");
  command.add_flag("--quiet", options.quiet, "no live line");
}

}  // namespace tabiya
