// A run in its directory: nets, log and checkpoints; N + M steps are one run of N + M steps; threads do not show.
#include "trainer/run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "nets/network.h"
#include "tests/trainer/support.h"
#include "trainer/cpu/cpu_backend.h"
#include "trainer/loop.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

class Silent : public RunListener {
 public:
  void say(const std::string& line) override { said += line + "\n"; }
  void progress(const std::string&) override {}
  std::string said;
};

// Wraps a backend and turns the stop on after so many steps, as an interrupt would.
class StoppingBackend : public Backend {
 public:
  StoppingBackend(const ModelShape& shape, int threads, int stopAfter, std::atomic<bool>& stop)
      : inner_(shape, threads), left_(stopAfter), stop_(stop) {}
  std::string description() const override { return inner_.description(); }
  void load(const OptimiserState& state) override { inner_.load(state); }
  void store(OptimiserState& state) override { inner_.store(state); }
  void step(const Batch& batch, const StepSettings& settings) override {
    rates.push_back(settings.learningRate);
    inner_.step(batch, settings);
    if (--left_ == 0) stop_ = true;
  }
  std::vector<double> takeLosses() override { return inner_.takeLosses(); }
  double loss(const Batch& batch) override { return inner_.loss(batch); }
  std::vector<float> gradient(const Batch& batch) override { return inner_.gradient(batch); }

  static inline std::vector<double> rates;

 private:
  CpuBackend inner_;
  int left_;
  std::atomic<bool>& stop_;
};

TrainConfig smallConfig() {
  TrainConfig config;
  config.hidden = 32;
  config.epochs = 3;
  config.batch = 300;
  config.validation = 0.1;
  config.rate = 0.005;
  return config;
}

RunOptions optionsFor(const std::string& data, const std::string& out) {
  RunOptions options;
  options.data = {data};
  options.out = out;
  options.notes = nlohmann::json::object();
  return options;
}

Result<LoopEnd> runUntil(int steps, const TrainConfig& config, const RunOptions& options, int threads = 1,
                         std::string* said = nullptr) {
  std::atomic<bool> stop = false;
  Silent listener;
  auto end = runTraining(
      config, options,
      [&](const ModelShape& shape) { return std::make_unique<StoppingBackend>(shape, threads, steps, stop); }, listener,
      stop);
  if (said) *said = listener.said;
  return end;
}

// The files whose bytes must not depend on stops or threads; log lines without their times.
std::map<std::string, std::string> resultOf(const std::string& dir) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dir)) {
    const std::string name = std::filesystem::relative(entry.path(), dir).string();
    // Of the checkpoints the last one: a stopped run has others on its way.
    const bool lastCheckpoint = name.starts_with("checkpoints/epoch-0003") && name.ends_with(".bin");
    if (name.ends_with(".nnue") || lastCheckpoint || name == "best.json" || name == "final.json")
      files[name] = contentOf(entry.path().string());
  }
  std::istringstream log(contentOf(dir + "/log.jsonl"));
  for (std::string line; std::getline(log, line);) {
    auto json = nlohmann::json::parse(line);
    json.erase("records_per_s");
    json.erase("waiting");
    files["log.jsonl"] += json.dump() + "\n";
  }
  return files;
}

class Run : public ::testing::Test {
 protected:
  Run() { writeRecords(dir.file("data.bin"), randomRecords(2200, 31)); }
  RunOptions options(const std::string& out) const { return optionsFor(dir.file("data.bin"), dir.file(out)); }

  TemporaryDirectory dir;
};

