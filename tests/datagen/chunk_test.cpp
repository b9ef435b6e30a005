// The chunk in work survives any loss of its tails; a chunk under its final name is whole.
#include "datagen/chunk.h"

#include <gtest/gtest.h>

#include "engine/board/fen.h"
#include "records/reader.h"
#include "tests/datagen/run_files.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::TemporaryDirectory;

// A game that was never played: `records` positions with the game's number in their scores.
PlayedGame gameOf(u64 number, int records) {
  PlayedGame game;
  game.number = number;
  game.result = static_cast<GameResult>(number % 3);
  game.end = number % 2 ? EndReason::MateSeen : EndReason::ThreefoldRepetition;
  for (int i = 0; i < records; ++i)
    game.records.push_back(
        packRecord(Position::startpos(), WhiteScore{static_cast<int>(100 * number) + i}, game.result));
  game.rejected[static_cast<std::size_t>(Rejection::Capture)] = static_cast<u32>(number + 1);
  game.plies = static_cast<u32>(records) + static_cast<u32>(number + 1);
  game.nodes = 1000;
  game.depths = 50;
  game.log = {1, 2, 3, static_cast<u8>(number), 0, 0, 0, 0};
  return game;
}

constexpr ChunkPlan kPlan{3, 12, 4};
constexpr int kRecords[] = {2, 0, 3, 1};

void appendFrom(ChunkInWork& work) {
  while (!work.full()) {
    const u64 number = work.nextGame();
    work.append(gameOf(number, kRecords[number - 12]), 500);
  }
}

ChunkOrigin origin() {
  return {"none", "test 1", "here", 2};
}

TEST(Chunk, FinishedFilesHoldRecordsIndexAndManifest) {
  const TemporaryDirectory dir;
  ChunkInWork work(dir.path(), kPlan, {});
  appendFrom(work);
  work.finish(origin());

  EXPECT_EQ(testing::namesIn(dir.path()), "chunk-00003.bin chunk-00003.idx chunk-00003.json");
  EXPECT_EQ(contentOf(dir.file("chunk-00003.idx")), std::string("\2\0\0\0\3\0\1\0", 8));
  const std::string bytes = contentOf(dir.file("chunk-00003.bin"));
  EXPECT_EQ(bytes.size(), 6 * kRecordSize);
  const auto manifest = readManifest(dir.file("chunk-00003.json"));
  ASSERT_TRUE(manifest) << manifest.error();
  EXPECT_EQ(manifest->chunk, 3u);
  EXPECT_EQ(manifest->firstGame, 12u);
  EXPECT_EQ(manifest->games, 4u);
  EXPECT_EQ(manifest->positions, 6u);
  EXPECT_EQ(manifest->results, (std::array<u64, 3>{2, 1, 1}));
  EXPECT_EQ(manifest->endReasons, (std::map<std::string, u64>{{"mate_seen", 2}, {"threefold_repetition", 2}}));
  EXPECT_EQ(manifest->rejected, (std::map<std::string, u64>{{"capture", 13 + 14 + 15 + 16}}));
  EXPECT_EQ(manifest->xxh3, xxh3Hex(bytes.data(), bytes.size()));
  EXPECT_EQ(manifest->network, "none");
  EXPECT_EQ(manifest->build, "test 1");
  EXPECT_EQ(manifest->threads, 2);
  EXPECT_DOUBLE_EQ(manifest->seconds, 2.0);
}

TEST(Chunk, CompressedChunkHoldsTheSameRecordsAndTheHashOfTheRawOnes) {
  const TemporaryDirectory raw, packed;
  ChunkInWork a(raw.path(), kPlan, {});
  appendFrom(a);
  const ChunkManifest rawManifest = a.finish(origin());
  ChunkInWork b(packed.path(), kPlan, {true, false});
  appendFrom(b);
  const ChunkManifest packedManifest = b.finish(origin());

  EXPECT_EQ(testing::namesIn(packed.path()), "chunk-00003.bin.zst chunk-00003.idx chunk-00003.json");
  EXPECT_EQ(packedManifest.xxh3, rawManifest.xxh3);
  const auto rawRecords = readRecordFile(raw.file("chunk-00003.bin"));
  const auto packedRecords = readRecordFile(packed.file("chunk-00003.bin.zst"));
  ASSERT_TRUE(rawRecords && packedRecords);
  EXPECT_EQ(*rawRecords, *packedRecords);
}

