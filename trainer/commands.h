// The commands of tabiya-train: each adds its options, and what it returns runs it and gives the exit code.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "engine/base/result.h"
#include "trainer/backend.h"

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

// What a command's steps are made on.
struct BackendOptions {
  std::string backend = "auto";  // auto, cpu or gpu
  std::string device;            // of the GPUs: an index or a part of a name; empty = the best
  bool gpuDebug = false;         // watched by the validation layers
  int threads = defaultThreads();
};
void addBackendOptions(CLI::App& app, BackendOptions& options);

namespace gpu {
class Device;
}

// The device chosen and opened; null is the CPU.
struct ChosenBackend {
  std::shared_ptr<const gpu::Device> gpu;
  std::string name;    // "cpu", or "gpu, NAME"
  std::string remark;  // what the user should know about the choice; empty when there is nothing

  std::unique_ptr<Backend> make(const ModelShape& shape, int threads) const;
  // Validation messages of a debugged device: throws ToolFailure when there are any.
  void reportMessages() const;
};
// auto takes a GPU that is not a program, else the CPU. Throws ToolFailure when the GPU asked for is not there, and
// UsageError for options that contradict each other.
ChosenBackend chooseBackend(const BackendOptions& options);

}  // namespace tabiya
