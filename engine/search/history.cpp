#include "engine/search/history.h"

namespace tabiya {
namespace {

constexpr void halve(auto& scores) {
  for (i16& score : scores) score = static_cast<i16>(score / 2);
}

}  // namespace

MoveHistory::MoveHistory()
    : continuation_(kContinuationPlies * kPieceToCount), written_(kContinuationPlies * kPieceToCount) {}

void MoveHistory::clear() {
  killers_ = {};
  countermoves_ = {};
  history_ = {};
  captures_ = {};
  for (std::size_t row = 0; row < continuation_.size(); ++row) {
    if (written_[row]) continuation_[row] = {};
    written_[row] = false;
  }
}

void MoveHistory::newSearch() {
  killers_ = {};
  for (auto& side : history_) halve(side);
  halve(captures_);
  for (std::size_t row = 0; row < continuation_.size(); ++row) {
    if (written_[row]) halve(continuation_[row]);
  }
}

// What is taken may stand elsewhere (en passant) or be nothing at all (a queen promotion): a king's place is free,
// since no king is ever taken.
int MoveHistory::captureIndex(const Position& position, Move m) {
  const Piece there = position.pieceAt(m.to());
  const PieceType victim = m.kind() == MoveKind::EnPassant ? PieceType::Pawn
                           : there == Piece::None          ? PieceType::King
                                                           : typeOf(there);
  return pieceToIndex(position.pieceAt(m.from()), m.to()) * 6 + index(victim);
}

void MoveHistory::recordCutoff(const Position& position, Move best, std::span<const Move> tried, int ply, int depth,
                               const PreviousMoves& previous, const Techniques& techniques) {
  auto& killers = killers_[ply];
  if (killers[0] != best) killers = {best, killers[0]};
  if (previous[0].move) countermoves_[index(previous[0].piece)][index(previous[0].move.to())] = best;

  auto& history = history_[index(position.sideToMove())];
  std::array<Row*, kContinuationPlies> after{};
  for (int back = 0; back < kContinuationPlies && techniques.continuationHistory; ++back) {
    if (!previous[back].move) continue;
    const int row = rowIndex(back, previous[back]);
    written_[row] = true;
    after[back] = &continuation_[row];
  }
  const auto update = [&](Move m, int change) {
    addWithGravity(history[fromTo(m)], change);
    const int slot = pieceToIndex(position.pieceAt(m.from()), m.to());
    for (Row* row : after) {
      if (row != nullptr) addWithGravity((*row)[slot], change);
    }
  };
  const int bonus = cutoffBonus(depth);
  update(best, bonus);
  for (const Move m : tried) update(m, -bonus);
}

void MoveHistory::recordCaptures(const Position& position, Move best, std::span<const Move> tried, int depth) {
  const int bonus = cutoffBonus(depth);
  if (best) addWithGravity(captures_[captureIndex(position, best)], bonus);
  for (const Move m : tried) addWithGravity(captures_[captureIndex(position, m)], -bonus);
}

QuietScores::QuietScores(const MoveHistory& history, Color side, const PreviousMoves& previous,
                         const Techniques& techniques) {
  if (techniques.history) history_ = history.history_[index(side)].data();
  for (int back = 0; back < kContinuationPlies && techniques.continuationHistory; ++back) {
    if (previous[back].move) {
      after_[back] = history.continuation_[MoveHistory::rowIndex(back, previous[back])].data();
    }
  }
}

}  // namespace tabiya
