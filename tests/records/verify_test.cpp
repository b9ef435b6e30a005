// Verifying finds each kind of damage, and nothing in good chunks.
#include "records/verify.h"

#include <algorithm>

#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::someGames;
using testing::TemporaryDirectory;
using testing::writeIndex;
using testing::writeRaw;
using testing::writeText;

class Verify : public ::testing::Test {
 protected:
  // A good chunk of 12 games, one of which kept nothing.
  Verify() : games_(someGames(12, 70)) {
    counts_ = games_.counts;
    counts_.insert(counts_.begin() + 5, 0);
    manifest_.games = 13;
    manifest_.positions = games_.records.size();
    manifest_.results = {4, 5, 4};
    manifest_.endReasons = {{"checkmate", 3}, {"fifty moves", 10}};
    manifest_.xxh3 = xxh3Hex(games_.records.data(), games_.records.size() * kRecordSize);
    save();
  }
  void save() {
    writeRaw(path_, games_.records);
    writeIndex(directory_.file("chunk-00000.idx"), counts_);
    writeManifest(manifest_, directory_.file("chunk-00000.json"));
  }
  void sayThatHashIsRight() { manifest_.xxh3 = xxh3Hex(games_.records.data(), games_.records.size() * kRecordSize); }
  VerifyReport verify(bool foreign = false) {
    save();
    return verifyRecordFile(path_, {foreign}, [](u64, u64) { return true; });
  }
  static std::string faultsOf(const VerifyReport& report) {
    std::string text;
    for (const VerifyFault& fault : report.faults)
      text += fault.what + ": " + std::to_string(fault.count) + " from " + std::to_string(fault.firstRecord) + "; ";
    return text;
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("chunk-00000.bin");
  testing::Games games_;
  std::vector<u16> counts_;
  ChunkManifest manifest_;
};

TEST_F(Verify, FindsNothingInAGoodChunk) {
  const VerifyReport report = verify();
  EXPECT_TRUE(report.good()) << faultsOf(report) << (report.problems.empty() ? "" : report.problems[0]);
  EXPECT_EQ(report.records, games_.records.size());
  EXPECT_EQ(report.games, 13u);
  EXPECT_TRUE(report.hasIndex && report.hasManifest);
  EXPECT_EQ(report.xxh3, manifest_.xxh3);
}

TEST_F(Verify, FindsAChangedScoreByTheChecksumAlone) {
  games_.records[40].bytes[28] ^= 1;
  const VerifyReport report = verify();
  EXPECT_TRUE(report.faults.empty());
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0],
            directory_.file("chunk-00000.json") + " states xxh3 " + manifest_.xxh3 + ", found " + report.xxh3);
}

TEST_F(Verify, FindsUnusableRecordsByReasonWithTheFirstPlace) {
  games_.records[40].bytes[30] = 3;
  games_.records[50] = Record{};
  games_.records[51] = Record{};
  sayThatHashIsRight();
  const std::string faults = faultsOf(verify());
  EXPECT_NE(faults.find("result over 2: 1 from 40"), std::string::npos) << faults;
  EXPECT_NE(faults.find("no or several kings: 2 from 50"), std::string::npos) << faults;
}

TEST_F(Verify, BlemishesAreFaultsInOurFilesOnly) {
  games_.records[10].bytes[26] = 0;
  games_.records[10].bytes[27] = 0;
  storeLittle<i16>(&games_.records[11].bytes[28], -32768);
  counts_ = {};
  sayThatHashIsRight();
  save();
  std::filesystem::remove(directory_.file("chunk-00000.idx"));
  std::filesystem::remove(directory_.file("chunk-00000.json"));
  const auto goOn = [](u64, u64) { return true; };
  EXPECT_EQ(faultsOf(verifyRecordFile(path_, {false}, goOn)),
            "fullmove number 0: 1 from 10; score -32768: 1 from 11; ");
  const VerifyReport foreign = verifyRecordFile(path_, {true}, goOn);
  EXPECT_TRUE(foreign.good());
  EXPECT_EQ(foreign.blemishes.size(), 2u);
}

