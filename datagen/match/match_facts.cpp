// Boils pairs down to facts and adds them up.
#include "datagen/match/match_facts.h"

namespace tabiya {
namespace {

// Which player (0 = A) had the move at `ply` of game `g`.
std::size_t moverOf(const MatchGame& game, std::size_t g, std::size_t ply) {
  const auto color = static_cast<std::size_t>(index(game.start.sideToMove())) ^ (ply & 1);
  return color ^ g;
}

}  // namespace

std::size_t PairFacts::halfPoints(std::size_t g) const {
  // Results are White's; in the second game A has Black.
  const auto white = static_cast<std::size_t>(games[g].result);
  return g == 0 ? white : 2 - white;
}

PairFacts factsOf(const MatchPair& pair) {
  PairFacts facts;
  facts.number = pair.number;
  facts.start = pair.games[0].start.key();
  facts.opening = pair.opening;
  for (std::size_t g = 0; g < 2; ++g) {
    const MatchGame& game = pair.games[g];
    std::array<i64, 2> thinkUs{};
    for (std::size_t ply = 0; ply < game.notes.size(); ++ply) thinkUs[moverOf(game, g, ply)] += game.notes[ply].timeUs;
    facts.games[g] = {game.result, game.end, game.moves.size(), {thinkUs[0] / 1000, thinkUs[1] / 1000}};
  }
  return facts;
}

void MatchTally::add(const PairFacts& pair) {
  for (std::size_t g = 0; g < 2; ++g) {
    const GameFacts& game = pair.games[g];
    const std::size_t score = pair.halfPoints(g);
    ++byColor[g][score];
    const auto end = static_cast<std::size_t>(game.end);
    ++ends[end];
    if (isFault(game.end)) ++faults[score == 0 ? 0 : 1][end];
    plies += game.plies;
  }
  ++pairs[pair.halfPoints(0) + pair.halfPoints(1)];
}

ScoreCounts MatchTally::gameCounts() const {
  return ScoreCounts::games(byColor[0][0] + byColor[1][0], byColor[0][1] + byColor[1][1],
                            byColor[0][2] + byColor[1][2]);
}

void MatchTime::add(const MatchPair& pair) {
  wallUs += pair.wallUs;
  drawUs += pair.drawUs;
  for (std::size_t g = 0; g < 2; ++g) {
    const MatchGame& game = pair.games[g];
    movesUs += game.movesUs;
    searchUs += game.faultUs;
    moves += game.notes.size();
    for (std::size_t ply = 0; ply < game.notes.size(); ++ply) {
      const std::size_t player = moverOf(game, g, ply);
      searchUs += game.notes[ply].timeUs;
      playerUs[player] += game.notes[ply].timeUs;
      ++playerMoves[player];
    }
  }
}

std::optional<double> MatchTime::outsideShare() const {
  if (wallUs <= 0) return std::nullopt;
  return static_cast<double>(wallUs - searchUs) / static_cast<double>(wallUs);
}

std::optional<double> MatchTime::overheadUs() const {
  if (moves == 0) return std::nullopt;
  return static_cast<double>(movesUs - searchUs) / static_cast<double>(moves);
}

}  // namespace tabiya
