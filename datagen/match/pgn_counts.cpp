// Pairs games up by what their tags say.
#include "datagen/match/pgn_counts.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/movegen/pgn_reader.h"

namespace tabiya {
namespace {

// "7" of "7.2"; nothing where there is no round.
std::string roundOf(const PgnGame& game) {
  const std::string round = pgnTag(game, "Round");
  if (round == "?" || round == "-") return "";
  return round.substr(0, round.rfind('.'));
}

}  // namespace

ScoreCounts PgnCounts::gameCounts() const {
  return ScoreCounts::games(byColor[0][0] + byColor[1][0], byColor[0][1] + byColor[1][1],
                            byColor[0][2] + byColor[1][2]);
}

Result<PgnCounts> countPgn(const std::vector<PgnGame>& games, std::string player) {
  if (games.empty()) return Error{"the file holds no games"};
  PgnCounts counts;
  counts.player = player.empty() ? pgnTag(games.front(), "White") : std::move(player);
  // Games that wait for their partner, by what both must share: A's scores with White, with Black.
  std::map<std::tuple<std::string, std::string, u64>, std::array<std::vector<std::size_t>, 2>> waiting;
  for (const PgnGame& game : games) {
    const std::string white = pgnTag(game, "White"), black = pgnTag(game, "Black");
    const bool hasWhite = white == counts.player;
    if (!hasWhite && black != counts.player) continue;
    const std::string& opponent = hasWhite ? black : white;
    if (std::find(counts.opponents.begin(), counts.opponents.end(), opponent) == counts.opponents.end())
      counts.opponents.push_back(opponent);
    if (game.result == "*") {
      ++counts.unfinished;
      continue;
    }
    const std::size_t forWhite = game.result == "1-0" ? 2 : game.result == "0-1" ? 0 : 1;
    const std::size_t color = hasWhite ? 0 : 1, score = hasWhite ? forWhite : 2 - forWhite;
    ++counts.byColor[color][score];
    auto& partners = waiting[{opponent, roundOf(game), game.start.key()}];
    auto& others = partners[1 - color];
    if (others.empty()) {
      partners[color].push_back(score);
      continue;
    }
    ++counts.pairs[score + others.front()];
    others.erase(others.begin());
  }
  if (counts.opponents.empty()) return Error{"no game of '" + counts.player + "' is in the file"};
  for (const auto& [key, partners] : waiting) counts.unpaired += partners[0].size() + partners[1].size();
  return counts;
}

}  // namespace tabiya