// Any work file cut at any byte: going on gives the files of an undisturbed run, statistics included.
TEST(Chunk, ATailLostAtAnyByteOfAnyFileIsMadeGood) {
  const ChunkForm form{false, true};
  const TemporaryDirectory whole;
  ChunkInWork undisturbed(whole.path(), kPlan, form);
  appendFrom(undisturbed);
  undisturbed.finish(origin());
  const auto expected = testing::dataOf(whole.path());
  const std::string expectedManifest = contentOf(whole.file("chunk-00003.json"));

  for (const std::string extension : {".part", ".part.idx", ".part.log", ".part.vf"}) {
    for (std::uintmax_t size = 0, most = 1; size <= most; size += extension == ".part" ? 16 : 1) {
      const TemporaryDirectory dir;
      {
        ChunkInWork work(dir.path(), kPlan, form);
        for (u64 number = 12; number < 15; ++number) work.append(gameOf(number, kRecords[number - 12]), 500);
      }
      const std::string path = dir.file("chunk-00003" + extension);
      most = std::filesystem::file_size(path);
      if (size > most) break;
      std::filesystem::resize_file(path, size);
      ChunkInWork work(dir.path(), kPlan, form);
      EXPECT_LE(work.nextGame(), 15u);
      appendFrom(work);
      work.finish(origin());
      ASSERT_EQ(testing::dataOf(dir.path()), expected) << extension << " cut to " << size;
      ASSERT_EQ(contentOf(dir.file("chunk-00003.json")), expectedManifest) << extension << " cut to " << size;
    }
  }
}

TEST(Chunk, AZeroedRecordIsNoGoodGame) {
  // What a power cut may leave: the length is there, the bytes are not.
  const TemporaryDirectory dir;
  {
    ChunkInWork work(dir.path(), kPlan, {});
    appendFrom(work);
  }
  std::string bytes = contentOf(dir.file("chunk-00003.part"));
  bytes.replace(3 * kRecordSize, kRecordSize, kRecordSize, '\0');
  testing::writeText(dir.file("chunk-00003.part"), bytes);
  const ChunkInWork work(dir.path(), kPlan, {});
  EXPECT_EQ(work.nextGame(), 14u);  // games 12 and 13 (which kept nothing) stand
  EXPECT_EQ(std::filesystem::file_size(dir.file("chunk-00003.part")), 2 * kRecordSize);
}

// The states in which a kill may leave the finishing of a chunk, made by hand in the order of its steps.
class ChunkStoppedWhileFinishing : public ::testing::TestWithParam<bool> {};

TEST_P(ChunkStoppedWhileFinishing, IsFinishedByTheNextStart) {
  const ChunkForm form{GetParam(), true};
  const TemporaryDirectory whole;
  ChunkInWork undisturbed(whole.path(), kPlan, form);
  appendFrom(undisturbed);
  undisturbed.finish(origin());
  const std::string records = "chunk-00003" + recordExtension(form);
  const std::vector<std::string> finals = {"chunk-00003.idx", "chunk-00003.vf", "chunk-00003.json", records};

  for (std::size_t step = 0; step <= finals.size(); ++step) {
    for (const bool torn : {false, true}) {
      const TemporaryDirectory dir;
      {
        ChunkInWork work(dir.path(), kPlan, form);
        appendFrom(work);
      }
      for (std::size_t i = 0; i < step; ++i) testing::writeText(dir.file(finals[i]), contentOf(whole.file(finals[i])));
      if (step == finals.size() && !form.compress) std::filesystem::remove(dir.file("chunk-00003.part"));
      if (torn && step < finals.size()) testing::writeText(dir.file(finals[step] + ".part"), "half");

      const auto complete = completeChunk(dir.path(), kPlan, form);
      ASSERT_TRUE(complete) << complete.error();
      ASSERT_EQ(complete->has_value(), step == finals.size());
      if (!*complete) {
        ChunkInWork work(dir.path(), kPlan, form);
        ASSERT_TRUE(work.full());
        work.finish(origin());
      }
      EXPECT_EQ(testing::dataOf(dir.path()), testing::dataOf(whole.path()));
      if (!torn) {
        EXPECT_EQ(testing::namesIn(dir.path()), testing::namesIn(whole.path())) << "after step " << step;
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(RawAndCompressed, ChunkStoppedWhileFinishing, ::testing::Bool());

TEST(Chunk, ContradictionsInACompleteChunkAreNamed) {
  const TemporaryDirectory dir;
  ChunkInWork work(dir.path(), kPlan, {});
  appendFrom(work);
  work.finish(origin());
  const std::string records = contentOf(dir.file("chunk-00003.bin"));
  testing::writeText(dir.file("chunk-00003.bin"), records.substr(0, 100));
  const auto cut = completeChunk(dir.path(), kPlan, {});
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error(),
            dir.file("chunk-00003.bin") + " has 100 bytes; its manifest states 6 positions, which are 192 bytes");

  testing::writeText(dir.file("chunk-00003.bin"), records);
  std::filesystem::remove(dir.file("chunk-00003.json"));
  const auto missing = completeChunk(dir.path(), kPlan, {});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("chunk-00003.json"), std::string::npos);
}

}  // namespace
}  // namespace tabiya
