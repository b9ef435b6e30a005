// Perft: the number of leaf positions below a position, the proof of a move generator.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/position.h"

namespace tabiya {

// Counts the last ply without playing its moves (bulk counting).
u64 perft(const Position& position, int depth);
// The count below each legal move, in generation order.
std::vector<std::pair<Move, u64>> divide(const Position& position, int depth);
// The twin that proves it: pseudo-legal moves along rays, each one played and thrown away if the king can be taken.
u64 perftSlow(const Position& position, int depth);

}  // namespace tabiya
