// The engine's subcommands. Each takes the words after its name and returns the exit code; errors are one sentence on
// stderr.
#pragma once

#include <string>
#include <vector>

namespace tabiya {

using Words = std::vector<std::string>;

inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

int commandBench(const Words& words);
int commandPerft(const Words& words);
int commandEval(const Words& words);
// The first word is the whole request, `genfens N seed S book B`.
int commandGenfens(const Words& words);

// Prints the sentence and returns `code`.
int fail(const std::string& sentence, int code = kExitFailed);
int failUsage(const std::string& sentence);

}  // namespace tabiya
