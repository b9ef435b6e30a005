// What a score means in results: how often games of this engine with itself were won, drawn and lost from it.
#pragma once

#include "engine/board/position.h"

namespace tabiya {

// Permill, for the side to move; they add up to 1,000.
struct Wdl {
  int win = 0;
  int draw = 0;
  int loss = 0;
};

Wdl expectedResult(int score, const Position& position);

}  // namespace tabiya
