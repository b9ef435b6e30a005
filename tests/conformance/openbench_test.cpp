// What OpenBench asks of an engine: a make that needs a compiler and nothing else, `bench`, and `genfens`.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <sstream>
#include <vector>

#include "engine/board/fen.h"
#include "engine/movegen/game.h"
#include "tests/support/temporary_directory.h"

namespace tabiya {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryDirectory;

const std::string kTabiya = TABIYA_BIN_DIR "/tabiya";

struct Outcome {
  int code;
  std::vector<std::string> lines;  // of standard output

  std::string last() const { return lines.empty() ? "" : lines.back(); }
};

Outcome run(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string output;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, got);
  const int status = ::pclose(pipe);
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, {}};
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) outcome.lines.push_back(line);
  return outcome;
}

const std::regex kBenchLine("[0-9]+ nodes [0-9]+ nps");

std::string nodesOf(const std::string& benchLine) {
  return benchLine.substr(0, benchLine.find(' '));
}

// A folder with these programs and no others.
void linkPrograms(const std::string& folder, const std::vector<std::string>& names) {
  fs::create_directory(folder);
  for (const std::string& name : names) {
    const std::string path = run("command -v " + name).last();
    ASSERT_FALSE(path.empty()) << name;
    fs::create_symlink(path, folder + "/" + name);
  }
}

// Only engine/ and nets/, an empty environment, and no program but a shell, make, the compiler and four small tools.
TEST(OpenBench, MakeNeedsACompilerAndNothingElse_slow) {
  TemporaryDirectory place;
  const std::string source = TABIYA_SOURCE_DIR;
  for (const char* part : {"engine", "nets"})
    fs::copy(source + "/" + part, place.file(part), fs::copy_options::recursive);
  ASSERT_NO_FATAL_FAILURE(linkPrograms(place.file("bin"), {"sh", "make", "g++", "as", "ld", "mkdir", "cmp", "echo"}));
  // Less optimisation than OpenBench asks for: the count is the same and the test is sooner done.
  const Outcome made = run("cd " + place.file("engine") + " && env -i PATH=" + place.file("bin") +
                           " make -j2 EXE=engine-of-mine CXX=g++ CXXFLAGS=-O1 2>&1");
  std::string log;
  for (const std::string& line : made.lines) log += line + "\n";
  ASSERT_EQ(made.code, 0) << log;

  // The net is inside: nothing else is left when it runs.
  const std::string engine = place.file("engine-of-mine");
  fs::rename(place.file("engine/engine-of-mine"), engine);
  for (const char* part : {"engine", "nets", "build-make"}) fs::remove_all(place.file(part));
  const Outcome bench = run("env -i " + engine + " bench");
  EXPECT_EQ(bench.code, 0);
  EXPECT_TRUE(std::regex_match(bench.last(), kBenchLine)) << bench.last();

  const std::string net = source + "/nets/default.nnue";
  EXPECT_EQ(nodesOf(bench.last()), nodesOf(run(kTabiya + " bench 13 " + net).last()));
  EXPECT_EQ(nodesOf(run(engine + " bench 8 none").last()), nodesOf(run(kTabiya + " bench 8 none").last()));
}

TEST(OpenBench, BenchEndsWithNodesAndSpeedAndCountsTheSameTwice) {
  const Outcome first = run(kTabiya + " bench 6"), second = run(kTabiya + " bench 6");
  EXPECT_EQ(first.code, 0);
  EXPECT_TRUE(std::regex_match(first.last(), kBenchLine)) << first.last();
  EXPECT_EQ(nodesOf(first.last()), nodesOf(second.last()));
}

// Exactly as OpenBench calls it: two arguments, and with nothing extra the first ends in a blank.
TEST(OpenBench, GenfensGivesExactlySoManyBalancedStarts) {
  const Outcome outcome = run(kTabiya + " 'genfens 6 seed 18446744073709551615 book None ' quit");
  EXPECT_EQ(outcome.code, 0);
  ASSERT_EQ(outcome.lines.size(), 6u);
  const std::regex pattern("info string genfens ([1-8pnbrqkPNBRQK/]+ [wb] (-|[KQkq]+) (-|[a-h][36]) [0-9]+ [0-9]+)");
  for (const std::string& line : outcome.lines) {
    std::smatch match;
    ASSERT_TRUE(std::regex_match(line, match, pattern)) << line;
    const Result<Position> start = readFen(match[1].str());
    ASSERT_TRUE(start.ok()) << line;
    EXPECT_FALSE(Game(*start).outcome().has_value()) << line;
  }
  EXPECT_EQ(run(kTabiya + " 'genfens 6 seed 18446744073709551615 book None extra=7' quit").lines, outcome.lines);
  EXPECT_NE(run(kTabiya + " 'genfens 6 seed 1 book None ' quit").lines, outcome.lines);
}

TEST(OpenBench, GenfensTakesABook) {
  TemporaryDirectory place;
  testing::writeText(place.file("book.epd"),
                     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
                     "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -\n");
  const Outcome outcome = run(kTabiya + " 'genfens 2 seed 5 book " + place.file("book.epd") + " ' quit");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.lines.size(), 2u);
  EXPECT_NE(run(kTabiya + " 'genfens 2 seed 5 book /no/such/book.epd ' quit 2>&1").code, 0);
}

// Either side to move, and none like another.
TEST(OpenBench, GenfensStartsDiffer) {
  const Outcome outcome = run(kTabiya + " 'genfens 12 seed 3 book None ' quit");
  std::vector<std::string> starts = outcome.lines;
  std::sort(starts.begin(), starts.end());
  EXPECT_EQ(std::unique(starts.begin(), starts.end()), starts.end());
  int white = 0;
  for (const std::string& line : starts) white += line.find(" w ") != std::string::npos;
  EXPECT_GT(white, 0);
  EXPECT_LT(white, 12);
}

}  // namespace
}  // namespace tabiya
