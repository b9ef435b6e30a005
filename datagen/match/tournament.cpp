// Sums and tables of tournament.h.
#include "datagen/match/tournament.h"

#include <fmt/format.h>

#include <algorithm>

namespace tabiya {
namespace {

std::string scoreLine(const std::array<u64, 3>& lossesDrawsWins) {
  return fmt::format("+{} ={} -{}", lossesDrawsWins[2], lossesDrawsWins[1], lossesDrawsWins[0]);
}

double share(const Standing& standing) {
  return standing.games() == 0 ? 0 : standing.points() / static_cast<double>(standing.games());
}

}  // namespace

std::vector<Pairing> gauntletPairings(std::size_t players) {
  std::vector<Pairing> pairings;
  for (std::size_t i = 1; i < players; ++i) pairings.emplace_back(0, i);
  return pairings;
}

std::vector<Pairing> roundRobinPairings(std::size_t players) {
  std::vector<Pairing> pairings;
  for (std::size_t i = 0; i < players; ++i)
    for (std::size_t j = i + 1; j < players; ++j) pairings.emplace_back(i, j);
  return pairings;
}

std::vector<Standing> standings(std::size_t players, const std::vector<Meeting>& meetings,
                                const std::vector<std::optional<double>>& known) {
  std::vector<Standing> all(players);
  std::vector<Encounter> encounters;
  for (std::size_t i = 0; i < players; ++i) all[i].player = i;
  for (const Meeting& meeting : meetings) {
    const auto [a, b] = meeting.players;
    for (const auto& color : meeting.tally.byColor)
      for (std::size_t s = 0; s < 3; ++s) {
        all[a].score[s] += color[s];
        all[b].score[2 - s] += color[s];
      }
    for (std::size_t e = 0; e < kMatchEnds; ++e) {
      all[a].faults += meeting.tally.faults[0][e];
      all[b].faults += meeting.tally.faults[1][e];
    }
    encounters.push_back({a, b, meeting.tally.pairCounts()});
  }
  const auto rated = ratings(players, encounters, known);
  for (std::size_t i = 0; i < players; ++i) {
    all[i].rating = rated[i];
    all[i].known = known[i].has_value();
  }
  const bool haveAll =
      std::all_of(all.begin(), all.end(), [](const Standing& s) { return s.rating.value.has_value(); });
  std::stable_sort(all.begin(), all.end(), [&](const Standing& x, const Standing& y) {
    return haveAll ? *x.rating.value > *y.rating.value : share(x) > share(y);
  });
  return all;
}

std::string meetingText(const std::vector<std::string>& names, const Meeting& meeting) {
  const ScoreCounts games = meeting.tally.gameCounts(), pairs = meeting.tally.pairCounts();
  return fmt::format("{} against {}: {} games, {}, pairs {} {} {} {} {}, Elo {}\n", names[meeting.players.first],
                     names[meeting.players.second], games.total(), scoreLine({games.n[0], games.n[1], games.n[2]}),
                     pairs.n[0], pairs.n[1], pairs.n[2], pairs.n[3], pairs.n[4], toString(elo(pairs)));
}

std::string tournamentText(const std::vector<std::string>& names, const std::vector<Meeting>& meetings,
                           const std::vector<std::optional<double>>& known) {
  std::size_t width = 6;
  for (const std::string& name : names) width = std::max(width, name.size());
  std::string text = fmt::format("{:>4}  {:<{}}  {:>20}  {:>6}  {:>8}  {:>7}  {}\n", "rank", "player", width, "rating",
                                 "games", "points", "score", "wins, draws, losses; lost by own faults");
  std::size_t rank = 0;
  for (const Standing& s : standings(names.size(), meetings, known)) {
    std::string rating = toString(s.rating);
    if (s.known) rating = fmt::format("{:.1f} (known)", *s.rating.value);
    text += fmt::format("{:>4}  {:<{}}  {:>20}  {:>6}  {:>8.1f}  {:>5.1f} %  {}; {}\n", ++rank, names[s.player], width,
                        rating, s.games(), s.points(), 100 * share(s), scoreLine(s.score), s.faults);
  }
  for (const Meeting& meeting : meetings) text += meetingText(names, meeting);
  return text;
}

}  // namespace tabiya
