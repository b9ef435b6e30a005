// The tool's commands: each adds its options to a parser and gives back what runs it and returns the exit code.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace tabiya {

// A wrong use of the command line: main prints the sentence and exits with 2.
struct UsageError {
  std::string message;
};

std::function<int()> addRunCommand(CLI::App& app, const std::string& commandLine);
std::function<int()> addReplayCommand(CLI::App& app);

}  // namespace tabiya
