// What the commands of tabiya-net share: how they are added, how they find their networks and how they fail.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "nets/network.h"

namespace CLI {
class App;
}

namespace tabiya {

// Bad data on the way to main, which prints the sentence and exits 1.
class ToolFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The network of a word of the command line: `builtin` or a path. Throws ToolFailure.
std::shared_ptr<const Network> openNet(const std::string& word);

// Each adds its command, options and example; parsing it sets `run`, which returns the exit code.
void addInfo(CLI::App& app, std::function<int()>& run);
void addEval(CLI::App& app, std::function<int()>& run);
void addCompare(CLI::App& app, std::function<int()>& run);
void addExport(CLI::App& app, std::function<int()>& run);

}  // namespace tabiya
