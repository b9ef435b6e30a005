// The .nnue file: golden bytes, a round trip for every architecture, and a sentence for each kind of damage.
#include "nets/network.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/board/fen.h"
#include "nets/reference.h"
#include "tests/nets/random_network.h"
#include "tests/support/temporary_directory.h"

namespace tabiya {
namespace {

using testing::randomNetwork;

const std::string kGolden = std::string(TABIYA_SOURCE_DIR) + "/tests/data/golden.nnue";

// Everything of the format at its smallest: buckets of kings and of pieces.
Network goldenNetwork() {
  return randomNetwork({.features = FeatureSet::MirroredBuckets,
                        .kingBuckets = 2,
                        .hidden = 16,
                        .activation = Activation::SCReLU,
                        .outputBuckets = 8,
                        .evalScaleMilli = 159'000},
                       2026);
}

TEST(NetworkFile, GoldenBytesStayAsTheyAre) {
  const std::vector<u8> bytes = writeNetwork(goldenNetwork());
  if (std::getenv("TABIYA_UPDATE_GOLDEN") != nullptr) writeWholeFile(kGolden, bytes);
  const auto golden = readWholeFile(kGolden);
  ASSERT_TRUE(golden.ok()) << golden.error();
  EXPECT_EQ(bytes, *golden);
  const auto network = readNetwork(*golden, kGolden);
  ASSERT_TRUE(network.ok()) << network.error();
  EXPECT_EQ(*network, goldenNetwork());
}

TEST(NetworkFile, TheHeaderLiesAsTheFormatSays) {
  const std::vector<u8> bytes = writeNetwork(goldenNetwork());
  // clang-format off
  const u8 header[40] = {'T', 'A', 'B', 'I', 'Y', 'A', 'N', 'N', 1, 0, 0, 0,  // magic, version
                         3, 0, 2, 0, 16, 0, 0, 0, 2, 8, 0, 0,                 // set, buckets, hidden, SCReLU, outputs
                         255, 0, 64, 0, 0x18, 0x6d, 0x02, 0,                  // QA, QB, 159,000
                         0x80, 0xc2, 0, 0, 0, 0, 0, 0};                       // 49,792 bytes follow
  // clang-format on
  EXPECT_TRUE(std::equal(header, header + 40, bytes.data()));
  EXPECT_EQ(bytes.size(), 48u + 64 + 2 * (1536 * 16 + 16 + 8 * 32) + 4 * 8);
}

TEST(NetworkFile, GoldenValuesStayAsTheyAre) {
  const Network network = goldenNetwork();
  const auto value = [&](const char* fen) { return evaluateReference(network, *readFen(fen)); };
  EXPECT_EQ(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 27);
  EXPECT_EQ(value("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), -64);
  EXPECT_EQ(value("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1"), 462);
}

TEST(NetworkFile, EveryArchitectureComesBackAsItWas) {
  u64 seed = 0;
  for (const FeatureSet features : {FeatureSet::Plain, FeatureSet::Mirrored, FeatureSet::MirroredBuckets})
    for (const Activation activation : {Activation::CReLU, Activation::SCReLU})
      for (const int buckets : {1, 8}) {
        const NetArch arch{.features = features,
                           .kingBuckets = features == FeatureSet::MirroredBuckets ? 4 : 1,
                           .hidden = 32,
                           .activation = activation,
                           .outputBuckets = buckets,
                           .evalScaleMilli = 400'000};
        const Network network = randomNetwork(arch, ++seed, kMaxInputWeight, kMaxOutputWeight);
        const auto back = readNetwork(writeNetwork(network), "net");
        ASSERT_TRUE(back.ok()) << back.error();
        EXPECT_EQ(*back, network);
      }
}

TEST(NetworkFile, WritesAFileThatReadsBack) {
  const testing::TemporaryDirectory directory;
  const std::string path = directory.file("round_trip.nnue");
  const Network network = randomNetwork({.hidden = 16}, 4);
  writeNetworkFile(network, path);
  const auto back = readNetworkFile(path);
  ASSERT_TRUE(back.ok()) << back.error();
  EXPECT_EQ(*back, network);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(NetworkFile, TheHashIsOfTheWholeFile) {
  Network network = randomNetwork({.hidden = 16}, 4);
  const std::vector<u8> bytes = writeNetwork(network);
  char expected[17];
  std::snprintf(expected, sizeof expected, "%016llx",
                static_cast<unsigned long long>(fnv1a64(bytes.data(), bytes.size())));
  EXPECT_EQ(networkHash(network), expected);
  network.outputBiases[0] ^= 1;
  EXPECT_NE(networkHash(network), expected);
}

TEST(NetworkFile, AMissingFileIsNamed) {
  const auto missing = readNetworkFile("/nowhere/none.nnue");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().find("/nowhere/none.nnue"), std::string::npos);
}

// Makes the checksum good again, so that only the damage meant is found.
void seal(std::vector<u8>& bytes) {
  const u64 header = fnv1a64(bytes.data(), 40);
  storeLittle<u64>(&bytes[40], fnv1a64(bytes.data() + 48, bytes.size() - 48, header));
}

struct Damage {
  const char* sentence;
  std::function<void(std::vector<u8>&)> inflict;
};

TEST(NetworkFile, EachKindOfDamageHasItsOwnSentence) {
  using Bytes = std::vector<u8>;
  const Damage kDamages[] = {
      {"too short for a network: 0 bytes, and the header alone has 48", [](Bytes& b) { b.clear(); }},
      {"too short for a network: 47 bytes, and the header alone has 48", [](Bytes& b) { b.resize(47); }},
      {"byte 0: not a Tabiya network: it does not begin with TABIYANN", [](Bytes& b) { b[0] = 'X'; }},
      {"byte 8: network format version 2, and this program reads version 1: a newer Tabiya made it",
       [](Bytes& b) { b[8] = 2; }},
      {"byte 8: network format version 0, and this program reads version 1", [](Bytes& b) { b[8] = 0; }},
      {"byte 22: the reserved field is 1, expected 0", [](Bytes& b) { b[22] = 1; }},
      {"byte 24: QA is 181, expected 255", [](Bytes& b) { b[24] = 181; }},
      {"byte 26: QB is 128, expected 64", [](Bytes& b) { b[26] = 128; }},
      {"feature set 4, expected 1, 2 or 3", [](Bytes& b) { b[12] = 4; }},
      {"0 king buckets, expected 1 to 64", [](Bytes& b) { b[14] = 0; }},
      {"2 king buckets, expected 1", [](Bytes& b) { b[12] = 1; }},
      {"hidden size 24, expected a multiple of 16 from 16 to 4096", [](Bytes& b) { b[16] = 24; }},
      {"hidden size 0, expected a multiple of 16 from 16 to 4096", [](Bytes& b) { b[16] = 0; }},
      {"hidden size 2147483647, expected a multiple of 16 from 16 to 4096", [](Bytes& b) { b[19] = 0xff; }},
      {"activation 3, expected 1 (CReLU) or 2 (SCReLU)", [](Bytes& b) { b[20] = 3; }},
      {"2 output buckets, expected 1 or 8", [](Bytes& b) { b[21] = 2; }},
      {"eval scale 0 thousandths of a centipawn, expected 1 to 10000000",
       [](Bytes& b) { storeLittle<i32>(&b[28], 0); }},
      {"eval scale -5 thousandths of a centipawn, expected 1 to 10000000",
       [](Bytes& b) { storeLittle<i32>(&b[28], -5); }},
      {"byte 32: the payload should have 49791 bytes, but this architecture has 49792",
       [](Bytes& b) { storeLittle<u64>(&b[32], 49'791); }},
      {"cut short: 49839 bytes, and its header promises 49840", [](Bytes& b) { b.pop_back(); }},
      {"bytes left over: 49841 bytes, and its header promises 49840", [](Bytes& b) { b.push_back(0); }},
      {"byte 40: the checksum does not match: the file is damaged", [](Bytes& b) { b[5000] ^= 1; }},
      {"byte 40: the checksum does not match: the file is damaged", [](Bytes& b) { b[45] ^= 1; }},
      {"the king map's entry 9 is 2, and there are 2 king buckets", [](Bytes& b) { b[48 + 9] = 2, seal(b); }},
      {"the king map differs between its halves at entry 0: 1 and 0", [](Bytes& b) { b[48] = 1, seal(b); }},
      {"input weight 3 is 506, beyond +-505", [](Bytes& b) { storeLittle<i16>(&b[112 + 6], 506), seal(b); }},
      {"input weight 24575 is -32768, beyond +-505",
       [](Bytes& b) { storeLittle<i16>(&b[112 + 2 * 24'575], -32'768), seal(b); }},
      {"input bias 0 is -506, beyond +-505", [](Bytes& b) { storeLittle<i16>(&b[112 + 49'152], -506), seal(b); }},
      {"output weight 255 is 128, beyond +-127",
       [](Bytes& b) { storeLittle<i16>(&b[112 + 49'152 + 32 + 2 * 255], 128), seal(b); }},
  };
  for (const Damage& damage : kDamages) {
    Bytes bytes = writeNetwork(goldenNetwork());
    damage.inflict(bytes);
    const auto network = readNetwork(bytes, "damaged.nnue");
    ASSERT_FALSE(network.ok()) << damage.sentence;
    EXPECT_EQ(network.error(), std::string("damaged.nnue: ") + damage.sentence);
  }
}

TEST(NetworkFile, EveryTruncationAndEveryFlippedHeaderBitIsRefused) {
  const std::vector<u8> good = writeNetwork(goldenNetwork());
  for (std::size_t size = 0; size < good.size(); size += size < 64 ? 1 : 997)
    EXPECT_FALSE(readNetwork(std::span(good).first(size), "cut").ok()) << size;
  for (int bit = 0; bit < 48 * 8; ++bit) {
    std::vector<u8> bytes = good;
    bytes[bit / 8] ^= static_cast<u8>(1 << bit % 8);
    EXPECT_FALSE(readNetwork(bytes, "flipped").ok()) << bit;
  }
}

TEST(Network, CheckNamesWhatHasTheWrongSize) {
  Network network = randomNetwork({.hidden = 16}, 4);
  network.outputWeights.pop_back();
  EXPECT_EQ(checkNetwork(network).error(), "31 output weights, expected 32");
  network = randomNetwork({.hidden = 16}, 4);
  network.kingMap.resize(64);
  EXPECT_EQ(checkNetwork(network).error(), "64 king map entries, expected 0");
}

}  // namespace
}  // namespace tabiya
