// tabiya-records: looks at, checks and reshapes record files. One command a cmd_*.cpp.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "engine/base/command_line.h"
#include "engine/base/cpu.h"
#include "engine/base/interrupt.h"
#include "engine/base/version.h"
#include "records/tool.h"

namespace {

using namespace tabiya;

constexpr int kExitDone = 0, kExitFailed = 1, kExitUsage = 2;

int usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  fmt::print(stderr, "{}\n", usageSentence(app, error.what()));
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
  app.allow_config_extras(CLI::config_extras_mode::error);
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
    flushOutput();
    return code;
  } catch (const CLI::ParseError& error) {
    return usage(app, error);
  } catch (const std::filesystem::filesystem_error& error) {
    fmt::print(stderr, "tabiya-records: {}\n", sentenceOf(error));
  } catch (const std::system_error& error) {
    // What a print throws. Whoever read our output may have seen enough: `tabiya-records show FILE | head`.
    if (error.code().value() == EPIPE) return kExitDone;
    fmt::print(stderr, "tabiya-records: cannot write to standard output: {}\n", error.code().message());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "tabiya-records: not enough memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "tabiya-records: {}\n", error.what());
  }
  return kExitFailed;
}
