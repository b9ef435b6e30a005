// tabiya-match: plays matches and computes their statistics. The subcommands are in cmd_*.cpp.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <functional>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "datagen/match/commands.h"
#include "engine/base/command_line.h"
#include "engine/base/cpu.h"
#include "engine/base/version.h"
#include "engine/eval/net_choice.h"

namespace {

using namespace tabiya;

std::string versionText() {
  const auto net = chooseNet(defaultNetWord());
  const std::string shown = net ? net->name + " " + net->hash : "unreadable: " + net.error();
  return versionLine("tabiya-match") + "\nnet " + shown;
}

int run(int argc, char** argv) {
  CLI::App app("Matches between networks and engines, decided by the SPRT.", "tabiya-match");
  app.set_version_flag("--version", versionText);
  app.set_config("--config", "", "options from a TOML file, a [section] a command");
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.require_subcommand(1);
  app.fallthrough();
  // The order of --help.
  std::vector<std::pair<std::string, std::function<int()>>> commands;
  commands.emplace_back("run", addRunCommand(app));
  commands.emplace_back("gauntlet", addGauntletCommand(app));
  commands.emplace_back("roundrobin", addRoundRobinCommand(app));
  commands.emplace_back("merge", addMergeCommand(app));
  commands.emplace_back("stats", addStatsCommand(app));
  commands.emplace_back("openings", addOpeningsCommand(app));
  app.footer(
      "Exit codes: 0 done (SPRT: H1 accepted), 1 failed, 2 usage, 3 H0 accepted, 4 undecided, 130 interrupted.\n"
      "Example: tabiya-match run net:new.nnue net:builtin --nodes 10000 --sprt 0,10 --out runs/new\n"
      "Each command has its own --help.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    fmt::print(stderr, "{}\n", usageSentence(app, error.what()));
    return 2;
  }
  int code = 0;
  for (const auto& [name, execute] : commands)
    if (app.got_subcommand(name)) code = execute();
  flushOutput();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::string problem = tabiya::cpuMismatch(); !problem.empty()) {
    fmt::print(stderr, "tabiya-match: {}\n", problem);
    return 1;
  }
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tabiya-match: out of memory\n");
    return 1;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "tabiya-match: {}\n", problem.what());
    return 1;
  }
}
