// tabiya-datagen as its user meets it: what it writes, what it refuses, and in which words.
#include <gtest/gtest.h>
#include <sys/file.h>

#include "records/reader.h"
#include "tests/datagen/program.h"
#include "tests/datagen/run_files.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

std::vector<std::string> small(const std::string& out) {
  return {"--out", out, "--games", "5", "--chunk-games", "2", "--nodes", "100", "--net", "none", "--threads", "1"};
}

int lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

TEST(DatagenTool, PlaysIntoChunksAndSaysWhatItMade) {
  const TemporaryDirectory dir;
  const Ended run = datagen(small(dir.file("run")));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(namesIn(dir.file("run")),
            ".lock chunk-00000.bin chunk-00000.idx chunk-00000.json chunk-00001.bin chunk-00001.idx chunk-00001.json "
            "chunk-00002.bin chunk-00002.idx chunk-00002.json progress.jsonl run.json");
  EXPECT_NE(run.out.find("5 games, "), std::string::npos) << run.out;
  const auto records = readRecordFile(dir.file("run/chunk-00000.bin"));
  ASSERT_TRUE(records) << records.error();
  for (Record record : *records) {
    EXPECT_EQ(checkRecord(record, nullptr), RecordFault::None);
    EXPECT_NE(record.extra(), 0);
  }
}

TEST(DatagenTool, ReplayPlaysAGameAgainAndComparesIt) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(with(small(dir.file("run")), {"--game-log"})).code, 0);
  const Ended same = datagen({"replay", "--run", dir.file("run"), "--game", "3"});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_NE(same.out.find("game 3 played again gives the same"), std::string::npos) << same.out;

  std::string bytes = contentOf(dir.file("run/chunk-00001.bin"));
  bytes[bytes.size() - 4] ^= 1;  // a score of game 3
  writeText(dir.file("run/chunk-00001.bin"), bytes);
  const Ended other = datagen({"replay", "--run", dir.file("run"), "--game", "3"});
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("game 3 is not what " + dir.file("run/chunk-00001.bin") + " holds"), std::string::npos)
      << other.err;
  EXPECT_EQ(datagen({"replay", "--run", dir.file("run"), "--game", "5"}).code, 1);
  EXPECT_EQ(datagen({"replay", "--run", dir.file("nothing"), "--game", "5"}).code, 1);
}

TEST(DatagenTool, OtherSettingsAreRefusedNamingTheDifference) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(small(dir.file("run"))).code, 0);
  const auto before = dataOf(dir.file("run"));
  const Ended other = datagen(with(small(dir.file("run")), {"--seed", "2"}));
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("seed is 1 there and 2 now"), std::string::npos) << other.err;
  EXPECT_EQ(lines(other.err), 1);
  EXPECT_EQ(dataOf(dir.file("run")), before);

  const Ended fresh = datagen(with(small(dir.file("run")), {"--seed", "2", "--fresh"}));
  EXPECT_EQ(fresh.code, 0) << fresh.err;
  EXPECT_NE(dataOf(dir.file("run")), before);
  EXPECT_EQ(dataOf(dir.file("run.old-1")), before);
}

TEST(DatagenTool, ASecondProcessInTheSameDirectoryIsRefused) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(small(dir.file("run"))).code, 0);
  const int held = ::open(dir.file("run/.lock").c_str(), O_RDWR);
  ASSERT_EQ(::flock(held, LOCK_EX | LOCK_NB), 0);
  const Ended second = datagen(small(dir.file("run")));
  ::close(held);
  EXPECT_EQ(second.code, 1);
  EXPECT_NE(second.err.find("another process is at work in"), std::string::npos) << second.err;
}

TEST(DatagenTool, AMissingOrDamagedNetIsOneSentence) {
  const TemporaryDirectory dir;
  writeText(dir.file("damaged.nnue"), std::string(1000, 'x'));
  for (const std::string net : {"missing.nnue", "damaged.nnue"}) {
    auto arguments = small(dir.file("run"));
    for (std::string& word : arguments)
      if (word == "none") word = dir.file(net);
    const Ended ended = datagen(arguments);
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find(net), std::string::npos) << ended.err;
    EXPECT_EQ(lines(ended.err), 1) << ended.err;
    EXPECT_FALSE(std::filesystem::exists(dir.file("run")));
  }
}

TEST(DatagenTool, AMissingOrForeignBookIsOneSentence) {
  const TemporaryDirectory dir;
  writeText(dir.file("foreign.epd"), "this is no position\n");
  for (const std::string book : {"missing.epd", "foreign.epd"}) {
    const Ended ended = datagen(with(small(dir.file("run")), {"--book", dir.file(book)}));
    EXPECT_EQ(ended.code, 1);
    EXPECT_NE(ended.err.find(book), std::string::npos) << ended.err;
    EXPECT_EQ(lines(ended.err), 1) << ended.err;
  }
}

