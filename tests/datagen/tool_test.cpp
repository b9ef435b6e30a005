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
  rlim_t limit = 0;
  for (const std::string form : {"raw", "compressed"}) {
    const TemporaryDirectory dir;
    auto arguments = with(small(dir.file("run")), {"--game-log"});
    if (form == "compressed") arguments.push_back("--compress");
    ASSERT_EQ(datagen(arguments).code, 0);
    const auto whole = dataOf(dir.file("run"));
    // A byte less than the largest chunk's records need, while they are not compressed yet.
    if (form == "raw")
      for (const auto& [name, content] : whole) limit = std::max<rlim_t>(limit, content.size() - 1);

    arguments[1] = dir.file("full");
    const Ended full = DatagenProgram(arguments, {}, limit).wait();
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

TEST(DatagenTool, ASlurmArrayTaskThatCannotKnowItsShardIsRefused) {
  for (const std::vector<std::string>& environment :
       {std::vector<std::string>{"SLURM_ARRAY_TASK_ID=abc", "SLURM_ARRAY_TASK_COUNT=3"},
        std::vector<std::string>{"SLURM_ARRAY_TASK_ID=1"}}) {
    const Ended ended = datagen(small("/nowhere"), environment);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_NE(ended.err.find("give --shard and --shards"), std::string::npos) << ended.err;
  }
}

TEST(DatagenTool, AKeyThatNoFlagHasIsRefused) {
  const TemporaryDirectory dir;
  writeText(dir.file("run.toml"), "games = 5\nnodse = 100\n");
  const Ended ended = datagen({"--config", dir.file("run.toml"), "--out", dir.file("a"), "--net", "none"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("nodse"), std::string::npos) << ended.err;
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
  const Ended run = datagen({"run", "--out", "/nowhere", "--games", "5"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "tabiya-datagen: unknown command run; expected replay, or none: options alone (see tabiya-datagen "
            "--help)\n");
  EXPECT_EQ(datagen({"--games", "5"}).code, 2) << "no --out";
  EXPECT_EQ(datagen({"--out", "/nowhere"}).code, 2) << "no goal";
  EXPECT_EQ(datagen({"--out", "/nowhere", "--games", "5", "--positions", "5"}).code, 2) << "two goals";
  EXPECT_EQ(datagen({"--out", "/nowhere", "--games", "x"}).code, 2);
  EXPECT_EQ(datagen({"--out", "/nowhere", "--games", "5", "--max-start-score", "low"}).code, 2);
}

TEST(DatagenTool, NumbersThatWrapOrAreNoneAreRefused) {
  for (const std::string option : {"--games", "--positions", "--first-game", "--seed", "--shard", "--shards"})
    for (const std::string value : {"-1", "18446744073709551616", "99999999999999999999999"}) {
      const Ended ended = datagen({"--out", "/nowhere", option, value});
      EXPECT_EQ(ended.code, 2) << option << " " << value;
      EXPECT_NE(ended.err.find(option + ": " + value + " is not a whole number from 0"), std::string::npos)
          << ended.err;
    }
  EXPECT_EQ(datagen({"replay", "--run", "/nowhere", "--game", "-1"}).code, 2);
  for (const std::string option : {"--chess960", "--double-chess960"}) {
    const Ended ended = datagen({"--out", "/nowhere", "--games", "5", option, "nan"});
    EXPECT_EQ(ended.code, 2) << ended.err;
  }
}

TEST(DatagenTool, ADamagedRunFileIsToldInPlainWords) {
  const TemporaryDirectory dir;
  ASSERT_EQ(datagen(small(dir.file("run"))).code, 0);
  const std::string good = contentOf(dir.file("run/run.json"));
  const auto replayWith = [&](const std::string& name, const std::string& value) {
    std::string text = good;
    const std::size_t at = text.find("\"" + name + "\": ") + name.size() + 4;
    text.replace(at, text.find_first_of(",\n", at) - at, value);
    writeText(dir.file("run/run.json"), text);
    const Ended ended = datagen({"replay", "--run", dir.file("run"), "--game", "1"});
    EXPECT_EQ(ended.code, 1) << name << " " << value;
    EXPECT_EQ(lines(ended.err), 1) << ended.err;
    return ended.err;
  };
  const auto says = [&](const std::string& name, const std::string& value, const std::string& sentence) {
    EXPECT_NE(replayWith(name, value).find("run.json is damaged: " + sentence), std::string::npos)
        << replayWith(name, value);
  };
  says("chunk_games", "0", "chunk_games is 0, expected 1 to 1000000");
  says("chunk_games", "-5", "chunk_games is -5, expected a whole number from 0 on");
  says("shards", "0", "--shard 0 of --shards 0");
  says("nodes", "1e300", "nodes is 1e+300, expected a whole number from 0 on");
  says("random_plies", "100000000", "random_plies is 100000000, expected 0 to 40");
  says("hash_mb", "99999999999", "hash_mb is 99999999999, expected a whole number");
  says("seed", "\"one\"", "seed is \"one\", expected a whole number from 0 on");
  says("chess960", "null", "chess960 is null, expected a number");
  for (const char* text : {"[]", "{\"settings\": null}", "{\"settings\": {\"games\": 1}, \"notes\": {}}"}) {
    writeText(dir.file("run/run.json"), text);
    const Ended ended = datagen({"replay", "--run", dir.file("run"), "--game", "1"});
    EXPECT_EQ(ended.code, 1) << text;
    EXPECT_NE(ended.err.find("run.json is not the run.json of a data run"), std::string::npos) << ended.err;
    EXPECT_EQ(ended.err.find("exception"), std::string::npos) << ended.err;
  }
}

TEST(DatagenTool, AFinishedChunkThatLostItsGameLogIsNamed) {
  const TemporaryDirectory dir;
  const auto arguments = with(small(dir.file("run")), {"--game-log"});
  ASSERT_EQ(datagen(arguments).code, 0);
  const auto whole = dataOf(dir.file("run"));
  std::filesystem::remove(dir.file("run/chunk-00001.vf"));
  const Ended ended = datagen(arguments);
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("chunk-00001.vf is missing; without "), std::string::npos) << ended.err;
  std::filesystem::remove(dir.file("run/chunk-00001.bin"));
  EXPECT_EQ(datagen(arguments).code, 0);
  EXPECT_EQ(dataOf(dir.file("run")), whole);
}

TEST(DatagenTool, AThreadThatCannotStartIsOneSentence) {
  const TemporaryDirectory dir;
  std::string command = "ulimit -v 500000; " TABIYA_BIN_DIR "/tabiya-datagen --out '" + dir.file("run") +
                        "' --games 2000 --nodes 50 --net none --threads 1000 >/dev/null 2>'" + dir.file("err") + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  const std::string said = contentOf(dir.file("err"));
  EXPECT_NE(said.find("tabiya-datagen: cannot start thread "), std::string::npos) << said;
  EXPECT_EQ(lines(said), 1) << said;
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
