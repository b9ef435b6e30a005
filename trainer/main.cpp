// tabiya-train: learns a network from record files. Parses the command line; the work is in cmd_*.cpp.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "engine/base/cpu.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "trainer/commands.h"

namespace {

constexpr const char* kTool = "tabiya-train";

int usage(const std::string& sentence) {
  std::fprintf(stderr, "%s: %s (see %s --help)\n", kTool, sentence.c_str(), kTool);
  return 2;
}

// In one word, so that the shell reads it back as it was.
std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t\n'\"\\$&;<>|*?()[]{}~#!`") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// "unknown option --treads; the nearest is --threads"
std::string unknownWord(const CLI::App& app) {
  const CLI::App* at = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  const std::vector<std::string> rest = app.remaining(true);
  const std::string word = rest.empty() ? "" : rest.front().substr(0, rest.front().find('='));
  const bool option = word.rfind('-', 0) == 0;
  std::vector<std::string> known;
  if (option) {
    for (const CLI::Option* o : at->get_options())
      for (const std::string& name : o->get_lnames()) known.push_back("--" + name);
  } else {
    for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  }
  return std::string("unknown ") + (option ? "option " : "command ") + word + "; the nearest is " +
         tabiya::nearestWord(word, known);
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
      "Trains a network on record files, in a run directory: nets after each epoch, the best one by held-out games,\n"
      "a log and checkpoints. Started again with the same settings it goes on where it stopped.\n",
      kTool};
  app.footer(
      "\nExample:\n  tabiya-train --data runs/data/chunk-*.bin --out runs/net --hidden 64 --epochs 20\n"
      "  tabiya-train bench --hidden 256\n");
  app.set_version_flag("--version", tabiya::versionLine(kTool));
  app.require_subcommand(0, 1);
  const auto train = tabiya::addTrainCommand(app, commandLine);
  CLI::App* benchApp = app.add_subcommand("bench", "measures records/s of each stage of a training step");
  const auto bench = tabiya::addBenchCommand(*benchApp);
  CLI::App* checkApp = app.add_subcommand("check", "checks gradients against finite differences, and the backend");
  const auto check = tabiya::addCheckCommand(*checkApp);
  CLI::App* devicesApp = app.add_subcommand("devices", "lists what a network can be trained on");
  const auto devices = tabiya::addDevicesCommand(*devicesApp);

  try {
    app.parse(argc, argv);
    if (benchApp->parsed()) return bench();
    if (checkApp->parsed()) return check();
    if (devicesApp->parsed()) return devices();
    return train();
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ExtrasError&) {
    return usage(unknownWord(app));
  } catch (const CLI::ParseError& error) {
    return usage(error.what());
  } catch (const tabiya::UsageError& error) {
    return usage(error.what());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", kTool);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", kTool, error.what());
  }
  return 1;
}
