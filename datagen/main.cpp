// tabiya-datagen: the engine plays itself and records what it saw. Parses the command line; the work is in cmd_*.cpp.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "datagen/commands.h"
#include "engine/base/cpu.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "engine/eval/net_choice.h"

namespace {

constexpr const char* kTool = "tabiya-datagen";

std::string version() {
  std::string text = tabiya::versionLine(kTool);
  if (const auto net = tabiya::chooseNet(tabiya::defaultNetWord()); net) text += "\nnet " + net->name + " " + net->hash;
  return text;
}

// In one word, so that the shell reads it back as it was.
std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t\n'\"\\$&;<>|*?()[]{}~#!`") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

int usage(const std::string& sentence) {
  std::fprintf(stderr, "%s: %s (see %s --help)\n", kTool, sentence.c_str(), kTool);
  return 2;
}

// "unknown option --treads; the nearest is --threads".
std::string unknownWord(const CLI::App& app) {
  const CLI::App* at = &app;
  if (!app.get_subcommands().empty()) at = app.get_subcommands().front();
  const std::vector<std::string> rest = app.remaining(true);
  const std::string word = rest.empty() ? "" : rest.front().substr(0, rest.front().find('='));
  std::vector<std::string> known;
  if (word.rfind('-', 0) == 0) {
    for (const CLI::Option* option : at->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return "unknown option " + word + "; the nearest is " + tabiya::nearestWord(word, known);
  }
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  return "unknown command " + word + "; the nearest is " + tabiya::nearestWord(word, known);
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::string missing = tabiya::cpuMismatch(); !missing.empty()) {
    std::fprintf(stderr, "%s: %s\n", kTool, missing.c_str());
    return 1;
  }
  std::string commandLine;
  for (int i = 0; i < argc; ++i) commandLine += (i ? " " : "") + quoted(argv[i]);

  CLI::App app{
      "Plays games of the engine against itself and records the quiet positions of them, in chunks of 32-byte\n"
      "records with their scores and results. Started again with the same settings it goes on where it stopped.\n",
      kTool};
  app.footer(
      "\nExample:\n  tabiya-datagen --out runs/data --games 20000 --nodes 6000 --net none --seed 7\n"
      "  tabiya-datagen replay --run runs/data --game 17\n");
  app.set_version_flag("--version", version());
  app.require_subcommand(0, 1);
  const auto run = tabiya::addRunCommand(app, commandLine);
  CLI::App* replayApp = app.add_subcommand("replay", "plays one game of a run again and compares its bytes");
  const auto replay = tabiya::addReplayCommand(*replayApp);

  try {
    app.parse(argc, argv);
    return replayApp->parsed() ? replay() : run();
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ExtrasError&) {
    return usage(unknownWord(app));
  } catch (const CLI::ParseError& error) {
    return usage(error.what());
  } catch (const tabiya::UsageError& error) {
    return usage(error.message);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", kTool);
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", kTool, error.what());
    return 1;
  }
}
