// tabiya-match: plays matches and computes their statistics. The subcommands are in cmd_*.cpp.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>

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

// "; the nearest is --nodes" for the first unknown word of the command line.
std::string nearestTo(const CLI::App& app, const CLI::App& command) {
  const auto extras = app.remaining(true);
  const auto word = std::find_if(extras.begin(), extras.end(), [](const auto& w) { return w.starts_with("-"); });
  if (word == extras.end()) return "";
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return "; the nearest to " + *word + " is " + nearestWord(word->substr(0, word->find('=')), names);
}

int run(int argc, char** argv) {
  CLI::App app("Matches between networks and engines, decided by the SPRT.");
  app.set_version_flag("--version", versionText);
  app.require_subcommand(1);
  const auto runMatch = addRunCommand(app);
  const auto runStats = addStatsCommand(app);
  app.footer("Exit codes: 0 done (SPRT: H1 accepted), 1 failed, 2 usage, 3 H0 accepted, 4 undecided, 130 interrupted.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const auto chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    fmt::print(stderr, "tabiya-match: {}{}\n", error.what(), nearestTo(app, command));
    return 2;
  }
  return app.got_subcommand("run") ? runMatch() : runStats();
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
