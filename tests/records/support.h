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

namespace tabiya::testing {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "tabiya-records-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string contentOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

inline void writeText(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline void writeRaw(const std::string& path, const std::vector<Record>& records) {
  writeText(path, std::string(reinterpret_cast<const char*>(records.data()), records.size() * kRecordSize));
}

// The names in a directory, sorted, with blanks between.
inline std::string namesIn(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
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
