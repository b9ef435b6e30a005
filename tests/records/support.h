// What the record tests share: games at random, directories that vanish, files and the tool.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/board/fen.h"
#include "engine/movegen/game.h"
#include "engine/movegen/movegen.h"
#include "records/format.h"
#include "tests/support/temporary_directory.h"

namespace tabiya::testing {

inline void writeRaw(const std::string& path, const std::vector<Record>& records) {
  writeText(path, std::string(reinterpret_cast<const char*>(records.data()), records.size() * kRecordSize));
}

inline Position fen(const std::string& text) {
  auto position = readFen(text);
  EXPECT_TRUE(position.ok()) << text;
  return *position;
}

struct PlayedPosition {
  Position position;
  Move move;
};

// A game of random moves from `start`, at most `plies` long: each position with the move played there.
inline std::vector<PlayedPosition> randomGame(const Position& start, u64 seed, int plies) {
  Random random(seed);
  std::vector<PlayedPosition> game;
  Position position = start;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legalMoves(position);
    if (moves.empty()) break;
    const Move move = moves[static_cast<int>(random.below(static_cast<u64>(moves.size())))];
    game.push_back({position, move});
    position.makeMove(move);
  }
  return game;
}

// The records of a random game from the start position; the result goes by the game's number.
inline std::vector<Record> gameRecords(u64 number, int plies, int from = 8) {
  std::vector<Record> records;
  const auto game = randomGame(Position::startpos(), deriveSeed(77, number), plies);
  for (std::size_t ply = static_cast<std::size_t>(from); ply < game.size(); ++ply)
    records.push_back(packRecord(game[ply].position, WhiteScore{static_cast<int>(ply) - 20},
                                 static_cast<GameResult>(number % 3), game[ply].move));
  return records;
}

// Several games after one another, with the number of records of each.
struct Games {
  std::vector<Record> records;
  std::vector<u16> counts;
};
inline Games someGames(int n, int plies) {
  Games games;
  for (int g = 0; g < n; ++g) {
    const auto records = gameRecords(static_cast<u64>(g), plies + g % 7);
    games.records.insert(games.records.end(), records.begin(), records.end());
    games.counts.push_back(static_cast<u16>(records.size()));
  }
  return games;
}

inline void writeIndex(const std::string& path, const std::vector<u16>& counts) {
  std::string bytes;
  for (u16 count : counts) {
    bytes += static_cast<char>(count & 255);
    bytes += static_cast<char>(count >> 8);
  }
  writeText(path, bytes);
}

struct ToolRun {
  int code = -1;
  std::string out, err;
};

// Runs a shell command line in which `$T` is the tool.
inline ToolRun shell(const TemporaryDirectory& directory, const std::string& command) {
  const std::string out = directory.file(".stdout"), err = directory.file(".stderr");
  const std::string line = "cd '" + directory.path() + "' && T='" TABIYA_BIN_DIR "/tabiya-records'; (" + command +
                           ") >'" + out + "' 2>'" + err + "'";
  const int status = std::system(line.c_str());
  ToolRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.out = contentOf(out);
  run.err = contentOf(err);
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return run;
}

}  // namespace tabiya::testing
