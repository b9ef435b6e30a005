// Manifests, game indexes and checksums of chunks.
#include "records/manifest.h"

#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::TemporaryDirectory;
using testing::writeText;

ChunkManifest example() {
  ChunkManifest m;
  m.chunk = 3;
  m.firstGame = 12288;
  m.games = 4096;
  m.positions = 300000;
  m.results = {1000, 1096, 2000};
  m.endReasons = {{"checkmate", 4000}, {"fifty moves", 96}};
  m.rejected = {{"in check", 17}};
  m.xxh3 = "2d06800538d394c2";
  m.network = "none";
  m.build = "0.1.0 (unknown)";
  m.host = "h\xffst";  // not UTF-8
  m.threads = 2;
  m.seconds = 1.5;
  return m;
}

TEST(Manifest, IsReadBackAsWritten) {
  TemporaryDirectory directory;
  const std::string path = directory.file("chunk-00003.json");
  writeManifest(example(), path);
  auto read = readManifest(path);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->chunk, 3u);
  EXPECT_EQ(read->firstGame, 12288u);
  EXPECT_EQ(read->games, 4096u);
  EXPECT_EQ(read->positions, 300000u);
  EXPECT_EQ(read->results, example().results);
  EXPECT_EQ(read->endReasons, example().endReasons);
  EXPECT_EQ(read->rejected, example().rejected);
  EXPECT_EQ(read->xxh3, "2d06800538d394c2");
  EXPECT_EQ(read->network, "none");
  EXPECT_EQ(read->threads, 2);
  EXPECT_EQ(read->seconds, 1.5);
}

TEST(Manifest, DamagedOnesAreNamedWithTheirFault) {
  TemporaryDirectory directory;
  const std::string path = directory.file("chunk-00003.json");
  EXPECT_EQ(readManifest(path).error(), "cannot read " + path + ": No such file or directory");
  writeText(path, "{\"chunk\": 3,");
  EXPECT_EQ(readManifest(path).error(), path + " is no manifest: damaged JSON at byte 13");
  writeText(path, "[]");
  EXPECT_EQ(readManifest(path).error(), path + " is no manifest: it is no JSON object");
  writeText(path, "{\"chunk\": 3}");
  EXPECT_EQ(readManifest(path).error(), path + " is no manifest: the key first_game is missing");
  writeText(path, "{\"chunk\": -3}");
  EXPECT_EQ(readManifest(path).error(), path + " is no manifest: chunk is -3, expected a whole number");
  writeManifest(example(), path);
  std::string text = contentOf(path);
  text.replace(text.find("\"none\""), 6, "7");
  writeText(path, text);
  EXPECT_EQ(readManifest(path).error(), path + " is no manifest: network is 7, which is of the wrong kind");
  text = contentOf(path);
  text.replace(text.find("\"results\": {"), 12, "\"results\": 1, \"r\": {");
  writeText(path, text);
  EXPECT_NE(readManifest(path).error().find(path + " is no manifest: "), std::string::npos);
}

TEST(Manifest, CompanionsShareTheChunksName) {
  EXPECT_EQ(besideChunk("d/chunk-00003.bin", ".idx"), "d/chunk-00003.idx");
  EXPECT_EQ(besideChunk("d/chunk-00003.bin.zst", ".json"), "d/chunk-00003.json");
  EXPECT_EQ(besideChunk("train", ".idx"), "train.idx");
}

TEST(GameIndex, IsReadOrAbsentOrDamaged) {
  TemporaryDirectory directory;
  const std::string records = directory.file("chunk-00000.bin");
  EXPECT_FALSE(readGameIndex(records)->has_value());
  writeText(directory.file("chunk-00000.idx"), std::string("\x05\x00\x00\x00\x01\x02", 6));
  EXPECT_EQ(**readGameIndex(records), (std::vector<u16>{5, 0, 513}));
  EXPECT_EQ(**readGameIndex(directory.file("chunk-00000.bin.zst")), (std::vector<u16>{5, 0, 513}));
  writeText(directory.file("chunk-00000.idx"), "abc");
  EXPECT_EQ(readGameIndex(records).error(),
            directory.file("chunk-00000.idx") + " is damaged: 3 bytes, expected two for each game");
}

TEST(Checksum, IsXxh3OfTheBytes) {
  // The published value of XXH3-64 of no bytes with seed 0.
  EXPECT_EQ(xxh3Hex("", 0), "2d06800538d394c2");
  std::string data;
  for (int i = 0; i < 5000; ++i) data += static_cast<char>(i * 7);
  Xxh3 hash;
  hash.update(data.data(), 1000);
  hash.update(data.data() + 1000, 4000);
  EXPECT_EQ(hash.hex(), xxh3Hex(data.data(), data.size()));
  data[2500] ^= 1;
  EXPECT_NE(hash.hex(), xxh3Hex(data.data(), data.size()));
}

}  // namespace
}  // namespace tabiya