TEST_F(Run, LeavesNetsLogAndCheckpoints) {
  TrainConfig config = smallConfig();
  std::string said;
  ASSERT_EQ(*runUntil(-1, config, options("run"), 1, &said), LoopEnd::Finished);
  for (const char* name : {"net-epoch-1.nnue", "net-epoch-2.nnue", "net-epoch-3.nnue", "best.nnue", "final.nnue"}) {
    const auto net = readNetworkFile(dir.file("run") + "/" + name);
    ASSERT_TRUE(net) << net.error();
    EXPECT_EQ(net->arch.hidden, 32);
  }
  EXPECT_EQ(contentOf(dir.file("run/final.nnue")), contentOf(dir.file("run/net-epoch-3.nnue")));

  std::istringstream log(contentOf(dir.file("run/log.jsonl")));
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(log, line);) lines.push_back(nlohmann::json::parse(line));
  EXPECT_EQ(lines.front()["type"], "start");
  double best = 1;
  int epochs = 0, steps = 0;
  for (const auto& line : lines) {
    if (line["type"] == "step") {
      ++steps;
      EXPECT_EQ(line["step"], steps) << "few steps an epoch: each has its line";
      for (const char* key : {"records", "training_loss", "lr", "records_per_s", "waiting"})
        EXPECT_TRUE(line.contains(key)) << key;
    }
    if (line["type"] != "epoch") continue;
    ++epochs;
    EXPECT_EQ(line["epoch"], epochs);
    const double loss = line["validation_loss"].get<double>();
    EXPECT_EQ(line["best"].get<bool>(), loss < best);
    best = std::min(best, loss);
    EXPECT_EQ(line["rounding"]["positions"], 1000);
    EXPECT_TRUE(line["rounding"]["no_overflow"].get<bool>());
    EXPECT_LT(line["rounding"]["mean_cp"].get<double>(), 0.05 * lines.front()["eval_scale"].get<double>());
  }
  EXPECT_EQ(epochs, 3);
  const auto made = nlohmann::json::parse(contentOf(dir.file("run/best.json")));
  EXPECT_DOUBLE_EQ(made["validation_loss"].get<double>(), best);
  EXPECT_EQ(made["network"], networkHash(*readNetworkFile(dir.file("run/best.nnue"))));
  EXPECT_EQ(made["settings"]["result_weight"], 0.25);
  EXPECT_EQ(made["settings"]["score_weight"], 0.75);
  EXPECT_EQ(made["data"]["files"][0]["records"], 2200);
  EXPECT_GT(made["baselines"]["average"].get<double>(), best) << "three epochs beat guessing the average";
  EXPECT_NE(said.find("baselines, validation loss"), std::string::npos) << said;
}

TEST_F(Run, IsTheSameWithOneTwoAndThreeThreads) {
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("one"), 1));
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("two"), 2));
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("three"), 3));
  const auto one = resultOf(dir.file("one"));
  EXPECT_GE(one.size(), 9u);
  EXPECT_TRUE(one == resultOf(dir.file("two")));
  EXPECT_TRUE(one == resultOf(dir.file("three")));
}

TEST_F(Run, StoppedAtAnyStepAndGoneOnItIsTheSame) {
  StoppingBackend::rates.clear();
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("whole")));
  const std::vector<double> rates = StoppingBackend::rates;
  const int steps = static_cast<int>(rates.size());
  ASSERT_GE(steps, 30);
  const auto whole = resultOf(dir.file("whole"));
  // Inside an epoch, at its last step, at its first, and in the last quarter.
  for (const int stopAfter : {1, 5, steps / 3 - 1, steps / 3, steps / 3 + 1, steps - 2}) {
    const std::string out = "stopped-" + std::to_string(stopAfter);
    StoppingBackend::rates.clear();
    ASSERT_EQ(*runUntil(stopAfter, smallConfig(), options(out)), LoopEnd::Interrupted);
    EXPECT_FALSE(std::filesystem::exists(dir.file(out + "/final.nnue")));
    ASSERT_EQ(*runUntil(-1, smallConfig(), options(out), 2), LoopEnd::Finished);
    EXPECT_TRUE(resultOf(dir.file(out)) == whole) << stopAfter;
    EXPECT_EQ(StoppingBackend::rates, rates) << "the schedule did not start again";
  }
}

