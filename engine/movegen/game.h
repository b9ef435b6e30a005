// A game: its start, its moves, the keys of its positions, and how it stands by the rules.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/position.h"

namespace tabiya {

enum class Outcome : u8 { Checkmate, Stalemate, FiftyMoves, InsufficientMaterial, ThreefoldRepetition };
// "checkmate", "stalemate", "fifty moves", ...
const char* toString(Outcome outcome);

// King against king, one minor piece against a bare king, or bishops all on one colour.
bool insufficientMaterial(const Position& position);

// Position `n` (0 to 959) of Chess960 by Scharnagl's numbering, 518 = standard; nothing when n is out of range.
std::optional<Position> chess960Start(int n);
// White's arrangement `white`, Black's `black`.
std::optional<Position> doubleChess960Start(int white, int black);

class Game {
 public:
  explicit Game(const Position& start = Position::startpos());

  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  const std::vector<Move>& moves() const { return moves_; }
  // The keys of all positions before the present one, oldest first: what the search takes as history.
  const std::vector<u64>& history() const { return history_; }

  // Plays a legal move.
  void play(Move m);
  // How often the present position has stood on the board, the present time included.
  int repetitions() const;
  // Mate and stalemate first, then the draws; nothing while the game goes on.
  std::optional<Outcome> outcome() const;
  // Of a game that is over.
  GameResult result(Outcome outcome) const;

 private:
  Position start_;
  Position position_;
  std::vector<Move> moves_;
  std::vector<u64> history_;
};

}  // namespace tabiya
