// tabiya-train as its users meet it: killed, interrupted, given nonsense, and with no room on the disk.
#include <nlohmann/json.hpp>

#include "tests/trainer/support.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

class Tool : public ::testing::Test {
 protected:
  Tool() { writeRecords(dir.file("data.bin"), randomRecords(3000, 41)); }

  std::vector<std::string> train(const std::string& out, const std::string& threads = "1") const {
    return {"--data",       dir.file("data.bin"),
            "--out",        dir.file(out),
            "--hidden",     "32",
            "--epochs",     "4",
            "--batch",      "200",
            "--validation", "0.1",
            "--save-steps", "3",
            "--threads",    threads,
            "--quiet"};
  }
  // Nets, and the log without its times.
  std::map<std::string, std::string> resultOf(const std::string& out) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(dir.file(out))) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".nnue") || name == "best.json" || name == "final.json")
        files[name] = contentOf(entry.path().string());
      EXPECT_FALSE(name.ends_with(".part")) << name;
    }
    std::istringstream log(contentOf(dir.file(out + "/log.jsonl")));
    for (std::string line; std::getline(log, line);) {
      auto json = nlohmann::json::parse(line);
      json.erase("records_per_s");
      json.erase("waiting");
      files["log.jsonl"] += json.dump() + "\n";
    }
    return files;
  }
  // Exit code 1 and one sentence on stderr that contains `text`.
  void fails(const Ended& ended, const std::string& text) const {
    EXPECT_EQ(ended.code, 1) << ended.err;
    EXPECT_NE(ended.err.find(text), std::string::npos) << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_EQ(ended.err.find("tabiya-train: "), 0u) << ended.err;
  }

  TemporaryDirectory dir;
};

TEST_F(Tool, KilledAgainAndAgainItMakesTheSameBytes) {
  ASSERT_EQ(trainTool(train("whole")).code, 0);
  int kills = 0;
  for (int milliseconds = 10;; milliseconds += 35) {
    TrainProgram program(train("killed", kills % 2 ? "2" : "1"));
    if (program.endsWithin(milliseconds)) {
      const Ended ended = program.wait();
      ASSERT_EQ(ended.code, 0) << ended.err;
      break;
    }
    program.signal(SIGKILL);
    const int code = program.wait().code;
    if (code == 0) break;  // it was done just before the signal
    EXPECT_EQ(code, -SIGKILL);
    ASSERT_LT(++kills, 200);
  }
  EXPECT_GT(kills, 0);
  EXPECT_TRUE(resultOf("killed") == resultOf("whole")) << kills << " kills";
}

TEST_F(Tool, InterruptedItSavesAndSaysHowToGoOn) {
  std::vector<std::string> longer = train("run");
  *(std::find(longer.begin(), longer.end(), "--epochs") + 1) = "100000";
  TrainProgram program(longer);
  while (!std::filesystem::exists(dir.file("run/checkpoints/epoch-0001-step-0000000027"))) {
    ASSERT_FALSE(program.endsWithin(1));
    if (std::filesystem::exists(dir.file("run/net-epoch-2.nnue"))) break;
  }
  program.signal(SIGINT);
  const Ended ended = program.wait();
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_NE(ended.err.find("the same command goes on: "), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("--out " + dir.file("run")), std::string::npos) << ended.err;
  EXPECT_FALSE(std::filesystem::exists(dir.file("run/final.nnue")));
}

TEST_F(Tool, BadInputIsOneSentence) {
  const auto with = [&](const std::string& data) {
    std::vector<std::string> words = train("out");
    words[1] = data;
    return trainTool(words);
  };
  fails(with(dir.file("missing.bin")), "missing.bin");
  writeText(dir.file("empty.bin"), "");
  fails(with(dir.file("empty.bin")), "empty.bin");
  writeText(dir.file("cut.bin"), contentOf(dir.file("data.bin")).substr(0, 1000));
  fails(with(dir.file("cut.bin")), "cut.bin");
  writeText(dir.file("foreign.bin"), std::string(6400, 'x'));
  fails(with(dir.file("foreign.bin")), "foreign.bin");
  EXPECT_FALSE(std::filesystem::exists(dir.file("out"))) << "bad data makes no run directory";
}

