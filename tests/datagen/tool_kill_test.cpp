// The real tool stopped in every way: the same command goes on, and the bytes are those of a run left alone.
#include <gtest/gtest.h>

#include "tests/datagen/program.h"
#include "tests/datagen/run_files.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

std::vector<std::string> run(const std::string& out, const std::string& threads, const std::string& nodes = "200") {
  return {"--out", out, "--games", "16", "--chunk-games", "3", "--nodes", nodes, "--net", "none", "--threads", threads};
}

// Kills each start a little later than the one before, so that every part of the work is hit: reading, playing,
// appending, finishing chunks.
void killAndGoOn(const std::vector<std::string>& extra) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(with(run(dir.file("whole"), "1"), extra)).code, 0);
  int kills = 0;
  for (int milliseconds = 1;; milliseconds += milliseconds < 40 ? 3 : 11) {
    DatagenProgram program(with(run(dir.file("killed"), kills % 2 ? "2" : "1"), extra));
    if (program.endsWithin(milliseconds)) {
      EXPECT_EQ(program.wait().code, 0);
      break;
    }
    program.signal(SIGKILL);
    const int code = program.wait().code;
    if (code == 0) break;  // it was done just before the signal
    EXPECT_EQ(code, -SIGKILL);
    ++kills;
    ASSERT_LT(kills, 500);
  }
  EXPECT_GT(kills, 3);
  EXPECT_EQ(dataOf(dir.file("killed")), dataOf(dir.file("whole")));
  EXPECT_EQ(namesIn(dir.file("killed")), namesIn(dir.file("whole")));
}

TEST(DatagenKill, KilledAgainAndAgainItMakesTheSameBytes) {
  killAndGoOn({});
}
TEST(DatagenKill, SoDoCompressedChunksWithAGameLog) {
  killAndGoOn({"--compress", "--game-log"});
}

TEST(DatagenKill, OneInterruptFinishesTheRunningGamesAndSaysHowToGoOn) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(run(dir.file("whole"), "2", "2000")).code, 0);
  int interrupted = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
    // Each start makes this file, after its signal handlers: one left by the start before would tell nothing.
    std::filesystem::remove(dir.file("run/progress.jsonl"));
    DatagenProgram program(run(dir.file("run"), "2", "2000"));
    while (!std::filesystem::exists(dir.file("run/progress.jsonl"))) ASSERT_FALSE(program.endsWithin(1));
    if (program.endsWithin(50)) break;
    program.signal(signal);
    const Ended ended = program.wait();
    if (ended.code == 0) break;
    ++interrupted;
    EXPECT_EQ(ended.code, 130);
    EXPECT_NE(ended.err.find("To go on:\n  " TABIYA_BIN_DIR "/tabiya-datagen --out " + dir.file("run")),
              std::string::npos)
        << ended.err;
  }
  EXPECT_GE(interrupted, 1);
  EXPECT_EQ(datagen(run(dir.file("run"), "1", "2000")).code, 0);
  EXPECT_EQ(dataOf(dir.file("run")), dataOf(dir.file("whole")));
}

TEST(DatagenKill, HowToGoOnIsTheLastThingSaid) {
  const TemporaryDirectory dir;
  const std::string command =
      TABIYA_BIN_DIR "/tabiya-datagen --out run --games 1000000 --nodes 100 --net none --threads 1";
  const std::string script =
      "cd '" + dir.path() + "' && { " + command +
      " >said 2>&1 & until [ -e run/progress.jsonl ]; do sleep 0.01; done; kill -INT $!; wait $!; }";
  EXPECT_EQ(WEXITSTATUS(std::system(script.c_str())), 130);
  const std::string said = contentOf(dir.file("said"));
  const std::string end = "stopped; everything played so far is saved. To go on:\n  " + command + "\n";
  EXPECT_TRUE(said.ends_with(end)) << said;
  EXPECT_NE(said.find("ended by: "), std::string::npos) << said;
}

TEST(DatagenKill, ASecondInterruptStopsAtOnce) {
  const TemporaryDirectory dir;
  DatagenProgram program(run(dir.file("run"), "1", "1000000000"));  // its first move takes minutes
  while (!std::filesystem::exists(dir.file("run/chunk-00000.part"))) ASSERT_FALSE(program.endsWithin(1));
  // What takes the processor from here on is the first game's search.
  for (const double before = program.cpuSeconds(); program.cpuSeconds() < before + 0.3;)
    ASSERT_FALSE(program.endsWithin(10));
  program.signal(SIGINT);
  EXPECT_FALSE(program.endsWithin(400)) << "the running game is to be finished";
  // Two signals close to each other are one wish, and a slow machine may hand them over so: until one counts.
  for (int again = 0; !program.endsWithin(500); ++again) {
    ASSERT_LT(again, 100);
    program.signal(SIGINT);
  }
  EXPECT_EQ(program.wait().code, 130);
}

}  // namespace
}  // namespace tabiya
