// tabiya-net: looks at networks, evaluates with them, compares them and writes them for others. Parses the command
// line; the work is in cmd_*.cpp.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>

#include "engine/base/command_line.h"
#include "engine/base/cpu.h"
#include "engine/base/version.h"
#include "engine/eval/net_choice.h"
#include "nets/commands.h"

namespace {

using namespace tabiya;

std::string versionText() {
  const auto net = chooseNet(defaultNetWord());
  const std::string shown = !net ? net.error() : net->network ? net->name + " " + net->hash : net->name;
  return versionLine("tabiya-net") + "\nnet " + shown;
}

int run(int argc, char** argv) {
  CLI::App app("Looks at networks (.nnue), evaluates with them, compares them and writes them in other layouts.",
               "tabiya-net");
  app.footer(
      "A FILE may be `builtin`, the network inside this build.\n\n"
      "Example:\n  tabiya-net info nets/default.nnue\n  tabiya-net compare builtin runs/net/best.nnue");
  app.set_version_flag("--version", versionText);
  app.set_config("--config", "", "A TOML file with any of these options");
  app.require_subcommand(1);
  app.allow_config_extras(CLI::config_extras_mode::error);
  std::function<int()> command;
  addInfo(app, command);
  addEval(app, command);
  addCompare(app, command);
  addExport(app, command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    fmt::print(stderr, "{}\n", usageSentence(app, error.what()));
    return 2;
  }
  const int code = command();
  flushOutput();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  // Beyond a file-size limit a write then fails with a sentence, instead of ending the process.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    if (const std::string missing = cpuMismatch(); !missing.empty()) throw ToolFailure(missing);
    return run(argc, argv);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "tabiya-net: {}\n", problem.what());
    return 1;
  }
}
