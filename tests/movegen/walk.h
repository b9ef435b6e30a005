// The positions the tests walk from, and the walk.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/board/fen.h"
#include "engine/movegen/epd.h"
#include "engine/movegen/movegen.h"

namespace tabiya {

inline std::string dataFile(const std::string& name) {
  return std::string(TABIYA_SOURCE_DIR) + "/tests/data/" + name;
}

inline Position fromFen(const char* fen) {
  const Result<Position> position = readFen(fen);
  EXPECT_TRUE(position) << fen << ": " << position.error();
  return *position;
}

// Every position of the three perft files.
inline std::vector<Position> perftPositions() {
  std::vector<Position> positions;
  for (const char* name : {"perft.epd", "perft960.epd", "perft_traps.epd"}) {
    const auto lines = readEpdFile(dataFile(name));
    EXPECT_TRUE(lines) << lines.error();
    for (const EpdLine& line : *lines) positions.push_back(line.position);
  }
  return positions;
}

// Visits the position and every position up to `plies` moves below it.
template <class Visit>
void walk(const Position& position, int plies, Visit& visit) {
  visit(position);
  if (plies == 0 || testing::Test::HasFailure()) return;
  for (const Move m : legalMoves(position)) {
    Position child = position;
    child.makeMove(m);
    walk(child, plies - 1, visit);
  }
}

// The same from every perft position.
template <class Visit>
void walkAll(int plies, Visit visit) {
  for (const Position& start : perftPositions()) walk(start, plies, visit);
}

}  // namespace tabiya