TEST_F(Run, StoppedAfterEverySecondStepItIsTheSame) {
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("whole")));
  Result<LoopEnd> end = LoopEnd::Interrupted;
  int starts = 0;
  while (*end == LoopEnd::Interrupted) {
    end = runUntil(2, smallConfig(), options("often"));
    ASSERT_TRUE(end) << end.error();
    ASSERT_LT(++starts, 40);
  }
  EXPECT_GT(starts, 10);
  EXPECT_TRUE(resultOf(dir.file("often")) == resultOf(dir.file("whole")));
}

TEST_F(Run, ADamagedCheckpointMeansTheOneBefore) {
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("whole")));
  RunOptions frequent = options("damaged");
  frequent.save.steps = 4;
  ASSERT_EQ(*runUntil(14, smallConfig(), frequent), LoopEnd::Interrupted);
  std::string newest;
  for (const auto& entry : std::filesystem::directory_iterator(dir.file("damaged/checkpoints")))
    newest = std::max(newest, entry.path().string());
  writeText(newest + "/tensors.bin", "TABIYACK");
  std::string said;
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("damaged"), 1, &said));
  EXPECT_NE(said.find("going on from an older checkpoint"), std::string::npos) << said;
  EXPECT_TRUE(resultOf(dir.file("damaged")) == resultOf(dir.file("whole")));
}

// A backend whose device goes away in the middle of a run.
class FailingBackend : public CpuBackend {
 public:
  FailingBackend(const ModelShape& shape, int stepsToGo) : CpuBackend(shape, 1), left_(stepsToGo) {}
  void step(const Batch& batch, const StepSettings& settings) override {
    if (left_-- == 0) throw DeviceError("the device was lost");
    CpuBackend::step(batch, settings);
  }

 private:
  int left_;
};

TEST_F(Run, ADeviceThatFailsIsOneSentenceNamingTheLastCheckpoint) {
  TrainConfig config = smallConfig();
  RunOptions saving = options("run");
  saving.save = {4, 0};
  std::atomic<bool> stop = false;
  Silent listener;
  const auto runFor = [&](int steps) {
    return runTraining(
        config, saving, [&](const ModelShape& shape) { return std::make_unique<FailingBackend>(shape, steps); },
        listener, stop);
  };
  const auto early = runFor(2);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().find("the device was lost; no checkpoint was saved yet"), 0u) << early.error();
  const auto later = runFor(6);
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().find("the device was lost; the last checkpoint is " +
                               dir.file("run/checkpoints/epoch-0000-step-0000000004")),
            0u)
      << later.error();
  // Again before the next one is saved: the checkpoint that this start went on from is still the last.
  const auto again = runFor(1);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error(), later.error());

  ASSERT_EQ(*runUntil(-1, config, options("run")), LoopEnd::Finished);
  ASSERT_EQ(*runUntil(-1, config, options("whole")), LoopEnd::Finished);
  EXPECT_EQ(resultOf(dir.file("run")), resultOf(dir.file("whole")));
}

TEST_F(Run, AFinishedRunIsLeftAsItIs) {
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("run")));
  const auto before = resultOf(dir.file("run"));
  std::filesystem::remove(dir.file("run/final.nnue"));  // as if killed just before it was written
  ASSERT_EQ(*runUntil(-1, smallConfig(), options("run")), LoopEnd::Finished);
  EXPECT_TRUE(resultOf(dir.file("run")) == before);
}

TEST_F(Run, OtherSettingsAreRefusedNamingTheDifference) {
  ASSERT_TRUE(runUntil(3, smallConfig(), options("run")));
  TrainConfig config = smallConfig();
  config.rate = 0.002;
  const auto end = runUntil(-1, config, options("run"));
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().find("lr is 0.005 there and 0.002 now"), std::string::npos) << end.error();
  writeRecords(dir.file("other.bin"), randomRecords(2200, 32));
  const auto other = runUntil(-1, smallConfig(), optionsFor(dir.file("other.bin"), dir.file("run")));
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().find("data"), std::string::npos) << other.error();
  // The same bytes under another name are the same data.
  std::filesystem::copy_file(dir.file("data.bin"), dir.file("renamed.bin"));
  EXPECT_TRUE(runUntil(1, smallConfig(), optionsFor(dir.file("renamed.bin"), dir.file("run"))));
}

