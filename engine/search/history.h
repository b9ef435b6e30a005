// What the search learns about quiet moves: killers, countermoves, and a history score for each move of each side.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "engine/board/position.h"
#include "engine/search/score.h"

namespace tabiya {

// History scores stay within +-kHistoryMax.
inline constexpr int kHistoryMax = 16'384;

// Adds `change` with gravity: the nearer the limit, the smaller the step, so that scores neither run away nor freeze.
constexpr void addWithGravity(i16& score, int change) {
  score = static_cast<i16>(score + change - score * (change < 0 ? -change : change) / kHistoryMax);
}

// What a cutoff with `depth` plies left is worth: deep ones save the most work.
constexpr int cutoffBonus(int depth) {
  return std::min(depth * depth, kHistoryMax);
}

// A move as the tables know it: the piece that made it (it may have been captured since) and where to.
struct PlayedMove {
  Move move;  // kNoMove: a pass, or the root
  Piece piece = Piece::None;
};

class MoveHistory {
 public:
  void clear();
  // Between two searches of one game: killers go, histories are halved, countermoves stay.
  void newSearch();

  const std::array<Move, 2>& killers(int ply) const { return killers_[ply]; }
  // The quiet move that last refuted `previous`.
  Move countermove(const PlayedMove& previous) const {
    return previous.move ? countermoves_[index(previous.piece)][index(previous.move.to())] : kNoMove;
  }
  int score(Color side, Move m) const { return history_[index(side)][index(m.from())][index(m.to())]; }

  // The quiet move `best` cut off at `ply` with `depth` plies left, after the quiet moves `tried` had failed to.
  void recordCutoff(Color side, Move best, std::span<const Move> tried, int ply, int depth, const PlayedMove& previous);

 private:
  std::array<std::array<Move, 2>, kMaxPly + 1> killers_{};
  std::array<std::array<Move, 64>, 14> countermoves_{};  // (piece, to)
  std::array<std::array<std::array<i16, 64>, 64>, 2> history_{};
};

}  // namespace tabiya
