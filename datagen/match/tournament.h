// Who meets whom, and how a tournament stands: pairings, cross results and a table with ratings. Pure.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datagen/match/match_facts.h"
#include "datagen/match/rating.h"

namespace tabiya {

using Pairing = std::pair<std::size_t, std::size_t>;

// The first player against each of the others.
std::vector<Pairing> gauntletPairings(std::size_t players);
// Everyone against everyone.
std::vector<Pairing> roundRobinPairings(std::size_t players);

struct Meeting {
  Pairing players;
  MatchTally tally;  // from the first one's side
};

// One player's sum over its meetings.
struct Standing {
  std::size_t player = 0;
  std::array<u64, 3> score{};  // losses, draws, wins
  u64 faults = 0;              // games lost by its own fault
  Estimate rating;
  bool known = false;  // the rating was given

  u64 games() const { return score[0] + score[1] + score[2]; }
  double points() const { return static_cast<double>(score[2]) + 0.5 * static_cast<double>(score[1]); }
};

// The best first: by rating where all have one, else by the share of points. `known`: ratings given from outside.
std::vector<Standing> standings(std::size_t players, const std::vector<Meeting>& meetings,
                                const std::vector<std::optional<double>>& known);

// "A against B: 20 games, +8 =4 -8, pairs ..., Elo ...", with a newline.
std::string meetingText(const std::vector<std::string>& names, const Meeting& meeting);
// The table, then a line a meeting.
std::string tournamentText(const std::vector<std::string>& names, const std::vector<Meeting>& meetings,
                           const std::vector<std::optional<double>>& known);

}  // namespace tabiya
