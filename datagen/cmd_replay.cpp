// tabiya-datagen replay: plays one game of a run again, alone, and compares it with what the run wrote.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "datagen/commands.h"
#include "datagen/replay.h"
#include "engine/base/command_line.h"
#include "engine/base/interrupt.h"
#include "engine/board/fen.h"
#include "records/progress.h"

namespace tabiya {
namespace {

struct Options {
  std::string run;
  u64 game = 0;
  std::string net;   // empty: where the run found it
  std::string book;  // the same
};

int failed(const std::string& sentence) {
  fmt::print(stderr, "tabiya-datagen: {}\n", sentence);
  return 1;
}

int replay(const Options& options) {
  auto run = readStoredRun(options.run);
  if (!run) return failed(run.error());
  const RunSettings& settings = run->settings;
  auto stored = readStoredGame(options.run, settings, options.game);
  if (!stored) return failed(stored.error());

  if (const std::string engine = engineBehaviour(); engine != settings.engine)
    return failed(fmt::format("{} was made by an engine that searches differently ({} there, {} in this build)",
                              options.run, settings.engine, engine));
  auto net = chooseNet(options.net.empty() ? run->sources.net : options.net);
  if (!net) return failed(net.error());
  if (net->hash != settings.network)
    return failed(fmt::format("{} was made with the network {}, and {} is {}; name the right one with --net",
                              options.run, settings.network, net->name, net->hash));
  const std::string book = options.book.empty() ? run->sources.book : options.book;
  auto openings = std::make_shared<std::vector<Opening>>();
  if (book.empty()) {
    *openings = builtinOpeningPool();
  } else {
    auto read = readOpeningPool(book);
    if (!read) return failed(read.error());
    *openings = std::move(*read);
  }
  if (const std::string hash = openingsHash(*openings); hash != settings.openings)
    return failed(fmt::format("{} was made with other openings than {} now holds; name them with --book", options.run,
                              book.empty() ? "this build" : book));

  const std::atomic<bool>& interrupted = watchInterrupts();
  GamePlayer player(settings.game, *net, openings);
  const auto game = player.play(options.game, interrupted);
  if (!game) return kExitInterrupted;
  fmt::print("start      {}\n", writeFen(game->start));
  fmt::print("game       {} plies, {}, {}\n", game->plies,
             game->result == GameResult::Draw        ? "drawn"
             : game->result == GameResult::WhiteWins ? "White won"
                                                     : "Black won",
             toString(game->end));
  if (const std::string difference = differenceTo(*stored, *game); !difference.empty())
    return failed(fmt::format("game {} is not what {} holds: {}", options.game, stored->file, difference));
  fmt::print("game {} played again gives the same {} as {}{}\n", options.game,
             counted(stored->records.size(), "record"), stored->file,
             settings.game.gameLog ? ", and the same game log" : "");
  return 0;
}

}  // namespace

std::function<int()> addReplayCommand(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("--run", options->run, "the run directory (of a shard, its own)")->type_name("DIR")->required();
  app.add_option("--game", options->game, "the game's number")->type_name("N")->check(wholeNumberFault)->required();
  app.add_option("--net", options->net, "the network, when it is not where the run found it")->type_name("NET");
  app.add_option("--book", options->book, "the book, when it is not where the run found it")->type_name("FILE");
  app.footer("\nExample:\n  tabiya-datagen replay --run runs/data --game 17\n");
  return [options] { return replay(*options); };
}

}  // namespace tabiya
