// Finds one game's bytes in a run directory, in a complete chunk or in the one in work, to compare them with the game
// played again.
#pragma once

#include <string>
#include <vector>

#include "datagen/run_settings.h"

namespace tabiya {

struct StoredGame {
  std::string file;  // where its records are
  std::vector<Record> records;
  std::vector<u8> log;  // its bytes of the game log, where the run has one
};

// A game that is not in the run, or not played yet, is a sentence; so is a damaged file.
Result<StoredGame> readStoredGame(const std::string& directory, const RunSettings& settings, u64 number);

// "" when they are equal, else a sentence on the first difference.
std::string differenceTo(const StoredGame& stored, const PlayedGame& played);

// A game's bytes begin at `offset` of a viriformat file; where they end, or nothing when the file ends before.
std::optional<std::size_t> endOfLoggedGame(const std::vector<u8>& bytes, std::size_t offset);

}  // namespace tabiya
