// The counters behind referee.h.
#include "datagen/match/referee.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/search/score.h"

namespace tabiya {
namespace {

// A series for White counts up, one for Black down; anything else starts again.
int continued(int series, bool holds, Color side) {
  if (!holds) return 0;
  return side == Color::White ? std::max(series, 0) + 1 : std::min(series, 0) - 1;
}

}  // namespace

const char* toString(MatchEnd end) {
  static constexpr std::array<const char*, kMatchEnds> kNames{
      "checkmate",  "stalemate", "fifty_moves", "insufficient_material", "repetition",   "mate_agreed", "draw_agreed",
      "win_agreed", "max_plies", "resignation", "illegal_move",          "time_forfeit", "hang",        "crash"};
  return kNames[static_cast<std::size_t>(end)];
}

std::optional<MatchEnd> matchEndNamed(std::string_view name) {
  for (std::size_t i = 0; i < kMatchEnds; ++i)
    if (name == toString(static_cast<MatchEnd>(i))) return static_cast<MatchEnd>(i);
  return std::nullopt;
}

MatchEnd matchEndOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::Checkmate:
      return MatchEnd::Checkmate;
    case Outcome::Stalemate:
      return MatchEnd::Stalemate;
    case Outcome::FiftyMoves:
      return MatchEnd::FiftyMoves;
    case Outcome::InsufficientMaterial:
      return MatchEnd::InsufficientMaterial;
    case Outcome::ThreefoldRepetition:
      break;
  }
  return MatchEnd::Repetition;
}

std::optional<MatchVerdict> Referee::afterMove(const Position& before, Move move, std::optional<int> score, int plies) {
  const Color mover = before.sideToMove();
  const Color ahead = score.value_or(0) >= 0 ? mover : ~mover;
  const int size = std::abs(score.value_or(0));
  const bool mate = score && isMateScore(*score);
  const bool irreversible = before.isCapture(move) || typeOf(before.pieceAt(move.from())) == PieceType::Pawn;

  matingPlies_ = continued(matingPlies_, mate, ahead);
  winningPlies_ = continued(winningPlies_, score && rules_.winScore > 0 && size >= rules_.winScore, ahead);
  levelPlies_ = score && !mate && !irreversible && size <= rules_.drawScore ? levelPlies_ + 1 : 0;
  const bool losing = score && rules_.winScore > 0 && *score <= -rules_.winScore;
  losingMoves_[index(mover)] = losing ? losingMoves_[index(mover)] + 1 : 0;

  if (rules_.mates && std::abs(matingPlies_) >= 2) return MatchVerdict{winFor(ahead), MatchEnd::MateAgreed};
  if (rules_.winScore > 0 && std::abs(winningPlies_) >= std::max(rules_.winPlies, 2))
    return MatchVerdict{winFor(ahead), MatchEnd::WinAgreed};
  if (rules_.winOneSided && losingMoves_[index(mover)] >= std::max(rules_.winPlies, 1))
    return MatchVerdict{winFor(~mover), MatchEnd::Resignation};
  if (levelPlies_ >= std::max(rules_.drawPlies, 2) && before.fullmoveNumber() >= rules_.drawFromMove)
    return MatchVerdict{GameResult::Draw, MatchEnd::DrawAgreed};
  if (plies >= rules_.maxPlies) return MatchVerdict{GameResult::Draw, MatchEnd::MaxPlies};
  return std::nullopt;
}

}  // namespace tabiya
