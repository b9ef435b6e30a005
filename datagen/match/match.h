// A match: colour-swapped pairs on worker threads, counted in pair order, ended by the SPRT or by the number of pairs.
//
// Only the longest prefix of complete pairs counts, in pair order. So the verdict of a match at fixed nodes is the same
// for any number of workers and any interruptions; pairs beyond the end, and pairs cut short, are played for nothing.
#pragma once

#include <array>
#include <atomic>
#include <optional>

#include "datagen/match/match_facts.h"
#include "datagen/match/match_openings.h"
#include "datagen/match/sprt.h"

namespace tabiya {

struct MatchSettings {
  std::array<PlayerSettings, 2> players;  // A and B
  MatchRules rules;
  std::optional<SprtSettings> sprt;
  u64 pairs = 100;    // at most
  u64 firstPair = 0;  // a shard plays the pairs from this number on
  int concurrency = 1;
};

// How a match stands by its SPRT; of a match without one, undecided with no ratio.
struct MatchStanding {
  std::optional<double> llr;
  SprtVerdict verdict = SprtVerdict::Undecided;
};
MatchStanding standing(const MatchTally& tally, const std::optional<SprtSettings>& sprt);

// Hears of each counted pair in pair order, and several times a second of nothing new; always on the thread that
// called playMatch.
class MatchObserver {
 public:
  virtual ~MatchObserver() = default;
  virtual void pairCounted(const MatchTally& tally, const MatchPair& pair, const PairFacts& facts) = 0;
  virtual void tick(const MatchTally& tally) = 0;
};

struct MatchOutcome {
  MatchTally tally;
  bool interrupted = false;
};

// Goes on from `tally` (whose starts `openings` has been told of) until the SPRT decides, `pairs` are counted or
// `interrupt` is set. An error when a player cannot start or no opening is left; what the
// observer heard of stands.
Result<MatchOutcome> playMatch(const MatchSettings& settings, MatchOpenings& openings, MatchTally tally,
                               const std::atomic<bool>& interrupt, MatchObserver& observer);

}  // namespace tabiya
