// tabiya-datagen: the engine plays itself and records what it saw. Parses the command line; the work is in cmd_*.cpp.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "datagen/commands.h"
#include "engine/base/command_line.h"
#include "engine/base/cpu.h"
#include "engine/base/version.h"
#include "engine/eval/net_choice.h"

namespace {

constexpr const char* kTool = "tabiya-datagen";

std::string version() {
  std::string text = tabiya::versionLine(kTool);
  if (const auto net = tabiya::chooseNet(tabiya::defaultNetWord()); net)
    text += "\nnet " + net->name + (net->network ? " " + net->hash : "");
  return text;
}

int usage(const CLI::App& app, const std::string& what) {
  std::fprintf(stderr, "%s\n", tabiya::usageSentence(app, what).c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::string missing = tabiya::cpuMismatch(); !missing.empty()) {
    std::fprintf(stderr, "%s: %s\n", kTool, missing.c_str());
    return 1;
  }
  const std::string commandLine = tabiya::commandLineOf(argc, argv);
  CLI::App app{
      "Plays games of the engine against itself and records the quiet positions of them, in chunks of 32-byte\n"
      "records with their scores and results. Started again with the same settings it goes on where it stopped.\n",
      kTool};
  app.footer(
      "\nExample:\n  tabiya-datagen --out runs/data --games 20000 --nodes 6000 --net none --seed 7\n"
      "  tabiya-datagen replay --run runs/data --game 17\n");
  app.set_version_flag("--version", version());
  app.require_subcommand(0, 1);
  app.allow_config_extras(CLI::config_extras_mode::error);
  const auto run = tabiya::addRunCommand(app, commandLine);
  CLI::App* replayApp = app.add_subcommand("replay", "plays one game of a run again and compares its bytes");
  const auto replay = tabiya::addReplayCommand(*replayApp);

  try {
    app.parse(argc, argv);
    const int code = replayApp->parsed() ? replay() : run();
    tabiya::flushOutput();
    return code;
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return usage(app, error.what());
  } catch (const tabiya::UsageError& error) {
    return usage(app, error.message);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", kTool);
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", kTool, tabiya::sentenceOf(error).c_str());
    return 1;
  }
}
