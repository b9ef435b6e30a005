#include "datagen/adjudicate.h"

#include <algorithm>
#include <cstdlib>

#include "engine/search/score.h"

namespace tabiya {

const char* toString(EndReason reason) {
  switch (reason) {
    case EndReason::Checkmate:
      return "checkmate";
    case EndReason::Stalemate:
      return "stalemate";
    case EndReason::FiftyMoves:
      return "fifty_moves";
    case EndReason::InsufficientMaterial:
      return "insufficient_material";
    case EndReason::ThreefoldRepetition:
      return "threefold_repetition";
    case EndReason::MateSeen:
      return "mate_seen";
    case EndReason::DrawAdjudicated:
      return "draw_adjudicated";
    case EndReason::WinAdjudicated:
      return "win_adjudicated";
    case EndReason::MaxPlies:
      return "max_plies";
    case EndReason::kCount:
      break;
  }
  return "unknown";
}

EndReason endReasonOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::Checkmate:
      return EndReason::Checkmate;
    case Outcome::Stalemate:
      return EndReason::Stalemate;
    case Outcome::FiftyMoves:
      return EndReason::FiftyMoves;
    case Outcome::InsufficientMaterial:
      return EndReason::InsufficientMaterial;
    case Outcome::ThreefoldRepetition:
      break;
  }
  return EndReason::ThreefoldRepetition;
}

std::optional<Verdict> Adjudicator::beforeMove(int pliesPlayed) const {
  if (pliesPlayed < rules_.maxPlies) return std::nullopt;
  return Verdict{GameResult::Draw, EndReason::MaxPlies};
}

std::optional<Verdict> Adjudicator::afterSearch(int pliesPlayed, std::optional<WhiteScore> score) {
  if (!score) {
    levelPlies_ = winningPlies_ = 0;
    return std::nullopt;
  }
  const Color ahead = score->cp > 0 ? Color::White : Color::Black;
  if (isMateScore(score->cp)) return Verdict{winFor(ahead), EndReason::MateSeen};

  levelPlies_ = std::abs(score->cp) <= rules_.drawScore ? levelPlies_ + 1 : 0;
  if (pliesPlayed >= rules_.drawFromPly && levelPlies_ >= rules_.drawPlies)
    return Verdict{GameResult::Draw, EndReason::DrawAdjudicated};

  if (rules_.winScore > 0 && std::abs(score->cp) >= rules_.winScore)
    winningPlies_ = ahead == Color::White ? std::max(winningPlies_, 0) + 1 : std::min(winningPlies_, 0) - 1;
  else
    winningPlies_ = 0;
  if (rules_.winScore > 0 && std::abs(winningPlies_) >= rules_.winPlies)
    return Verdict{winFor(ahead), EndReason::WinAdjudicated};
  return std::nullopt;
}

}  // namespace tabiya
