// A match on the disk: state.json and games.pgn of its run directory, from which it goes on exactly where it stood.
//
// The state counts the PGN's bytes and is written after them: what stands in the PGN beyond that count is cut off.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "datagen/match/match.h"

namespace tabiya {

struct MatchState {
  MatchTally tally;
  std::vector<u64> starts;  // position keys of the counted pairs' starts, in pair order
  u64 pgnBytes = 0;
  double seconds = 0;  // of play, all sessions together
};

// Nothing counted yet when there is no such file; a damaged one is a sentence.
Result<MatchState> readMatchState(const std::string& path);
// Whole or not at all; throws std::runtime_error naming the path.
void writeMatchState(const MatchState& state, const std::string& path);

class MatchRecorder {
 public:
  // `directory`/state.json and, when `pgn`, `directory`/games.pgn, cut to what the state counts.
  static Result<MatchRecorder> open(const std::string& directory, bool pgn);
  ~MatchRecorder();
  MatchRecorder(MatchRecorder&& other) noexcept;
  MatchRecorder& operator=(MatchRecorder&&) = delete;

  const MatchState& state() const { return state_; }
  // Takes a counted pair and its games' text; written at once to the PGN, and every second or so to the state.
  // Throws std::runtime_error when the disk does not take it; the PGN is then cut back to whole pairs.
  void add(const MatchTally& tally, const MatchPair& pair, const std::string& pgn);
  // Writes the state now.
  void save();

 private:
  MatchRecorder() = default;

  std::string statePath_;
  std::string pgnPath_;
  int pgn_ = -1;
  MatchState state_;
  double secondsBefore_ = 0;
  std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point saved_ = opened_;
};

// Both games of a pair. `names`: of A and B. Comments are `score/depth nodes`, with the time before the nodes when the
// games are `timed` (those of fixed-node games repeat byte for byte).
std::string pairAsPgn(const MatchPair& pair, const std::array<std::string, 2>& names, const std::string& event,
                      bool timed, bool chess960);

}  // namespace tabiya
