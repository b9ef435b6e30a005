// Comments, tags and results of match games.
#include "datagen/match/match_pgn.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/movegen/pgn.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

// "+0.35", "-M3": the mover's.
std::string scoreText(int score) {
  if (isMateScore(score)) return fmt::format("{}M{}", score > 0 ? '+' : '-', std::abs(mateInMoves(score)));
  return fmt::format("{:+.2f}", score / 100.0);
}

std::string noteText(const MoveNote& note, bool timed) {
  const std::string score = note.score ? scoreText(*note.score) : "?";
  if (!timed) return fmt::format("{}/{} {}", score, note.depth, note.nodes);
  return fmt::format("{}/{} {:.3f}s {}", score, note.depth, static_cast<double>(note.timeUs) / 1e6, note.nodes);
}

const char* resultText(GameResult result) {
  switch (result) {
    case GameResult::WhiteWins:
      return "1-0";
    case GameResult::BlackWins:
      return "0-1";
    case GameResult::Draw:
      break;
  }
  return "1/2-1/2";
}

}  // namespace

std::string pairAsPgn(const MatchPair& pair, const std::array<std::string, 2>& names, const PgnStyle& style) {
  std::string text;
  for (std::size_t g = 0; g < 2; ++g) {
    const MatchGame& game = pair.games[g];
    PgnGame pgn;
    pgn.tags = {{"Event", style.event}, {"Site", "?"}};
    pgn.tags.emplace_back("Date", style.timed ? style.date : "????.??.??");
    pgn.tags.emplace_back("Round", fmt::format("{}.{}", pair.number + 1, g + 1));
    pgn.tags.emplace_back("White", names[g]);
    pgn.tags.emplace_back("Black", names[1 - g]);
    if (style.chess960) pgn.tags.emplace_back("Variant", "fischerandom");
    pgn.tags.emplace_back("Termination", toString(game.end));
    if (!game.detail.empty()) pgn.tags.emplace_back("TerminationDetails", game.detail);
    pgn.start = game.start;
    pgn.moves = game.moves;
    for (const MoveNote& note : game.notes) pgn.comments.push_back(noteText(note, style.timed));
    pgn.result = resultText(game.result);
    text += writePgn(pgn);
  }
  return text;
}

}  // namespace tabiya
