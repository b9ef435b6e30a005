// tabiya-train: learns a network from record files. Parses the command line; the work is in cmd_*.cpp.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "engine/base/command_line.h"
#include "engine/base/cpu.h"
#include "engine/base/version.h"
#include "trainer/commands.h"

namespace {

constexpr const char* kTool = "tabiya-train";

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
      "Trains a network on record files, in a run directory: nets after each epoch, the best one by held-out games,\n"
      "a log and checkpoints. Started again with the same settings it goes on where it stopped.\n",
      kTool};
  app.footer(
      "\nExample:\n  tabiya-train --data runs/data/chunk-*.bin --out runs/net --hidden 64 --epochs 20\n"
      "  tabiya-train bench --hidden 256\n");
  app.set_version_flag("--version", tabiya::versionLine(kTool));
  app.require_subcommand(0, 1);
  app.allow_config_extras(CLI::config_extras_mode::error);
  const auto train = tabiya::addTrainCommand(app, commandLine);
  CLI::App* benchApp = app.add_subcommand("bench", "measures records/s of each stage of a training step");
  const auto bench = tabiya::addBenchCommand(*benchApp);
  CLI::App* checkApp = app.add_subcommand("check", "checks gradients against finite differences, and the backend");
  const auto check = tabiya::addCheckCommand(*checkApp);
  CLI::App* devicesApp = app.add_subcommand("devices", "lists what a network can be trained on");
  const auto devices = tabiya::addDevicesCommand(*devicesApp);

  try {
    app.parse(argc, argv);
    const auto& chosen = benchApp->parsed()     ? bench
                         : checkApp->parsed()   ? check
                         : devicesApp->parsed() ? devices
                                                : train;
    const int code = chosen();
    tabiya::flushOutput();
    return code;
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return usage(app, error.what());
  } catch (const tabiya::UsageError& error) {
    return usage(app, error.what());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", kTool);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", kTool, tabiya::sentenceOf(error).c_str());
  }
  return 1;
}
