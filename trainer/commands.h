// The commands of tabiya-train: each adds its options, and what it returns runs it and gives the exit code.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "engine/base/result.h"

namespace CLI {
class App;
}

namespace tabiya {

using Command = std::function<int()>;

Command addTrainCommand(CLI::App& app, const std::string& commandLine);
Command addBenchCommand(CLI::App& app);
Command addCheckCommand(CLI::App& app);
Command addDevicesCommand(CLI::App& app);

// Threads when --threads is not given: the cores that this process may use.
int defaultThreads();

// Bad data on the way to main, which prints the sentence and exits 1.
class ToolFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// A wrong command line that the parser cannot see: exit 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class T>
T orFail(Result<T> result) {
  if (!result) throw ToolFailure(result.error());
  return std::move(*result);
}

// Throws ToolFailure when this build has no such backend ("auto", "cpu" or "gpu").
void requireBackend(const std::string& name);

}  // namespace tabiya
