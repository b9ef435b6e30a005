// A checkpoint holds every bit of the state, and a damaged one is told from a whole one.
#include "trainer/checkpoint.h"

#include "tests/trainer/support.h"

namespace tabiya {
namespace {

using namespace tabiya::testing;

Checkpoint someCheckpoint(u64 epoch, u64 step) {
  Checkpoint c;
  c.shape = smallShape(16, true);
  c.state.optimiser = freshOptimiser(initialParameters(c.shape, step));
  c.state.optimiser.first[5] = 1e-30f;
  c.state.optimiser.second[6] = -0.0f;
  c.state.optimiser.steps = step;
  c.state.epoch = epoch;
  c.state.position = 12345;
  c.state.sinceReport = {1.0 / 3, 77};
  c.state.thisEpoch = {2.0 / 3, 770};
  c.state.bestEpoch = epoch;
  c.state.bestLoss = 0.1;
  c.settings = {{"hidden", 16}};
  c.randomState = 0xfedcba9876543210;
  c.logBytes = 4242;
  return c;
}

TEST(Checkpoint, ComesBackBitForBit) {
  const TemporaryDirectory dir;
  const Checkpoint saved = someCheckpoint(2, 99);
  saveCheckpoint(saved, dir.file("checkpoints"));
  EXPECT_TRUE(std::filesystem::exists(dir.file("checkpoints/epoch-0002-step-0000000099/tensors.bin")));
  std::vector<std::string> damaged;
  const auto read = newestCheckpoint(dir.file("checkpoints"), damaged);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(damaged.empty());
  EXPECT_TRUE(read->state == saved.state);
  EXPECT_TRUE(read->shape == saved.shape);
  EXPECT_EQ(read->settings, saved.settings);
  EXPECT_EQ(read->randomState, saved.randomState);
  EXPECT_EQ(read->logBytes, saved.logBytes);
}

TEST(Checkpoint, TheNewestThreeAreKept) {
  const TemporaryDirectory dir;
  for (u64 step = 8; step <= 12; ++step) saveCheckpoint(someCheckpoint(step / 10, step), dir.path());
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path()))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"epoch-0001-step-0000000010", "epoch-0001-step-0000000011",
                                             "epoch-0001-step-0000000012"}));
}

TEST(Checkpoint, HalfWrittenOnesAreNoCheckpoints) {
  const TemporaryDirectory dir;
  saveCheckpoint(someCheckpoint(1, 10), dir.path());
  std::filesystem::create_directory(dir.file("epoch-0001-step-0000000011.part"));
  writeText(dir.file("epoch-0001-step-0000000011.part/tensors.bin"), "TABIYACK");
  std::vector<std::string> damaged;
  EXPECT_EQ(newestCheckpoint(dir.path(), damaged)->state.optimiser.steps, 10u);
  EXPECT_TRUE(damaged.empty());
  saveCheckpoint(someCheckpoint(1, 12), dir.path());
  EXPECT_FALSE(std::filesystem::exists(dir.file("epoch-0001-step-0000000011.part")))
      << "and the next save removes them";
}

// Flips one byte of a file.
void damage(const std::string& path, std::size_t at) {
  std::string bytes = contentOf(path);
  ASSERT_LT(at, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
  writeText(path, bytes);
}

TEST(Checkpoint, EveryDamagedByteIsFoundAndTheOneBeforeIsUsed) {
  const TemporaryDirectory dir;
  saveCheckpoint(someCheckpoint(1, 10), dir.path());
  saveCheckpoint(someCheckpoint(1, 11), dir.path());
  const std::string newest = dir.file("epoch-0001-step-0000000011");
  const std::string tensors = contentOf(newest + "/tensors.bin"), state = contentOf(newest + "/state.json");
  for (std::size_t at = 0; at < tensors.size(); at += at < 40 ? 1 : 997) {
    damage(newest + "/tensors.bin", at);
    const auto read = readCheckpoint(newest);
    ASSERT_FALSE(read) << "byte " << at;
    EXPECT_NE(read.error().find("tensors.bin"), std::string::npos) << read.error();
    writeText(newest + "/tensors.bin", tensors);
  }
  // A digit of the step, in the text.
  damage(newest + "/state.json", state.find("12345"));
  EXPECT_FALSE(readCheckpoint(newest));
  std::vector<std::string> damaged;
  EXPECT_EQ(newestCheckpoint(dir.path(), damaged)->state.optimiser.steps, 10u);
  ASSERT_EQ(damaged.size(), 1u);
  EXPECT_NE(damaged[0].find("state.json is damaged"), std::string::npos) << damaged[0];

  writeText(newest + "/state.json", state);
  writeText(newest + "/tensors.bin", tensors.substr(0, tensors.size() / 2));
  EXPECT_FALSE(readCheckpoint(newest));
  std::filesystem::remove(newest + "/tensors.bin");
  EXPECT_FALSE(readCheckpoint(newest));
}

}  // namespace
}  // namespace tabiya
