// The helpers of player_text.h.
#include "datagen/match/player_text.h"

#include <algorithm>
#include <cctype>

#include "engine/search/score.h"

namespace tabiya {

std::string firstWord(const std::string& line) {
  std::string word;
  std::istringstream(line) >> word;
  return word;
}

std::string lowerCase(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

int scoreOfMate(int moves) {
  const int plies = moves > 0 ? 2 * std::min(moves, kMaxPly / 2) - 1 : 2 * std::min(-moves, kMaxPly / 2 - 1);
  return moves > 0 ? kMate - plies : -(kMate - plies);
}

}  // namespace tabiya
