// Games read from PGN text: tags, moves, comments and result; variations, NAGs and escaped lines are skipped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/movegen/pgn.h"

namespace tabiya {

enum class PgnMoves : u8 { Read, Skip };  // Skip: tags and result only

// Tags hold all but Result, SetUp and FEN; `comments` has one entry a move (all that stands behind it, joined by
// blanks). An illegal move, a bad FEN and text that is no PGN are refused with a sentence naming `source` and the line.
Result<std::vector<PgnGame>> readPgn(std::string_view text, const std::string& source, PgnMoves moves = PgnMoves::Read);
Result<std::vector<PgnGame>> readPgnFile(const std::string& path, PgnMoves moves = PgnMoves::Read);

// The tag's value; empty when the game has none.
std::string pgnTag(const PgnGame& game, std::string_view name);

}  // namespace tabiya
