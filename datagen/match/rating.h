// Ratings from results between several players: the most likely ones, with their errors. Pure functions.
//
// Player i is expected to score 1 / (1 + 10^((r_j - r_i) / 400)) against j, draws counting half (Bradley and Terry
// 1952; Elo 1978). Errors are 95 % intervals from how the pairs of games really scattered (Huber's "sandwich"), because
// two games of one opening are no independent trials and draws scatter less than wins and losses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datagen/match/elo.h"

namespace tabiya {

// The pairs of games of two players, by their numbers, from a's side.
struct Encounter {
  std::size_t a = 0;
  std::size_t b = 0;
  ScoreCounts pairs;
};

// Ratings of `count` players. `fixed[i]` holds those that are known; when none is, the mean of all is 0. A rating is
// nothing where no finite one is most likely: a player (or a group) that won or lost everything against all others, or
// met none of them. Known ratings have no error.
std::vector<Estimate> ratings(std::size_t count, const std::vector<Encounter>& encounters,
                              const std::vector<std::optional<double>>& fixed);

}  // namespace tabiya
