// The built-in openings: main lines of all sorts, kept only when a deep search of ours calls them level.
#include <array>

#include "engine/openings.h"

namespace tabiya {
namespace {

constexpr auto kLines = std::to_array<std::string_view>({
    // Open games
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6",
    "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4",
    "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 d2d3 f8c5",
    "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6",
    "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8e7",
    "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 g8f6",
    "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 f8c5",
    "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4",
    "e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4",
    "e2e4 e7e5 b1c3 g8f6 g2g3 f8c5",
    "e2e4 e7e5 f1c4 g8f6 d2d3 c7c6",
    // Sicilians
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 b8c6",
    "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6 b1c3 e7e5",
    "e2e4 c7c5 g1f3 e7e6 d2d4 c5d4 f3d4 a7a6",
    "e2e4 c7c5 g1f3 d7d6 f1b5 c8d7 b5d7 d8d7",
    "e2e4 c7c5 c2c3 g8f6 e4e5 f6d5",
    "e2e4 c7c5 b1c3 b8c6 g2g3 g7g6",
    // French, Caro-Kann and others
    "e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 e4e5 f6d7",
    "e2e4 e7e6 d2d4 d7d5 b1d2 g8f6 e4e5 f6d7",
    "e2e4 e7e6 d2d4 d7d5 e4d5 e6d5 g1f3 g8f6",
    "e2e4 e7e6 d2d4 d7d5 b1c3 d5e4 c3e4 b8d7",
    "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5",
    "e2e4 c7c6 d2d4 d7d5 e4e5 c8f5 g1f3 e7e6",
    "e2e4 c7c6 d2d4 d7d5 e4d5 c6d5 f1d3 b8c6",
    "e2e4 c7c6 b1c3 d7d5 g1f3 c8g4",
    "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 g8f6",
    "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 g1f3 f8g7",
    // Queen's Gambit and its relatives
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c4d5 e6d5 c1g5 f8e7",
    "d2d4 d7d5 c2c4 e7e6 g1f3 g8f6 g2g3 f8e7",
    "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4",
    "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 e7e6",
    "d2d4 d7d5 c2c4 c7c6 c4d5 c6d5 b1c3 g8f6",
    "d2d4 d7d5 c2c4 d5c4 g1f3 g8f6 e2e3 e7e6",
    "d2d4 d7d5 g1f3 g8f6 c1f4 c7c5 e2e3 b8c6",
    "d2d4 d7d5 g1f3 g8f6 e2e3 e7e6 f1d3 c7c5",
    "d2d4 d7d5 c1f4 g8f6 e2e3 e7e6",
    // Indian defences
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8",
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2 e8g8",
    "d2d4 g8f6 c2c4 e7e6 g1f3 b7b6 g2g3 c8b7",
    "d2d4 g8f6 c2c4 e7e6 g1f3 f8b4 c1d2 d8e7",
    "d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 g1f3 f8g7",
    "d2d4 g8f6 g1f3 e7e6 c1g5 c7c5",
    "d2d4 g8f6 g1f3 g7g6 c1f4 f8g7",
    "d2d4 g8f6 c1g5 d7d5 e2e3 c7c5",
    // Flank openings
    "c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3 d7d5",
    "c2c4 e7e5 g2g3 g8f6 f1g2 d7d5",
    "c2c4 c7c5 g1f3 g8f6 b1c3 b8c6",
    "c2c4 c7c5 b1c3 b8c6 g2g3 g7g6 f1g2 f8g7",
    "c2c4 g8f6 b1c3 e7e6 g1f3 d7d5 e2e3 f8e7",
    "g1f3 d7d5 g2g3 g8f6 f1g2 e7e6 e1g1 f8e7",
    "g1f3 d7d5 c2c4 c7c6 b2b3 g8f6",
    "g1f3 g8f6 g2g3 d7d5 f1g2 c7c6 e1g1 c8g4",
    "b2b3 e7e5 c1b2 b8c6 e2e3 g8f6",
});

}  // namespace

std::span<const std::string_view> builtinOpenings() {
  return kLines;
}

}  // namespace tabiya