TEST_F(Run, ALossThatIsNotFiniteStopsItNamingTheBatch) {
  TrainConfig config = smallConfig();
  std::atomic<bool> stop = false;
  Silent listener;
  // A backend that breaks in its fifth step.
  class Broken : public StoppingBackend {
   public:
    using StoppingBackend::StoppingBackend;
    std::vector<double> takeLosses() override {
      std::vector<double> losses = StoppingBackend::takeLosses();
      for (double& loss : losses) {
        if (++taken_ == 5) loss = std::numeric_limits<double>::infinity();
      }
      return losses;
    }

   private:
    int taken_ = 0;
  };
  const auto end = runTraining(
      config, options("run"), [&](const ModelShape& shape) { return std::make_unique<Broken>(shape, 1, -1, stop); },
      listener, stop);
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().find("the loss of step 5 (epoch 1, a batch of 300 records) is not finite"), std::string::npos)
      << end.error();
}

TEST_F(Run, PatienceEndsARunThatNoLongerGains) {
  TrainConfig config = smallConfig();
  config.epochs = 40;
  config.patience = 2;
  config.copies = false;
  config.sharedRows = false;
  config.decay = 0.0;
  config.rate = 0.05;  // it overfits at once
  ASSERT_EQ(*runUntil(-1, config, options("run")), LoopEnd::Finished);
  const auto best = nlohmann::json::parse(contentOf(dir.file("run/best.json")));
  const auto final = nlohmann::json::parse(contentOf(dir.file("run/final.json")));
  EXPECT_EQ(final["epoch"].get<int>(), best["epoch"].get<int>() + 2);
  EXPECT_LT(final["epoch"].get<int>(), 40);
}

TEST_F(Run, StartsFromANetOrACheckpoint) {
  ASSERT_TRUE(runUntil(-1, smallConfig(), options("parent")));
  TrainConfig config = smallConfig();
  config.rate = 0;  // nothing moves: the child is its parent
  config.epochs = 1;
  RunOptions child = options("child");
  child.from = dir.file("parent/final.nnue");
  ASSERT_TRUE(runUntil(-1, config, child));
  EXPECT_EQ(contentOf(dir.file("child/final.nnue")), contentOf(dir.file("parent/final.nnue")));

  config.sharedRows = false;  // the weights of a shape with shared rows, folded
  RunOptions folded = options("folded");
  for (const auto& entry : std::filesystem::directory_iterator(dir.file("parent/checkpoints")))
    folded.from = std::max(folded.from, entry.path().string());
  ASSERT_TRUE(runUntil(-1, config, folded));
  EXPECT_EQ(contentOf(dir.file("folded/final.nnue")), contentOf(dir.file("parent/final.nnue")));

  config.hidden = 64;
  const auto wider = runUntil(-1, config, folded);
  ASSERT_FALSE(wider);
}

TEST_F(Run, SharedRowsAndCopiesHelpOnLittleData) {
  // The claim of the defaults, at a small size: same data, seed and epochs.
  TrainConfig with = smallConfig(), without = smallConfig();
  with.epochs = without.epochs = 6;
  without.sharedRows = without.copies = false;
  without.decay = 0.01;
  ASSERT_TRUE(runUntil(-1, with, options("with"), 2));
  ASSERT_TRUE(runUntil(-1, without, options("without"), 2));
  const auto lossOf = [&](const char* name) {
    return nlohmann::json::parse(contentOf(dir.file(name) + "/best.json"))["validation_loss"].get<double>();
  };
  EXPECT_LT(lossOf("with"), 0.9 * lossOf("without"));
}

}  // namespace
}  // namespace tabiya