TEST(DatagenTool, ABookGivesTheStarts) {
  const TemporaryDirectory dir;
  writeText(dir.file("book.epd"), "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n");
  ASSERT_EQ(datagen(with(small(dir.file("run")), {"--book", dir.file("book.epd"), "--random-plies", "2"})).code, 0);
  const auto records = readRecordFile(dir.file("run/chunk-00000.bin"));
  ASSERT_TRUE(records) << records.error();
  for (const Record& record : *records) EXPECT_LE(record.occupied().count(), 10);
}

// A full disk, as far as one can be had without mounting one.
TEST(DatagenTool, AFileThatMayNotGrowIsOneSentenceAndNothingHalfWritten) {
  for (const std::string form : {"raw", "compressed"}) {
    const TemporaryDirectory dir;
    auto arguments = with(small(dir.file("run")), {"--game-log"});
    if (form == "compressed") arguments.push_back("--compress");
    ASSERT_EQ(datagen(arguments).code, 0);
    const auto whole = dataOf(dir.file("run"));

    arguments[1] = dir.file("full");
    const Ended full = DatagenProgram(arguments, {}, 3000).wait();
    EXPECT_EQ(full.code, 1);
    EXPECT_EQ(lines(full.err), 1) << full.err;
    EXPECT_NE(full.err.find("cannot write " + dir.file("full/chunk-0000")), std::string::npos) << full.err;
    for (const auto& [name, content] : dataOf(dir.file("full"))) EXPECT_EQ(content, whole.at(name)) << name;
    // With room again the same command goes on.
    EXPECT_EQ(datagen(arguments).code, 0);
    EXPECT_EQ(dataOf(dir.file("full")), whole);
  }
}

TEST(DatagenTool, ADamagedChunkIsNamed) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(small(dir.file("run"))).code, 0);
  std::filesystem::resize_file(dir.file("run/chunk-00001.bin"), 40);
  const Ended ended = datagen(small(dir.file("run")));
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("chunk-00001.bin has 40 bytes"), std::string::npos) << ended.err;
}

TEST(DatagenTool, ASlurmArrayTaskIsAShard) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(small(dir.file("whole"))).code, 0);
  for (const std::string task : {"1", "2"})
    ASSERT_EQ(datagen(small(dir.file("run")),
                      {"SLURM_ARRAY_TASK_ID=" + task, "SLURM_ARRAY_TASK_COUNT=2", "SLURM_ARRAY_TASK_MIN=1"})
                  .code,
              0);
  auto files = dataOf(dir.file("run/shard-00000"));
  EXPECT_EQ(files.size(), 4u);  // chunks 0 and 2
  files.merge(dataOf(dir.file("run/shard-00001")));
  EXPECT_EQ(files, dataOf(dir.file("whole")));
}

TEST(DatagenTool, FlagsMayStandInAFile) {
  const TemporaryDirectory dir;
  writeText(dir.file("run.toml"), "games = 5\nnodes = 100\nnet = \"none\"\nchunk-games = 2\n");
  ASSERT_EQ(datagen({"--config", dir.file("run.toml"), "--out", dir.file("a"), "--threads", "1"}).code, 0);
  ASSERT_EQ(datagen(small(dir.file("b"))).code, 0);
  EXPECT_EQ(dataOf(dir.file("a")), dataOf(dir.file("b")));
}

TEST(DatagenTool, AWrongUseNamesTheNearestRightOne) {
  const Ended option = datagen({"--treads", "2"});
  EXPECT_EQ(option.code, 2);
  EXPECT_NE(option.err.find("unknown option --treads; the nearest is --threads"), std::string::npos) << option.err;
  const Ended command = datagen({"repaly"});
  EXPECT_EQ(command.code, 2);
  EXPECT_NE(command.err.find("unknown command repaly; the nearest is replay"), std::string::npos) << command.err;
  EXPECT_EQ(datagen({"--games", "5"}).code, 2) << "no --out";
  EXPECT_EQ(datagen({"--out", "/nowhere"}).code, 2) << "no goal";
  EXPECT_EQ(datagen({"--out", "/nowhere", "--games", "5", "--positions", "5"}).code, 2) << "two goals";
  EXPECT_EQ(datagen({"--out", "/nowhere", "--games", "x"}).code, 2);
  EXPECT_EQ(datagen({"--out", "/nowhere", "--games", "5", "--max-start-score", "low"}).code, 2);
}

TEST(DatagenTool, HelpShowsDefaultsAndAnExample) {
  const Ended help = datagen({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* text : {"--nodes", "6000", "--chunk-games", "4096", "Example:", "replay"})
    EXPECT_NE(help.out.find(text), std::string::npos) << text;
  EXPECT_EQ(datagen({"replay", "--help"}).code, 0);
  EXPECT_EQ(datagen({"--version"}).out.rfind("tabiya-datagen ", 0), 0u);
}

}  // namespace
}  // namespace tabiya
