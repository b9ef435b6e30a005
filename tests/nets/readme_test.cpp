// The C++ block of nets/README.md, taken from the page, compiled as a reader would and compared with the definition.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/files.h"
#include "nets/reference.h"
#include "tests/nets/random_network.h"
#include "tests/nets/shell.h"
#include "tests/nets/walk.h"

namespace tabiya {
namespace {

namespace fs = std::filesystem;

// What stands between ```cpp and ``` after the heading.
std::string codeBlock(const std::string& page, const std::string& heading) {
  const std::size_t section = page.find(heading);
  const std::string open = "```cpp\n", close = "\n```";
  const std::size_t begin = page.find(open, section) + open.size();
  return section == std::string::npos ? "" : page.substr(begin, page.find(close, begin) - begin) + "\n";
}

// Reads a net's path, then a line of 64 codes and the side (1 = Black) for each position; prints a value a line.
constexpr const char* kMain = R"(
#include <iostream>
int main(int, char** argv) {
  Net net;
  if (!loadNet(argv[1], net)) return 1;
  std::ifstream positions(argv[2]);
  int board[64], black;
  while (positions >> board[0]) {
    for (int i = 1; i < 64; ++i) positions >> board[i];
    positions >> black;
    std::cout << evaluate(net, board, black != 0) << '\n';
  }
}
)";

TEST(ReadmeCode, GivesTheSameValuesAndRefusesWhatItCannotRead) {
  testing::Shell shell("readme_code");
  const std::string page = testing::wholeText(fs::path(TABIYA_SOURCE_DIR) / "nets/README.md");
  writeWholeFile(shell.path("mine.cpp").string(), codeBlock(page, "## In your engine") + kMain);
  ASSERT_EQ(shell.run(std::string(TABIYA_CXX) + " -std=c++11 -O1 -Wall -Wextra -Werror mine.cpp -o mine"), 0)
      << shell.err;
  const Network network = testing::randomNetwork({.hidden = 64, .evalScaleMilli = 159'321}, 31, 200, 127);
  writeNetworkFile(network, shell.path("net.nnue").string());
  std::vector<int> expected;
  std::ofstream positions(shell.path("positions.txt"));
  u64 seed = 0;
  for (const Position& start : testing::walkStarts())
    for (const testing::Step& step : testing::randomWalk(start, ++seed, 60)) {
      for (int square = 0; square < 64; ++square) {
        const Piece piece = step.after.pieceAt(squareAt(square));
        positions << (piece == Piece::None ? -1 : index(typeOf(piece)) + 6 * index(colorOf(piece))) << ' ';
      }
      positions << index(step.after.sideToMove()) << '\n';
      expected.push_back(evaluateReference(network, step.after));
    }
  positions.close();
  ASSERT_GT(expected.size(), 200u);
  ASSERT_EQ(shell.run("./mine net.nnue positions.txt"), 0);
  std::istringstream values(shell.out);
  const std::vector<int> found{std::istream_iterator<int>(values), std::istream_iterator<int>()};
  EXPECT_EQ(found, expected);

  std::vector<u8> damaged = writeNetwork(network);
  damaged[1000] ^= 4;
  writeWholeFile(shell.path("damaged.nnue").string(), damaged);
  EXPECT_NE(shell.run("./mine damaged.nnue positions.txt"), 0);
  EXPECT_NE(shell.run("./mine missing.nnue positions.txt"), 0);
  Network other = network;
  other.arch.activation = Activation::CReLU;
  writeNetworkFile(other, shell.path("crelu.nnue").string());
  EXPECT_NE(shell.run("./mine crelu.nnue positions.txt"), 0);
}

}  // namespace
}  // namespace tabiya
