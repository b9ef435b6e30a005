// The program itself: its commands, exit codes and one-sentence errors, and UCI over real pipes.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

struct Outcome {
  std::string output;  // stdout and stderr
  int exitCode = -1;
};

// Runs a shell command line with `tabiya` standing for the program.
Outcome run(const std::string& arguments, const std::string& input = "", const std::string& redirection = "2>&1") {
  const std::string command = "printf '" + input + "' | " TABIYA_BIN_DIR "/tabiya " + arguments + " " + redirection;
  Outcome outcome;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return outcome;
  char buffer[4096];
  while (const std::size_t got = fread(buffer, 1, sizeof buffer, pipe)) outcome.output.append(buffer, got);
  const int status = pclose(pipe);
  outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

std::string lastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t start = text.find_last_of('\n', end);
  return text.substr(start + 1, end - start);
}

TEST(Tool, SpeaksUciUntilTheInputEnds) {
  const Outcome outcome = run("", "uci\\nisready\\nposition startpos moves e2e4\\nquit\\n");
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_NE(outcome.output.find("uciok\nreadyok\n"), std::string::npos) << outcome.output;
  EXPECT_EQ(run("", "go infinite\\n").exitCode, 0);
}

TEST(Tool, BenchEndsWithNodesAndSpeedAndRepeatsItself) {
  const Outcome first = run("bench 4 none");
  EXPECT_EQ(first.exitCode, 0);
  const std::string last = lastLine(first.output);
  EXPECT_NE(last.find(" nodes "), std::string::npos);
  EXPECT_TRUE(last.ends_with(" nps")) << last;
  const std::string again = lastLine(run("bench 4 none").output);
  EXPECT_EQ(last.substr(0, last.find(" nodes")), again.substr(0, again.find(" nodes")));
}

TEST(Tool, PerftCountsAndShowsItsSpeed) {
  const Outcome outcome = run("perft 4");
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_NE(outcome.output.find("a2a3: 8457\n"), std::string::npos);
  EXPECT_TRUE(lastLine(outcome.output).starts_with("197281 nodes in ")) << outcome.output;
  EXPECT_TRUE(lastLine(run("perft 1 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1'").output).starts_with("24 nodes"));
}

TEST(Tool, EvalShowsTheParts) {
  const Outcome outcome = run("eval 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_NE(outcome.output.find("Material"), std::string::npos);
}

TEST(Tool, GenfensPrintsExactlyAsManyLines) {
  const Outcome outcome = run("'genfens 3 seed 42 book None ' quit");
  EXPECT_EQ(outcome.exitCode, 0);
  int lines = 0;
  for (std::size_t at = 0; (at = outcome.output.find("info string genfens ", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, 3) << outcome.output;
  EXPECT_EQ(run("'genfens 3 seed 42 book None' quit").output, outcome.output);
  EXPECT_EQ(run("'genfens many seed 1 book None' quit").exitCode, 2);
  EXPECT_EQ(run("'genfens 1 seed 1 book /no/such/book.epd' quit").exitCode, 1);
}

TEST(Tool, HelpAndVersion) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.exitCode, 0);
  EXPECT_NE(help.output.find("bench"), std::string::npos);
  for (const char* command : {"bench", "perft", "eval", "genfens"})
    EXPECT_EQ(run(std::string(command) + " --help").output, help.output) << command;
  const Outcome version = run("--version");
  EXPECT_EQ(version.exitCode, 0);
  EXPECT_TRUE(version.output.starts_with("tabiya 0.1.0 (commit ")) << version.output;
  EXPECT_NE(version.output.find("net "), std::string::npos);
}

TEST(Tool, ASuiteOfNothingChecksNothing) {
  const std::string path = ::testing::TempDir() + "tabiya_empty_suite_" + std::to_string(::getpid()) + ".epd";
  std::ofstream(path) << "# no positions\n";
  const Outcome outcome = run("perft --suite " + path);
  std::filesystem::remove(path);
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_EQ(outcome.output, "tabiya: " + path + " holds no counts; expected lines of: FEN ;D1 20 ;D2 400\n");
}

TEST(Tool, AFullDiskUnderItsOutputIsSaid) {
  for (const char* arguments : {"perft 1", "'genfens 1 seed 1 book None' quit", "bench 1 none"}) {
    const Outcome outcome = run(arguments, "", "2>&1 >/dev/full");
    EXPECT_EQ(outcome.exitCode, 1) << arguments;
    EXPECT_EQ(outcome.output, "tabiya: cannot write to standard output: No space left on device\n") << arguments;
  }
}

TEST(Tool, BenchNamesItsNetOnce) {
  EXPECT_TRUE(run("bench 1 none").output.starts_with("bench: depth 1, net none, one thread\n"));
}

TEST(Tool, WrongWordsAreUsageErrorsNamingTheNearest) {
  const Outcome outcome = run("bensh");
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_NE(outcome.output.find("the nearest is bench"), std::string::npos) << outcome.output;
  EXPECT_EQ(run("perft").exitCode, 2);
  EXPECT_EQ(run("perft x").exitCode, 2);
  EXPECT_EQ(run("bench 4 none more").exitCode, 2);
  EXPECT_EQ(run("bench 0").exitCode, 2);
}

TEST(Tool, BadDataIsOneSentenceAndExitCodeOne) {
  for (const char* arguments : {"eval not a fen", "perft 2 8/8/8/8/8/8/8/8 w - - 0 1", "bench 2 /no/such/net.nnue",
                                "perft --suite /no/such/file.epd", "bench 2 /dev/zero"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exitCode, 1) << arguments;
    EXPECT_TRUE(outcome.output.starts_with("tabiya: ")) << outcome.output;
    EXPECT_EQ(outcome.output.find('\n'), outcome.output.size() - 1) << outcome.output;
  }
}

}  // namespace
