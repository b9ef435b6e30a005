// The options that `run` and the tournaments share.
#pragma once

#include <string>

#include "datagen/match/run_options.h"

namespace CLI {
class App;
}

namespace tabiya {

// Limits, table size, protocol and options of a player, as --nodes, or with a `prefix` as --a-nodes. `whose` ends each
// help text; `unlimited` says what holds without any limit.
void addSideOptions(CLI::App& command, SideOptions& side, const std::string& prefix, const std::string& whose,
                    const std::string& unlimited = "");

// How many pairs, from which starts, by which rules, and where it is kept. `pairsHelp` explains --pairs.
void addPlayOptions(CLI::App& command, RunOptions& options, const std::string& pairsHelp);

}  // namespace tabiya
