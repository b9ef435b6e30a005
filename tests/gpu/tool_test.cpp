// tabiya-train on a GPU: the same net for any number of driver threads, runs that change backends, one sentence when
// the device is not there.
#include <nlohmann/json.hpp>

#include "tests/gpu/support.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

class GpuTool : public ::testing::Test {
 protected:
  GpuTool() { writeRecords(dir.file("data.bin"), randomRecords(1500, 41)); }

  // A run of a few steps; `threads` are the driver's.
  Ended train(const std::string& out, const std::vector<std::string>& more, const std::string& threads = "2",
              const std::vector<std::string>& environment = {}) {
    return Program("tabiya-train",
                   with({"--data", dir.file("data.bin"), "--out", dir.file(out), "--hidden", "32", "--batch", "256",
                         "--epochs", "2", "--seed", "3"},
                        more),
                   with({"LP_NUM_THREADS=" + threads}, environment))
        .wait();
  }
  std::string net(const std::string& out) { return contentOf(dir.file(out + "/final.nnue")); }

  TemporaryDirectory dir;
};

const std::vector<std::string> kOnGpu = {"--backend", "gpu", "--device", "llvmpipe"};

TEST_F(GpuTool, MakesTheSameNetEveryTimeAndForAnyDriverThreads) {
  const Ended first = train("first", kOnGpu);
  ASSERT_EQ(first.code, 0) << first.err;
  ASSERT_FALSE(net("first").empty());
  for (const char* threads : {"1", "4"}) {
    ASSERT_EQ(train(threads, kOnGpu, threads).code, 0);
    EXPECT_EQ(net(threads), net("first")) << threads << " driver threads";
  }
  for (int i = 0; i < 10; ++i) {
    const std::string again = "again" + std::to_string(i);
    ASSERT_EQ(train(again, with(kOnGpu, {"--threads", i % 2 ? "1" : "3"})).code, 0);
    ASSERT_EQ(net(again), net("first")) << "repetition " << i;
  }
}

TEST_F(GpuTool, StoppedAndGoneOnItIsTheSame) {
  ASSERT_EQ(train("whole", kOnGpu).code, 0);
  for (int kill = 0; kill < 3; ++kill) {
    Program run("tabiya-train", with({"--data", dir.file("data.bin"), "--out", dir.file("parts"), "--hidden", "32",
                                      "--batch", "256", "--epochs", "2", "--seed", "3", "--save-steps", "3"},
                                     kOnGpu));
    run.endsWithin(300 + 200 * kill);
    run.signal(SIGKILL);
    run.wait();
  }
  const Ended last = train("parts", kOnGpu);
  ASSERT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(net("parts"), net("whole"));
}

// What the log says of an epoch.
double lossOf(const std::string& log, int epoch) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json["type"] == "epoch" && json["epoch"] == epoch) return json["training_loss"];
  }
  return -1;
}

TEST_F(GpuTool, ARunMayChangeItsBackend) {
  // Begun on one and finished on the other: stopped after the first epoch by a kill as soon as its net is there.
  const auto stopAfterOneEpoch = [&](const std::string& out, const std::vector<std::string>& on) {
    Program run("tabiya-train", with({"--data", dir.file("data.bin"), "--out", dir.file(out), "--hidden", "32",
                                      "--batch", "256", "--epochs", "2", "--seed", "3"},
                                     on));
    while (!std::filesystem::exists(dir.file(out + "/net-epoch-1.nnue")) && !run.endsWithin(1)) {
    }
    run.signal(SIGKILL);
    run.wait();
  };
  ASSERT_EQ(train("cpu", {"--backend", "cpu"}).code, 0);
  const double expected = lossOf(contentOf(dir.file("cpu/log.jsonl")), 2);
  ASSERT_GT(expected, 0);
  stopAfterOneEpoch("to-gpu", {"--backend", "cpu"});
  stopAfterOneEpoch("to-cpu", kOnGpu);
  const Ended onGpu = train("to-gpu", kOnGpu), onCpu = train("to-cpu", {"--backend", "cpu"});
  ASSERT_EQ(onGpu.code, 0) << onGpu.err;
  ASSERT_EQ(onCpu.code, 0) << onCpu.err;
  EXPECT_NEAR(lossOf(contentOf(dir.file("to-gpu/log.jsonl")), 2), expected, 1e-4 * expected);
  EXPECT_NEAR(lossOf(contentOf(dir.file("to-cpu/log.jsonl")), 2), expected, 1e-4 * expected);
}

