// Hands out a node's moves best first, generating and choosing only as far as it is asked to. No allocation.
//
// Order: the table's move; captures and queen promotions that lose nothing, by MVV-LVA or by victim and capture
// history; killers, countermove; the other quiet moves by history; losing captures. A promotion to less than a queen
// counts as quiet. Ties go to the move generated first, so the order is the same everywhere.
#pragma once

#include <array>

#include "engine/movegen/movegen.h"
#include "engine/search/history.h"
#include "engine/search/techniques.h"

namespace tabiya {

// Captures and queen promotions, but no capture that promotes to less.
inline bool isNoisy(const Position& position, Move m) {
  return m.kind() == MoveKind::Promotion ? m.promotionType() == PieceType::Queen : position.isCapture(m);
}

// Higher is searched earlier; the victim (or the queen made) decides, then the attacker. `m` must be noisy.
int mvvLva(const Position& position, Move m);

class MovePicker {
 public:
  // All moves of a node at `ply`. `tableMove` is legal or kNoMove; `scores` are the node's.
  MovePicker(const Position& position, Move tableMove, int ply, const PreviousMoves& previous,
             const QuietScores& scores, const MoveHistory& history, const Techniques& techniques);
  // The quiescence search's: noisy moves only, or every evasion in check.
  MovePicker(const Position& position, const MoveHistory& history, const Techniques& techniques);

  // Noisy moves only, the table's first when it is one.
  static MovePicker noisyMoves(const Position& position, Move tableMove, const MoveHistory& history,
                               const Techniques& techniques);

  // kNoMove when there are no more.
  Move next();

 private:
  enum class Stage : u8 { TableMove, GenerateNoisy, Noisy, GenerateQuiet, Quiet, LosingNoisy, Done };
  // Score, generation order and move in one number: the greatest is the next.
  using Key = i64;

  static Key key(int score, int order, Move m) {
    return static_cast<Key>(score) * (1LL << 32) + (static_cast<Key>(0xffff - order) << 16) + m.bits();
  }
  static Move moveOf(Key k) { return Move::fromBits(static_cast<u16>(k)); }

  void add(Move m, int score) {
    keys_[end_] = key(score, end_, m);
    ++end_;
  }
  void addNoisy();
  void addQuiet();
  int quietScore(Move m) const;
  int noisyScore(Move m) const;
  // Takes the greatest key of [next_, end_).
  Move takeBest();

  const Position& position_;
  const MoveHistory& history_;
  const QuietScores scores_;
  const Techniques& techniques_;
  Move tableMove_;
  std::array<Move, 2> killers_{};
  Move countermove_;
  Stage stage_;
  bool noisyOnly_;
  bool captureHistory_;
  int losing_ = 0;  // losing captures are kept in [0, losing_)
  int next_ = 0;
  int end_ = 0;
  std::array<Key, MoveList::kCapacity> keys_;
};

}  // namespace tabiya
