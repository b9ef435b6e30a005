// The subcommands of tabiya-match: each adds itself to the command line and gives back what runs it.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace tabiya {

// SPRT accepted H0, or did not decide.
inline constexpr int kExitH0 = 3;
inline constexpr int kExitUndecided = 4;

// Each returns what to call when its subcommand was given; that returns the exit code.
std::function<int()> addRunCommand(CLI::App& app);
std::function<int()> addStatsCommand(CLI::App& app);
std::function<int()> addGauntletCommand(CLI::App& app);
std::function<int()> addRoundRobinCommand(CLI::App& app);
std::function<int()> addMergeCommand(CLI::App& app);
std::function<int()> addOpeningsCommand(CLI::App& app);

}  // namespace tabiya
