// Moves as text: standard algebraic notation, forgiving in and exact out, and UCI's long form.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/board/position.h"

namespace tabiya {

// "Nbd7", "exd6", "e8=Q+", "O-O-O#": `m` must be legal.
std::string toSan(const Position& position, Move m);
// Reads SAN: annotations are ignored, 0-0, e8Q, e8(Q), over-specified moves and UCI's own form are accepted.
Result<Move> readSan(const Position& position, std::string_view text);

// "e2e4", "e7e8q"; castling as the king's two steps ("e1g1"), or as king takes rook ("e1h1") when `chess960` is set.
// Standard castling that is not from e to the a or h file is always written king takes rook.
std::string toUci(const Position& position, Move m, bool chess960 = false);
// "0000" for kNoMove needs no position.
Result<Move> readUci(const Position& position, std::string_view text);

}  // namespace tabiya
