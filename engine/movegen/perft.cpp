// Perft, and the slow twin that shares nothing with the fast generator but the mailbox.
#include "engine/movegen/perft.h"

#include "engine/movegen/movegen.h"

namespace tabiya {

u64 perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<u64>(countLegal(position));
  u64 nodes = 0;
  for (const Move m : legalMoves(position)) {
    Position child = position;
    child.makeMove(m);
    nodes += perft(child, depth - 1);
  }
  return nodes;
}

std::vector<std::pair<Move, u64>> divide(const Position& position, int depth) {
  std::vector<std::pair<Move, u64>> counts;
  for (const Move m : legalMoves(position)) {
    Position child = position;
    child.makeMove(m);
    counts.emplace_back(m, perft(child, depth - 1));
  }
  return counts;
}

}  // namespace tabiya