TEST_F(Tool, OtherSettingsAndForeignDirectoriesAreRefused) {
  std::vector<std::string> words = train("out");
  ASSERT_EQ(trainTool(words).code, 0);
  fails(trainTool(testing::with(words, {"--lr", "0.01"})), "lr is 0.001 there and 0.01 now");
  std::filesystem::create_directory(dir.file("mine"));
  writeText(dir.file("mine/letter.txt"), "dear");
  fails(trainTool(train("mine")), "letter.txt");
  const Ended fresh = trainTool(testing::with(words, {"--lr", "0.01", "--fresh"}));
  EXPECT_EQ(fresh.code, 0) << fresh.err;
  EXPECT_TRUE(std::filesystem::exists(dir.file("out.old-1/final.nnue")));
}

TEST_F(Tool, AnotherToolsRunIsLeftAloneWhateverTheOptions) {
  std::filesystem::create_directory(dir.file("games"));
  writeText(dir.file("games/run.json"), R"({"settings": {"games": 100}, "notes": {"tool": "tabiya-datagen"}})");
  for (const char* more : {"--quiet", "--fresh"}) {
    const Ended ended = trainTool(testing::with(train("games"), {more}));
    fails(ended, "games holds a run of tabiya-datagen, not of tabiya-train; choose another directory");
    EXPECT_EQ(ended.err.find("set the old run aside"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(namesIn(dir.file("games")), ".lock run.json");
}

TEST_F(Tool, OtherDataIsToldByWhatDiffers) {
  ASSERT_EQ(trainTool(train("out")).code, 0);
  writeRecords(dir.file("data.bin"), randomRecords(2000, 42));
  fails(trainTool(train("out")), "data[0].records is 3000 there and 2000 now");
}

TEST_F(Tool, QuietItSaysTheResultAlone) {
  const Ended ended = trainTool(train("out"));
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.find("best epoch "), 0u) << ended.out;
  EXPECT_NE(ended.out.find("nets: " + dir.file("out/best.nnue")), std::string::npos) << ended.out;
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 2) << ended.out;
}

TEST_F(Tool, WhatWasDamagedSinceIsMadeAgainOrToldEvenQuietly) {
  ASSERT_EQ(trainTool(train("out")).code, 0);
  const std::string best = contentOf(dir.file("out/best.nnue"));
  writeText(dir.file("out/best.nnue"), "");
  std::string newest;
  for (const auto& entry : std::filesystem::directory_iterator(dir.file("out/checkpoints")))
    newest = std::max(newest, entry.path().string());
  writeText(newest + "/state.json", "{");
  const Ended ended = trainTool(train("out"));
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(contentOf(dir.file("out/best.nnue")), best);
  EXPECT_NE(ended.err.find("going on from an older checkpoint"), std::string::npos) << ended.err;
}

TEST_F(Tool, ALogCutWithinALineGoesOnAfterItsLastWholeLine) {
  ASSERT_EQ(trainTool(train("out")).code, 0);
  const std::string log = contentOf(dir.file("out/log.jsonl"));
  writeText(dir.file("out/log.jsonl"), log.substr(0, log.size() / 2));
  trainTool(train("out"));
  std::istringstream lines(contentOf(dir.file("out/log.jsonl")));
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(nlohmann::json::accept(line)) << line;
}

TEST_F(Tool, NothingHeldOutIsSaidInWords) {
  std::vector<std::string> words = train("out");
  words.pop_back();  // --quiet
  *(std::find(words.begin(), words.end(), "--validation") + 1) = "0";
  const Ended ended = trainTool(words);
  EXPECT_NE(ended.out.find(" games to train on, none held out\n"), std::string::npos) << ended.out;
}

TEST_F(Tool, NumbersThatWouldWrapAreRefused) {
  for (const char* option : {"--seed", "--save-steps"})
    for (const char* value : {"-1", "18446744073709551616", "1.5"}) {
      const Ended ended = trainTool(testing::with(train("out"), {option, value}));
      EXPECT_EQ(ended.code, 2) << option << " " << value;
      EXPECT_NE(ended.err.find(std::string(option) + ": " + value + " is not a whole number from 0"), std::string::npos)
          << ended.err;
    }
}

TEST_F(Tool, SettingsOutOfTheirRangeAreUsageErrorsInPlainNumbers) {
  const std::pair<std::vector<std::string>, const char*> wrong[] = {
      {{"--lr", "nan"}, "--lr is nan, expected 0 to 10"},
      {{"--batch", "0"}, "--batch is 0, expected 1 to 4194304"},
      {{"--hidden", "020"}, "--hidden: 020 is not a whole number"},
      {{"--save-seconds", "-1"}, "--save-seconds is -1, expected 0 to"},
      {{"--save-seconds", "inf"}, "--save-seconds is inf, expected 0 to"},
      {{"--threads", "100000"}, "--threads is 100000, expected 1 to 1024"},
  };
  for (const auto& [words, sentence] : wrong) {
    const Ended ended =
        trainTool(testing::with({"--data", dir.file("data.bin"), "--out", dir.file("out"), "--backend", "cpu"}, words));
    EXPECT_EQ(ended.code, 2) << words[0];
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << ended.err;
  }
  EXPECT_FALSE(std::filesystem::exists(dir.file("out")));
}

TEST_F(Tool, AFullDiskIsOneSentenceAndLeavesNothingHalfWritten) {
  // Room for the net (about 50 KB) but not for a checkpoint, then for neither.
  for (const rlim_t limit : {rlim_t{100'000}, rlim_t{20'000}}) {
    const Ended ended = trainTool(train("run"), limit);
    fails(ended, "cannot write ");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir.file("run"))) {
      EXPECT_NE(entry.path().extension(), ".part") << entry.path();
      EXPECT_EQ(entry.path().string().find("step-"), std::string::npos) << entry.path();
    }
  }
  EXPECT_EQ(trainTool(train("run")).code, 0) << "with room again the same command goes on";
  ASSERT_EQ(trainTool(train("whole")).code, 0);
  EXPECT_TRUE(resultOf("run") == resultOf("whole"));
}

