// tabiya-records: looks at, checks and reshapes record files. One command a cmd_*.cpp.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "engine/base/cpu.h"
#include "engine/base/interrupt.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "records/tool.h"

namespace {

using namespace tabiya;

constexpr int kExitFailed = 1, kExitUsage = 2;

// The command that was chosen, or the program itself.
const CLI::App* chosen(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? &app : commands.front();
}

// "there is no --cuont; the nearest is --count" for the first argument that is no option or command of the chosen
// command.
std::string suggestion(const CLI::App& app) {
  const CLI::App* command = chosen(app);
  std::vector<std::string> words;
  for (const CLI::Option* option : command->get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  for (const CLI::App* sub : command->get_subcommands({})) words.push_back(sub->get_name());
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return "";
  if (command != &app && !extras.front().starts_with("-"))
    return fmt::format("{} is one argument too many", extras.front());
  return fmt::format("there is no {}; the nearest is {}", extras.front(), nearestWord(extras.front(), words));
}

int usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  std::string what = error.what();
  if (std::string found = suggestion(app); !found.empty()) what = found;
  const std::string name = chosen(app) == &app ? "" : " " + chosen(app)->get_name();
  fmt::print(stderr, "tabiya-records{}: {}; see tabiya-records{} --help\n", name, what, name);
  return kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  if (const std::string mismatch = cpuMismatch(); !mismatch.empty()) {
    fmt::print(stderr, "tabiya-records: {}\n", mismatch);
    return kExitFailed;
  }
  ToolContext context{watchInterrupts(), {}};
  CLI::App app("Looks at, checks and reshapes files of 32-byte training records.", "tabiya-records");
  app.set_version_flag("--version", versionLine("tabiya-records"));
  app.set_config("--config", "", "Options from a TOML file, a [section] a command");
  app.require_subcommand(1);
  app.fallthrough();
  app.footer("Example: tabiya-records stats data/chunk-*.bin\nEach command has its own --help.");
  addStats(app, context);
  addShow(app, context);
  addVerify(app, context);
  addSplit(app, context);
  addConvert(app, context);
  try {
    app.parse(argc, argv);
    const int code = context.run();
    // A full disk under a redirected output shows only here.
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    return code;
  } catch (const CLI::ParseError& error) {
    return usage(app, error);
  } catch (const std::filesystem::filesystem_error& error) {
    fmt::print(stderr, "tabiya-records: {}\n", error.what());
  } catch (const std::system_error& error) {
    // What a print throws.
    fmt::print(stderr, "tabiya-records: cannot write to standard output: {}\n", error.code().message());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tabiya-records: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "tabiya-records: {}\n", error.what());
  }
  return kExitFailed;
}
