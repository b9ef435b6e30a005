// A match on the disk: state.json, pairs.jsonl and games.pgn of its run directory, from which it goes on exactly.
//
// The state counts the bytes of the other two and is written after them: what stands beyond these counts is cut off.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "datagen/append_file.h"
#include "datagen/match/match.h"

namespace tabiya {

struct MatchState {
  MatchTally tally;
  MatchTime time;
  u64 pairBytes = 0;  // of pairs.jsonl
  u64 pgnBytes = 0;
  double seconds = 0;  // of play, all sessions together
};

// Nothing counted yet when there is no such file; a damaged one is a sentence.
Result<MatchState> readMatchState(const std::string& path);
// Whole or not at all; throws std::runtime_error naming the path.
void writeMatchState(const MatchState& state, const std::string& path);

// One line of pairs.jsonl, and back. The times of thought are written when the games are `timed`.
std::string pairLine(const PairFacts& pair, bool timed);
Result<PairFacts> readPairLine(const std::string& line);

// What a match left in `directory`: the state and the pairs it counts; a contradiction between them is a sentence.
struct StoredMatch {
  MatchState state;
  std::vector<PairFacts> pairs;
};
Result<StoredMatch> readStoredMatch(const std::string& directory);

class MatchRecorder {
 public:
  // Goes on in `directory`, with games.pgn when `pgn`; both files are cut to what the state counts.
  static Result<MatchRecorder> open(const std::string& directory, bool pgn, bool timed);

  const MatchState& state() const { return stored_.state; }
  // The counted pairs, in pair order.
  const std::vector<PairFacts>& pairs() const { return stored_.pairs; }
  // Takes a counted pair and its games' text; written at once, and every second or so the state after it.
  // Throws std::runtime_error when the disk does not take it; the files are then cut back to whole pairs.
  void add(const MatchTally& tally, const MatchTime& time, PairFacts facts, const std::string& pgn);
  // Writes the state now.
  void save();

 private:
  using Clock = std::chrono::steady_clock;
  explicit MatchRecorder(StoredMatch stored) : stored_(std::move(stored)) {}

  std::string statePath_;
  bool timed_ = false;
  StoredMatch stored_;
  std::optional<AppendFile> pairFile_;
  std::optional<AppendFile> pgnFile_;
  double secondsBefore_ = 0;
  Clock::time_point opened_ = Clock::now();
  Clock::time_point saved_ = opened_;
};

}  // namespace tabiya