TEST_F(Verify, FindsAMoveThatDoesNotLeadToTheNextRecord) {
  // Another legal move than the one that was played.
  games_.records[20].bytes[31] = static_cast<u8>(games_.records[20].bytes[31] == 1 ? 2 : 1);
  sayThatHashIsRight();
  const VerifyReport report = verify();
  EXPECT_EQ(faultsOf(report), "not the position after its game's record before and the move played there: 1 from 21; ");
  EXPECT_TRUE(report.problems.empty());
}

TEST_F(Verify, FindsAnotherResultInsideAGame) {
  games_.records[20].bytes[30] = static_cast<u8>((games_.records[20].bytes[30] + 1) % 3);
  sayThatHashIsRight();
  EXPECT_EQ(faultsOf(verify()), "another result than its game's record before: 2 from 20; ");
}

TEST_F(Verify, FindsRecordsOutOfOrder) {
  std::swap(games_.records[20], games_.records[30]);
  sayThatHashIsRight();
  EXPECT_NE(faultsOf(verify()).find("an earlier ply than its game's record before: 2 from 21"), std::string::npos);
}

TEST_F(Verify, FindsAShiftedIndex) {
  ++counts_[0];
  --counts_[1];
  EXPECT_NE(faultsOf(verify()).find("an earlier ply than its game's record before: 1 from "), std::string::npos);
  --counts_[0];
  const VerifyReport report = verify();
  ASSERT_FALSE(report.problems.empty());
  EXPECT_EQ(report.problems[0].find(directory_.file("chunk-00000.idx") + " counts "), 0u) << report.problems[0];
}

TEST_F(Verify, FindsEachFalseNumberOfTheManifest) {
  const ChunkManifest good = manifest_;
  const auto problemsWith = [&](auto change) {
    manifest_ = good;
    change(manifest_);
    std::string text;
    for (const std::string& problem : verify().problems) text += problem + "\n";
    return text;
  };
  const std::string name = directory_.file("chunk-00000.json") + " states ";
  EXPECT_EQ(problemsWith([](ChunkManifest& m) { --m.positions; }),
            name + std::to_string(good.positions - 1) + " positions, found " + std::to_string(good.positions) + "\n");
  EXPECT_NE(problemsWith([](ChunkManifest& m) { ++m.games; }).find(name + "14 games, found 13"), std::string::npos);
  EXPECT_EQ(problemsWith([](ChunkManifest& m) {
              m.results = {6, 3, 4};
            }),
            name + "6 black wins, the records show 4 and 1 games without records\n" + name +
                "3 draws, the records show 4 and 1 games without records\n");
  EXPECT_EQ(problemsWith([](ChunkManifest& m) { ++m.endReasons["stalemate"]; }),
            name + "13 games, which should be the sum of its end reasons, found 14\n");
}

TEST_F(Verify, TellsOfDamagedCompanionsAndFiles) {
  save();
  writeText(directory_.file("chunk-00000.json"), "{");
  writeText(directory_.file("chunk-00000.idx"), "x");
  std::filesystem::resize_file(path_, 1000);
  const VerifyReport report = verifyRecordFile(path_, {}, [](u64, u64) { return true; });
  ASSERT_EQ(report.problems.size(), 3u);
  EXPECT_EQ(report.problems[2],
            path_ + " is cut short or foreign: 1000 bytes are 31 records of 32 and 8 bytes more, from offset 992");
}

TEST_F(Verify, ManifestWithoutIndexIsAProblem) {
  save();
  std::filesystem::remove(directory_.file("chunk-00000.idx"));
  const VerifyReport report = verifyRecordFile(path_, {}, [](u64, u64) { return true; });
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0],
            "there is a manifest but no " + directory_.file("chunk-00000.idx") + " beside the file");
}

}  // namespace
}  // namespace tabiya
