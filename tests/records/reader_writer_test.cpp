// Record files written and read back, raw and compressed, and what is said of files that are damaged or foreign.
#include <zstd.h>

#include "records/reader.h"
#include "records/writer.h"
#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::gameRecords;
using testing::namesIn;
using testing::TemporaryDirectory;
using testing::writeRaw;
using testing::writeText;

// `n` good records that are not all alike.
std::vector<Record> manyRecords(std::size_t n) {
  std::vector<Record> records;
  for (u64 game = 0; records.size() < n; ++game) {
    const auto more = gameRecords(game, 100);
    records.insert(records.end(), more.begin(), more.end());
  }
  records.resize(n);
  return records;
}

void writeFile(const std::string& path, std::span<const Record> records, RecordWriter::Form form,
               std::size_t step = 1000) {
  RecordWriter writer(path, form);
  for (std::size_t at = 0; at < records.size(); at += step)
    writer.write(records.subspan(at, std::min(step, records.size() - at)));
  writer.finish();
}

std::vector<Record> readInSteps(const std::string& path, std::size_t step) {
  auto reader = RecordReader::open(path);
  EXPECT_TRUE(reader.ok()) << reader.error();
  std::vector<Record> all, block(step);
  for (;;) {
    auto got = reader->read(block);
    EXPECT_TRUE(got.ok()) << got.error();
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(*got));
    if (*got < step) return all;
  }
}