TEST_F(Tool, WrongWordsNameTheNearestRightOne) {
  const Ended option = trainTool({"--treads", "2"});
  EXPECT_EQ(option.code, 2);
  EXPECT_NE(option.err.find("--threads"), std::string::npos) << option.err;
  const Ended command = trainTool({"bnch"});
  EXPECT_EQ(command.code, 2);
  EXPECT_NE(command.err.find("bench"), std::string::npos) << command.err;
  EXPECT_EQ(trainTool({}).code, 2);
  EXPECT_EQ(trainTool(testing::with(train("out"), {"--eval-scale", "big"})).code, 2);
#ifndef TABIYA_GPU
  fails(trainTool(testing::with(train("out"), {"--backend", "gpu"})), "this build cannot train on GPUs");
#endif
  std::vector<std::string> odd = train("out");
  odd[5] = "33";
  const Ended hidden = trainTool(odd);
  EXPECT_EQ(hidden.code, 2);
  EXPECT_NE(hidden.err.find("--hidden is 33, expected a multiple of 16"), std::string::npos) << hidden.err;
}

TEST_F(Tool, SettingsMayStandInAFile) {
  writeText(dir.file("train.toml"), "hidden = 16\nepochs = 1\nbatch = 500\nshared-rows = \"off\"\nquiet = true\n");
  const Ended ended = trainTool(
      {"--config", dir.file("train.toml"), "--data", dir.file("data.bin"), "--out", dir.file("run"), "--threads", "1"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  const auto settings = nlohmann::json::parse(contentOf(dir.file("run/run.json")))["settings"];
  EXPECT_EQ(settings["hidden"], 16);
  EXPECT_EQ(settings["shared_rows"], false);
  EXPECT_EQ(settings["decay"], 0.1) << "the default without shared rows";
}

TEST_F(Tool, ChecksGradientsBenchesAndLists) {
  const Ended check = trainTool({"check", "--hidden", "16", "--records", "64"});
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  EXPECT_NE(check.out.find("all gradients agree"), std::string::npos);
  const Ended bench = trainTool({"bench", "--hidden", "16", "--data", dir.file("data.bin"), "--seconds", "0.05"});
  EXPECT_EQ(bench.code, 0) << bench.err;
  EXPECT_NE(bench.out.find("M records/s"), std::string::npos) << bench.out;
  const Ended devices = trainTool({"devices"});
  EXPECT_EQ(devices.code, 0);
  EXPECT_NE(devices.out.find("cpu: "), std::string::npos);
  EXPECT_NE(devices.out.find("gpu"), std::string::npos);
  EXPECT_NE(trainTool({"--help"}).out.find("Example:"), std::string::npos);
  EXPECT_NE(trainTool({"--version"}).out.find("tabiya-train "), std::string::npos);
}

}  // namespace
}  // namespace tabiya
