// Legal moves, straight from check and pin masks: nothing is generated and then thrown away.
#pragma once

#include <array>
#include <cassert>

#include "engine/board/position.h"

namespace tabiya {

// At most 218 moves are legal in any position of a game; the capacity also holds those of fifteen queens and a king,
// which a FEN may ask for. No allocation.
class MoveList {
 public:
  static constexpr int kCapacity = 416;

  void push(Move m) {
    assert(size_ < kCapacity);
    moves_[size_++] = m;
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](int i) const { return moves_[i]; }
  Move& operator[](int i) { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  bool contains(Move m) const {
    for (Move other : *this)
      if (other == m) return true;
    return false;
  }

 private:
  std::array<Move, kCapacity> moves_;
  int size_ = 0;
};

// Appends to `list`; the order is fixed.
void generateLegal(const Position& position, MoveList& list);
// Captures and every promotion.
void generateNoisy(const Position& position, MoveList& list);
// The legal moves that are not noisy (castling included).
void generateQuiet(const Position& position, MoveList& list);

MoveList legalMoves(const Position& position);
MoveList noisyMoves(const Position& position);
// The number of legal moves, counted without listing them.
int countLegal(const Position& position);
bool hasLegalMove(const Position& position);
// Whether `m`, any 16 bits (a table's or a file's move), is legal here.
bool isLegal(const Position& position, Move m);

}  // namespace tabiya
