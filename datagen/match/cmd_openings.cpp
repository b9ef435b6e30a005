// tabiya-match openings: makes opening lines, and checks those that are built in or in a file.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "datagen/match/commands.h"
#include "datagen/match/match_openings.h"
#include "datagen/match/opening_maker.h"
#include "datagen/match/player.h"
#include "engine/base/command_line.h"
#include "engine/base/files.h"
#include "engine/base/interrupt.h"
#include "engine/board/fen.h"
#include "engine/eval/net_choice.h"
#include "engine/movegen/san.h"
#include "records/progress.h"

namespace tabiya {
namespace {

struct OpeningsOptions {
  u64 make = 0;
  std::string check = "builtin";
  std::string net = "none";
  std::string format = "lines";
  std::string out;
  bool quiet = false;
  int checkMaxScore = 60;
  OpeningMakerSettings maker;
};

int failed(const std::string& sentence) {
  fmt::print(stderr, "tabiya-match openings: {}\n", sentence);
  return 1;
}

// A made line in the form asked for; `source` rows are those of engine/openings_lines.cpp.
std::string formatted(const std::string& line, const std::string& format) {
  if (format == "lines") return line + "\n";
  if (format == "source") return fmt::format("    \"{}\",\n", line);
  Game game;
  for (std::size_t at = 0; at < line.size(); at += 5) game.play(*readUci(game.position(), line.substr(at, 4)));
  return writeFen(game.position()) + "\n";
}

int makeOpenings(const OpeningsOptions& options) {
  const std::atomic<bool>& interrupt = watchInterrupts();
  auto net = chooseNet(options.net);
  if (!net) return failed(net.error());
  std::unordered_set<u64> taken;
  for (const Opening& opening : builtinOpeningPool()) taken.insert(opening.game.position().key());
  OpeningMaker maker(options.maker, std::move(*net), std::move(taken));
  ProgressLine progress(options.quiet);
  std::string text;
  u64 made = 0;
  // Where few lines are level, or few are left, the search for more has an end.
  const u64 attempts = 1000 + 100 * options.make;
  for (u64 k = 0; made < options.make && k < attempts && !interrupt; ++k) {
    if (const auto line = maker.attempt(k)) {
      text += formatted(*line, options.format);
      ++made;
    }
    if (progress.due()) progress.show(fmt::format("{} of {} lines, {} attempts", made, options.make, k + 1));
  }
  progress.end();
  if (interrupt) {
    fmt::print(stderr, "Interrupted after {} lines; nothing is written.\n", made);
    return kExitInterrupted;
  }
  if (made < options.make)
    return failed(
        fmt::format("only {} lines of {} plies were found in {} attempts", made, options.maker.plies, attempts));
  if (options.out.empty())
    fmt::print("{}", text);
  else
    writeWholeFile(options.out, text);
  return 0;
}

int checkOpenings(const OpeningsOptions& options) {
  const std::atomic<bool>& interrupt = watchInterrupts();
  auto net = chooseNet(options.net);
  if (!net) return failed(net.error());
  const std::string evaluation = net->name;
  std::vector<Opening> pool = builtinOpeningPool();
  if (options.check != "builtin") {
    auto read = readMatchBook(options.check, 0);
    if (!read) return failed(read.error());
    pool = std::move(*read);
  }
  Engine engine(16);
  engine.setNet(std::move(*net));
  ProgressLine progress(options.quiet);
  std::unordered_set<u64> ends;
  u64 bad = 0, done = 0;
  int worst = 0;
  for (const Opening& opening : pool) {
    if (interrupt) return kExitInterrupted;
    std::string trouble;
    if (!ends.insert(opening.game.position().key()).second) trouble = "ends where another one does";
    if (const auto score = judgeOpening(engine, opening.game, options.maker.depth); !score) {
      trouble = "sees a mate";
    } else {
      worst = std::max(worst, std::abs(*score));
      if (std::abs(*score) > options.checkMaxScore) trouble = fmt::format("scores {} cp", *score);
    }
    if (!trouble.empty()) {
      progress.end();
      fmt::print("{}: {}\n", opening.name, trouble);
      ++bad;
    }
    ++done;
    if (progress.due()) progress.show(fmt::format("{} of {} openings", done, pool.size()));
  }
  progress.end();
  fmt::print("{} openings, {} of them bad; the least level scores {} cp at depth {} by {}\n", pool.size(), bad, worst,
             options.maker.depth, evaluation);
  return bad == 0 ? 0 : 1;
}

}  // namespace

std::function<int()> addOpeningsCommand(CLI::App& app) {
  auto* command = app.add_subcommand("openings", "makes opening lines, or checks them");
  auto options = std::make_shared<OpeningsOptions>();
  OpeningMakerSettings& maker = options->maker;
  command->add_option("--make", options->make, "make so many lines that the built-in ones do not have")
      ->check(wholeNumberFault)
      ->check(CLI::Range(u64{1}, u64{1'000'000}));
  command->add_option("--check", options->check, "builtin, or an EPD, FEN or PGN file: are all level and different?")
      ->capture_default_str();
  command->add_option("--net", options->net, "who judges: none (by hand), builtin or FILE")->capture_default_str();
  command->add_option("--format", options->format, "of made lines: UCI moves, FENs or rows of C++")
      ->check(CLI::IsMember({"lines", "epd", "source"}))
      ->capture_default_str();
  command->add_option("--out", options->out, "write made lines to this file instead of the screen");
  command->add_option("--seed", maker.seed, "of the lines")->check(wholeNumberFault)->capture_default_str();
  command->add_option("--plies", maker.plies, "of a line")->check(CLI::Range(2, 30))->capture_default_str();
  command->add_option("--move-nodes", maker.moveNodes, "of the search behind each move that might be played")
      ->check(wholeNumberFault)
      ->check(CLI::Range(u64{1}, ~u64{0}))
      ->capture_default_str();
  command->add_option("--window", maker.window, "centipawns: moves so close to the best are played")
      ->check(CLI::Range(0, 30'000))
      ->capture_default_str();
  command->add_option("--depth", maker.depth, "of the search that judges a line")
      ->check(CLI::Range(1, kLongestDepth))
      ->capture_default_str();
  command->add_option("--max-score", maker.maxScore, "centipawns: beyond it a made line is dropped")
      ->check(CLI::Range(1, 30'000))
      ->capture_default_str();
  command->add_option("--check-max-score", options->checkMaxScore, "centipawns: beyond it a checked line is bad")
      ->check(CLI::Range(1, 30'000))
      ->capture_default_str();
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer("Example: tabiya-match openings --make 450 --seed 1 --out lines.txt");
  return [options] { return options->make > 0 ? makeOpenings(*options) : checkOpenings(*options); };
}

}  // namespace tabiya
