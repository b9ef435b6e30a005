// One match from beginning to end, live on the screen and written down: what `run` and the tournaments share.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "datagen/match/match.h"
#include "datagen/match/run_options.h"

namespace tabiya {

struct Session {
  MatchTally tally;
  MatchTime time;
  std::vector<PairFacts> pairs;
  std::array<std::string, 2> names;  // of A and B, different
  bool interrupted = false;
};

// Tries both players, opens or goes on in `options.out` if there is one, says what is played, and plays. An error is a
// sentence for the user.
Result<Session> playSession(const MatchSettings& settings, const RunOptions& options,
                            const std::atomic<bool>& interrupt);

// The exit code of a match that was not interrupted: by its SPRT's verdict; 0 without one.
int verdictCode(const MatchTally& tally, const std::optional<SprtSettings>& sprt);

}  // namespace tabiya
