// tabiya-match: plays matches and computes their statistics. The subcommands are in cmd_*.cpp.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "datagen/match/commands.h"
#include "engine/base/cpu.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "engine/eval/net_choice.h"

namespace {

using namespace tabiya;

std::string versionText() {
  const auto net = chooseNet(defaultNetWord());
  const std::string shown = net ? net->name + " " + net->hash : "unreadable: " + net.error();
  return versionLine("tabiya-match") + "\nnet " + shown;
}

// "unknown option --noodes; the nearest is --nodes": of the first word that is known to nobody; empty when all are.
std::string unknownWord(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  const auto extras = app.remaining(true);
  const auto isOption = [](const std::string& word) { return word.starts_with("-"); };
  std::vector<std::string> names;
  if (const auto word = std::find_if(extras.begin(), extras.end(), isOption); word != extras.end()) {
    for (const CLI::Option* option : (chosen.empty() ? &app : chosen.front())->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const std::string typed = word->substr(0, word->find('='));
    return fmt::format("unknown option {}; the nearest is {}", typed, nearestWord(typed, names));
  }
  if (!chosen.empty() || extras.empty()) return "";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return fmt::format("unknown command {}; the nearest is {}", extras.front(), nearestWord(extras.front(), names));
}

int run(int argc, char** argv) {
  CLI::App app("Matches between networks and engines, decided by the SPRT.", "tabiya-match");
  app.set_version_flag("--version", versionText);
  app.set_config("--config", "", "options from a TOML file, a [section] a command");
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
    const std::string unknown = unknownWord(app);
    const auto chosen = app.get_subcommands();
    const std::string command = "tabiya-match" + (chosen.empty() ? "" : " " + chosen.front()->get_name());
    fmt::print(stderr, "{}: {}; see {} --help\n", command, unknown.empty() ? error.what() : unknown, command);
    return 2;
  }
  int code = 0;
  for (const auto& [name, execute] : commands)
    if (app.got_subcommand(name)) code = execute();
  // A full disk under a redirected output shows only here.
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw std::runtime_error("cannot write to standard output");
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
  } catch (const std::exception& problem) {
    fmt::print(stderr, "tabiya-match: {}\n", problem.what());
    return 1;
  }
}
