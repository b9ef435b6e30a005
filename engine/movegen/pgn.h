// Games as PGN text (S. J. Edwards, "Portable Game Notation Specification", 1994): the export format, written.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/board/position.h"

namespace tabiya {

struct PgnGame {
  // Event, White, Black, ... in this order; Result, and SetUp and FEN of a start of its own, are added by writePgn.
  std::vector<std::pair<std::string, std::string>> tags;
  Position start = Position::startpos();
  std::vector<Move> moves;            // legal
  std::vector<std::string> comments;  // behind move i, if there are so many and it is not empty; without braces
  std::string result = "*";           // "1-0", "0-1", "1/2-1/2"
};

// Tag values are escaped, lines of moves at most 80 characters wide, an empty line at the end.
std::string writePgn(const PgnGame& game);

}  // namespace tabiya