std::string compress(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

std::string errorOf(const std::string& path) {
  const auto records = readRecordFile(path);
  return records ? "no error" : records.error();
}

TEST(RecordFiles, WhatIsWrittenIsReadBack) {
  TemporaryDirectory directory;
  const auto records = manyRecords(35000);
  for (auto form : {RecordWriter::Form::Raw, RecordWriter::Form::Zstd}) {
    const std::string path = directory.file("some.bin");
    writeFile(path, records, form);
    EXPECT_EQ(namesIn(directory.path()), "some.bin");
    EXPECT_EQ(*readRecordFile(path), records);
    EXPECT_EQ(RecordReader::open(path)->expectedRecords(), records.size());
    for (std::size_t step : {1, 63, 64, 65, 40000}) EXPECT_EQ(readInSteps(path, step), records) << step;
  }
}

TEST(RecordFiles, RawFilesAreTheBytesOfTheirRecords) {
  TemporaryDirectory directory;
  const auto records = manyRecords(100);
  writeFile(directory.file("a"), records, RecordWriter::Form::Raw);
  writeRaw(directory.file("b"), records);
  EXPECT_EQ(contentOf(directory.file("a")), contentOf(directory.file("b")));
}

TEST(RecordFiles, CompressedBytesDoNotDependOnHowTheRecordsCame) {
  TemporaryDirectory directory;
  const auto records = manyRecords(40000);
  writeFile(directory.file("a"), records, RecordWriter::Form::Zstd, 1);
  writeFile(directory.file("b"), records, RecordWriter::Form::Zstd, 40000);
  EXPECT_EQ(contentOf(directory.file("a")), contentOf(directory.file("b")));
}

TEST(RecordFiles, CompressedFramesHold32768RecordsWithSizeAndChecksum) {
  TemporaryDirectory directory;
  writeFile(directory.file("a"), manyRecords(70000), RecordWriter::Form::Zstd);
  const std::string bytes = contentOf(directory.file("a"));
  std::vector<u64> sizes;
  for (std::size_t at = 0; at < bytes.size();) {
    sizes.push_back(ZSTD_getFrameContentSize(&bytes[at], bytes.size() - at) / kRecordSize);
    EXPECT_TRUE(bytes[at + 4] & 4) << "checksum flag of the frame descriptor (RFC 8878, 3.1.1.1.1)";
    at += ZSTD_findFrameCompressedSize(&bytes[at], bytes.size() - at);
  }
  EXPECT_EQ(sizes, (std::vector<u64>{32768, 32768, 4464}));
}

TEST(RecordFiles, FilesJoinByConcatenation) {
  TemporaryDirectory directory;
  const auto records = manyRecords(500);
  const std::span<const Record> all(records);
  for (auto form : {RecordWriter::Form::Raw, RecordWriter::Form::Zstd}) {
    writeFile(directory.file("a"), all.first(200), form);
    writeFile(directory.file("b"), all.subspan(200), form);
    writeText(directory.file("c"), contentOf(directory.file("a")) + contentOf(directory.file("b")));
    EXPECT_EQ(*readRecordFile(directory.file("c")), records);
  }
}

TEST(RecordFiles, RawFileThatBeginsLikeZstdIsReadAsRaw) {
  TemporaryDirectory directory;
  // Pieces on the very squares of zstd's magic 28 b5 2f fd (ranks 1 to 4), and the black king.
  Record record;
  const std::vector<u8> codes{5, 3, 0, 0, 0, 0, 0, 1, 1, 2, 2, 4, 8, 8, 8, 8, 8, 8, 8, 13};
  storeLittle<u64>(record.bytes.data(), 0x10000000fd2fb528ULL);
  for (std::size_t i = 0; i < codes.size(); ++i)
    record.bytes[8 + i / 2] = static_cast<u8>(record.bytes[8 + i / 2] | codes[i] << (4 * (i & 1)));
  record.bytes[24] = kNoEnPassantCode;
  record.bytes[26] = 1;
  ASSERT_EQ(checkRecord(record, nullptr), RecordFault::None);
  writeRaw(directory.file("a.bin"), {record, record});
  EXPECT_EQ(readRecordFile(directory.file("a.bin"))->size(), 2u);
}

TEST(RecordFiles, UnfinishedWriterLeavesNothing) {
  TemporaryDirectory directory;
  {
    RecordWriter writer(directory.file("a.bin"));
    writer.write(manyRecords(40000));
    EXPECT_EQ(writer.written(), 40000u);
    EXPECT_EQ(namesIn(directory.path()), "a.bin.part");
  }
  EXPECT_EQ(namesIn(directory.path()), "");
}

TEST(RecordFiles, UnwritablePathIsNamed) {
  try {
    RecordWriter writer("/nowhere/at/all.bin");
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/at/all.bin"), std::string::npos) << error.what();
  }
}

TEST(DamagedRecordFiles, MissingEmptyAndDirectoriesAreNamed) {
  TemporaryDirectory directory;
  writeText(directory.file("empty.bin"), "");
  EXPECT_EQ(errorOf(directory.file("gone.bin")),
            "cannot read " + directory.file("gone.bin") + ": No such file or directory");
  EXPECT_EQ(errorOf(directory.file("empty.bin")),
            directory.file("empty.bin") + " is empty, expected records of 32 bytes");
  EXPECT_EQ(errorOf(directory.path()),
            "cannot read " + directory.path() + ": it is a directory, expected a record file");
}

TEST(DamagedRecordFiles, TornRawFileNamesTheOffset) {
  TemporaryDirectory directory;
  const std::string path = directory.file("a.bin");
  writeRaw(path, manyRecords(100));
  std::filesystem::resize_file(path, 1005);
  EXPECT_EQ(errorOf(path),
            path + " is cut short or foreign: 1005 bytes are 31 records of 32 and 13 bytes more, from offset 992");
  std::filesystem::resize_file(path, 20);
  EXPECT_EQ(errorOf(path),
            path + " is cut short or foreign: 20 bytes are 0 records of 32 and 20 bytes more, from offset 0");
}

TEST(DamagedRecordFiles, ForeignFilesAreNoRecords) {
  TemporaryDirectory directory;
  const std::string path = directory.file("a.bin");
  writeText(path, std::string(3200, '\0'));
  EXPECT_EQ(errorOf(path),
            path +
                " is no file of 32-byte records: none of its first 64 is good, the one at offset 0 has a "
                "fault: no or several kings");
  std::string text;
  for (int line = 0; line < 100; ++line) text += "This is a letter and no training data. ";
  writeText(path, text);
  EXPECT_NE(errorOf(path).find(" is no file of 32-byte records"), std::string::npos) << errorOf(path);
  writeText(path, compress(text));
  EXPECT_NE(errorOf(path).find(" is no file of 32-byte records"), std::string::npos) << errorOf(path);
}

TEST(DamagedRecordFiles, OneGoodRecordAmongTheFirstIsEnoughToBeRead) {
  TemporaryDirectory directory;
  auto records = manyRecords(64);
  for (std::size_t i = 0; i < 63; ++i) records[i] = Record{};
  writeRaw(directory.file("a.bin"), records);
  EXPECT_EQ(*readRecordFile(directory.file("a.bin")), records);
}

TEST(DamagedRecordFiles, NameEndingInZstMustBeZstd) {
  TemporaryDirectory directory;
  const std::string path = directory.file("a.bin.zst");
  writeRaw(path, gameRecords(0, 50, 0));
  EXPECT_EQ(errorOf(path), path + " is no zstd file: it begins ff ff 00 00, expected 28 b5 2f fd");
}

TEST(DamagedRecordFiles, CutZstdFilesAreNoticedWhereverTheyAreCut) {
  TemporaryDirectory directory;
  const std::string path = directory.file("a.bin.zst");
  writeFile(path, manyRecords(33000), RecordWriter::Form::Zstd);
  const std::string whole = contentOf(path);
  const std::size_t firstFrame = ZSTD_findFrameCompressedSize(whole.data(), whole.size());
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const std::size_t size = 5 + random.below(whole.size() - 5);
    if (size == firstFrame) continue;
    writeText(path, whole.substr(0, size));
    EXPECT_EQ(errorOf(path).find(path + " is cut short: the file ends at byte " + std::to_string(size) +
                                 " inside a zstd frame, after "),
              0u)
        << size << ": " << errorOf(path);
  }
}

TEST(DamagedRecordFiles, ChangedZstdBytesAreNoticed) {
  TemporaryDirectory directory;
  const std::string path = directory.file("a.bin.zst");
  writeFile(path, manyRecords(5000), RecordWriter::Form::Zstd);
  const std::string whole = contentOf(path);
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    std::string damaged = whole;
    damaged[4 + random.below(whole.size() - 4)] ^= static_cast<char>(1 << random.below(8));
    writeText(path, damaged);
    EXPECT_NE(errorOf(path).find(path), std::string::npos);
  }
}

TEST(DamagedRecordFiles, ZstdOfTornRecordsNamesTheOffset) {
  TemporaryDirectory directory;
  const std::string path = directory.file("a.bin.zst");
  const auto records = manyRecords(100);
  writeText(path, compress(std::string(reinterpret_cast<const char*>(records.data()), 3199)));
  EXPECT_EQ(errorOf(path), path +
                               " is damaged: uncompressed it holds 3199 bytes, no multiple of 32 (31 too many at "
                               "offset 3168)");
}

}  // namespace
}  // namespace tabiya
