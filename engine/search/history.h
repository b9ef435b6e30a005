// What the search learns about moves: killers, countermoves, and scores of quiet moves and captures, with gravity.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "engine/board/position.h"
#include "engine/search/score.h"
#include "engine/search/techniques.h"

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

// The moves that led to a node, the last first.
inline constexpr int kContinuationPlies = 2;
using PreviousMoves = std::array<PlayedMove, kContinuationPlies>;

// 12 pieces times 64 squares.
inline constexpr int kPieceToCount = 768;
constexpr int pieceToIndex(Piece piece, Square to) {
  return (index(piece) - 2 * (index(piece) >> 3)) * 64 + index(to);
}

class MoveHistory {
 public:
  MoveHistory();

  void clear();
  // Between two searches of one game: killers go, histories are halved, countermoves stay.
  void newSearch();

  const std::array<Move, 2>& killers(int ply) const { return killers_[ply]; }
  // The quiet move that last refuted `previous`.
  Move countermove(const PlayedMove& previous) const {
    return previous.move ? countermoves_[index(previous.piece)][index(previous.move.to())] : kNoMove;
  }
  int score(Color side, Move m) const { return history_[index(side)][fromTo(m)]; }
  // How captures by that piece, of that victim, on that square have done. `m` must be noisy.
  int captureScore(const Position& position, Move m) const { return captures_[captureIndex(position, m)]; }

  // The quiet move `best` cut off at `ply` with `depth` plies left, after the quiet moves `tried` had failed to.
  void recordCutoff(const Position& position, Move best, std::span<const Move> tried, int ply, int depth,
                    const PreviousMoves& previous, const Techniques& techniques);
  // A cutoff by `best` (kNoMove: by a quiet move) after the captures `tried` had failed to.
  void recordCaptures(const Position& position, Move best, std::span<const Move> tried, int depth);

 private:
  friend class QuietScores;
  using Row = std::array<i16, kPieceToCount>;

  static int fromTo(Move m) { return index(m.from()) * 64 + index(m.to()); }
  static int captureIndex(const Position& position, Move m);
  static int rowIndex(int back, const PlayedMove& earlier) {
    return back * kPieceToCount + pieceToIndex(earlier.piece, earlier.move.to());
  }

  std::array<std::array<Move, 2>, kMaxPly + 1> killers_{};
  std::array<std::array<Move, 64>, 14> countermoves_{};  // (piece, to)
  std::array<std::array<i16, 64 * 64>, 2> history_{};
  std::array<i16, kPieceToCount * 6> captures_{};
  // A row of scores for each earlier move, one ply back and then two; most stay zero, and need no halving.
  std::vector<Row> continuation_;
  std::vector<unsigned char> written_;
};

// Where the scores of one node's quiet moves stand: history, and how each did after the moves that led here.
class QuietScores {
 public:
  QuietScores() = default;
  QuietScores(const MoveHistory& history, Color side, const PreviousMoves& previous, const Techniques& techniques);

  int operator()(Piece piece, Move m) const {
    const int slot = pieceToIndex(piece, m.to());
    return history_[MoveHistory::fromTo(m)] + after_[0][slot] + after_[1][slot];
  }

 private:
  static constexpr std::array<i16, 64 * 64> kNothing{};

  const i16* history_ = kNothing.data();
  std::array<const i16*, kContinuationPlies> after_{kNothing.data(), kNothing.data()};
};

}  // namespace tabiya
