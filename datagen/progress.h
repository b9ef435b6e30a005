// What a data run shows of itself while it goes: rates, time left, results, and alarms when the data smells wrong.
//
// Pure: facts and seconds in, text out.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "datagen/tally.h"

namespace tabiya {

// Estimates the share of keys that were met before, from a sample of keys that thins itself out as it grows.
class DuplicateEstimate {
 public:
  void add(u64 key);
  u64 sampled() const { return sampled_; }
  // 0 to 1.
  double share() const;

 private:
  std::unordered_map<u64, u32> counts_;
  u64 sampled_ = 0;
  u64 mask_ = 0;  // keys with any of these bits are not in the sample
};

class RunProgress {
 public:
  // Of the two goals of this run or shard one is set.
  RunProgress(std::optional<u64> games, std::optional<u64> positions);

  // What was done before this start.
  void begun(const Tally& before) { total_.add(before); }
  void add(const PlayedGame& game, const GameFacts& facts);

  const Tally& total() const { return total_; }
  const Tally& session() const { return session_; }
  double positionsPerSecond(double seconds) const;
  // Nothing before the first game.
  std::optional<double> secondsLeft(double seconds) const;
  // Of all positions that were searched.
  double keepRate() const;

  // `seconds` since this start.
  std::string line(double seconds) const;
  std::vector<std::string> panel(double seconds) const;
  std::string jsonLine(double seconds) const;

  // Alarms that have not been given yet, each a sentence.
  std::vector<std::string> newAlarms();

 private:
  struct Alarm {
    u32 bit;
    std::string text;
  };
  std::vector<Alarm> alarms() const;

  std::optional<u64> goalGames_;
  std::optional<u64> goalPositions_;
  Tally total_;
  Tally session_;
  DuplicateEstimate duplicates_;  // of positions with many pieces, in different games
  u32 given_ = 0;                 // bits of the alarms that were given
};

// "mate seen 61 %, threefold repetition 20 %": the commonest first.
std::string endReasonsText(const Tally& tally);

}  // namespace tabiya
