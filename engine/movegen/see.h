// Static exchange evaluation: what a move wins once every capture on its target square is played out.
#pragma once

#include "engine/board/position.h"

namespace tabiya {

// Pawn, knight, bishop, rook, queen, king; centipawns.
inline constexpr std::array<int, 6> kSeeValues{100, 320, 330, 500, 900, 0};

// The material `m` wins (negative: loses) for its side; castling is 0. Each side may stop when going on would lose
// more.
int see(const Position& position, Move m);
// see(position, m) >= threshold, faster.
bool seeAtLeast(const Position& position, Move m, int threshold);

}  // namespace tabiya
