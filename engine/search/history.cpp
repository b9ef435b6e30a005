#include "engine/search/history.h"

namespace tabiya {

void MoveHistory::clear() {
  *this = MoveHistory();
}

void MoveHistory::newSearch() {
  killers_ = {};
  for (auto& side : history_) {
    for (auto& from : side) {
      for (i16& score : from) score = static_cast<i16>(score / 2);
    }
  }
}

void MoveHistory::recordCutoff(Color side, Move best, std::span<const Move> tried, int ply, int depth,
                               const PlayedMove& previous) {
  auto& killers = killers_[ply];
  if (killers[0] != best) killers = {best, killers[0]};
  if (previous.move) countermoves_[index(previous.piece)][index(previous.move.to())] = best;
  auto& history = history_[index(side)];
  const int bonus = cutoffBonus(depth);
  addWithGravity(history[index(best.from())][index(best.to())], bonus);
  for (const Move m : tried) addWithGravity(history[index(m.from())][index(m.to())], -bonus);
}

}  // namespace tabiya