TEST_F(GpuTool, WithoutADriverItSaysSoAndAutoTakesTheCpu) {
  // As on a machine without any driver.
  const std::vector<std::string> nothing = {"VK_DRIVER_FILES=/nowhere.json", "VK_ICD_FILENAMES=/nowhere.json"};
  const Ended refused = train("gpu", {"--backend", "gpu"}, "2", nothing);
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("the Vulkan loader found no d"), std::string::npos) << refused.err;
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(dir.file("gpu"))) << "nothing was begun";
  const Ended onCpu = train("auto", {}, "2", nothing);
  EXPECT_EQ(onCpu.code, 0) << onCpu.err;
  EXPECT_NE(onCpu.out.find("training on the CPU: the Vulkan loader found no d"), std::string::npos) << onCpu.out;
}

TEST_F(GpuTool, AutoPrefersTheCpuToAProgramThatPlaysAGpu) {
  const Ended run = train("auto", {}, "2", {"VK_DRIVER_FILES=" + softwareDriver()});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("training on the CPU: of GPUs there is only llvmpipe"), std::string::npos) << run.out;
}

TEST_F(GpuTool, WrongDevicesAndContradictionsAreRefused) {
  const Ended unknown = train("a", {"--backend", "gpu", "--device", "voodoo"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("there is no device voodoo; there are 0 ("), std::string::npos) << unknown.err;
  const Ended contradiction = train("b", {"--backend", "cpu", "--device", "0"});
  EXPECT_EQ(contradiction.code, 2);
  const Ended wide = Program("tabiya-train",
                             with({"--data", dir.file("data.bin"), "--out", dir.file("c"), "--hidden", "4096"}, kOnGpu))
                         .wait();
  EXPECT_EQ(wide.code, 1);
  EXPECT_NE(wide.err.find("--hidden is 4096, on the GPU at most 2048"), std::string::npos) << wide.err;
}

// Half of it noise: the bad records are refused once, when the data is read, with counts.
TEST_F(GpuTool, BadRecordsAreCountedAndLeftOut) {
  std::vector<Record> records = randomRecords(400, 42);
  u64 state = 7;
  for (std::size_t i = 0; i < records.size(); i += 2)
    for (u8& byte : records[i].bytes) byte = static_cast<u8>(mix64(++state));
  writeRecords(dir.file("data.bin"), records);
  const Ended run = train("noise", kOnGpu);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("left out"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("kings"), std::string::npos) << run.out;
}

TEST_F(GpuTool, ListsChecksAndBenches) {
  const Ended devices = Program("tabiya-train", {"devices"}).wait();
  EXPECT_EQ(devices.code, 0);
  EXPECT_NE(devices.out.find("llvmpipe"), std::string::npos) << devices.out;
  EXPECT_NE(devices.out.find("usable"), std::string::npos) << devices.out;
  const Ended check =
      Program("tabiya-train", with({"check", "--hidden", "16", "--records", "64", "--gpu-debug"}, kOnGpu)).wait();
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("gpu: "), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("all gradients agree"), std::string::npos) << check.out;
  const Ended bench =
      Program("tabiya-train",
              with({"bench", "--hidden", "16", "--batch", "256", "--seconds", "0.1", "--data", dir.file("data.bin")},
                   kOnGpu))
          .wait();
  EXPECT_EQ(bench.code, 0) << bench.err;
  for (const char* part : {"M records/s", "GB/s", "share", "segments", "update_own"})
    EXPECT_NE(bench.out.find(part), std::string::npos) << part << " in " << bench.out;
}

}  // namespace
}  // namespace tabiya
