// What `tabiya-match run` was asked for, as typed, and what it resolves to.
#pragma once

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "datagen/match/match.h"

namespace tabiya {

inline constexpr u64 kDefaultNodes = 10'000;
inline constexpr u64 kDefaultPairs = 100;
inline constexpr u64 kDefaultSprtPairs = 20'000;

// What may be said for both players or for one.
struct SideOptions {
  std::optional<u64> nodes;
  std::optional<int> depth;
  std::optional<i64> movetime;
  std::string tc;
  std::optional<int> hash;
  std::vector<std::string> options;
  std::string arguments;
  std::string protocol;

  bool limits() const { return nodes || depth || movetime || !tc.empty(); }
};

struct RunOptions {
  std::array<std::string, 2> players;
  std::array<std::string, 2> labels;  // what they are called; empty: as they call themselves
  SideOptions both;
  std::array<SideOptions, 2> own;
  std::optional<u64> pairs;
  std::optional<u64> games;
  u64 firstPair = 0;
  std::vector<double> sprt;
  double alpha = 0.05;
  double beta = 0.05;
  std::string model = "normalised";
  bool singleGames = false;
  u64 seed = 1;
  OpeningSettings openings;
  std::optional<int> randomPlies;
  std::string order = "random";
  std::string maxStartScore = "200";
  MatchRules rules;
  double startupSeconds = 30;
  double hangSeconds = 60;
  int concurrency = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::string out;
  std::string report;
  bool pgn = false;
  bool fresh = false;
  bool quiet = false;
};

// An error is a sentence about the options.
Result<MatchSettings> settingsOf(RunOptions& options);

nlohmann::json limitsAsJson(const PlayLimits& limits);

// Everything the counted games depend on; the number of pairs is not among it, so a match may be made longer.
Result<nlohmann::json> settingsAsJson(const MatchSettings& settings, const RunOptions& options,
                                      const std::array<std::string, 2>& evaluations);

}  // namespace tabiya
