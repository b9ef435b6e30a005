// tabiya-records as its users meet it: each command's output, its failures in one sentence, and nothing half-written.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "records/manifest.h"
#include "records/reader.h"
#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::fen;
using testing::namesIn;
using testing::shell;
using testing::someGames;
using testing::TemporaryDirectory;
using testing::ToolRun;
using testing::writeIndex;
using testing::writeRaw;
using testing::writeText;

void writeGoodChunk(const TemporaryDirectory& directory, int games = 20) {
  const auto some = someGames(games, 60);
  writeRaw(directory.file("chunk-00000.bin"), some.records);
  writeIndex(directory.file("chunk-00000.idx"), some.counts);
  ChunkManifest manifest;
  manifest.games = static_cast<u64>(games);
  manifest.positions = some.records.size();
  for (int g = 0; g < games; ++g) ++manifest.results[static_cast<std::size_t>(g % 3)];
  manifest.xxh3 = xxh3Hex(some.records.data(), some.records.size() * kRecordSize);
  writeManifest(manifest, directory.file("chunk-00000.json"));
}

// One sentence, one line, that begins with the tool's name.
void expectOneSentence(const ToolRun& run, const std::string& part) {
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_EQ(run.err.find("tabiya-records: "), 0u) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
}

TEST(RecordsTool, StatsShowWhatThereIs) {
  TemporaryDirectory directory;
  writeGoodChunk(directory);
  const u64 records = std::filesystem::file_size(directory.file("chunk-00000.bin")) / kRecordSize;
  const ToolRun table = shell(directory, "$T stats chunk-00000.bin");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_EQ(table.err, "");
  EXPECT_EQ(table.out.find("records      " + std::to_string(records) + " in 1 file\n"), 0u) << table.out;
  EXPECT_NE(table.out.find("games        20 (from the index), "), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("; White won 30.0 %, drawn 35.0 %, Black won 35.0 %\n"), std::string::npos) << table.out;

  const ToolRun run = shell(directory, "$T stats --json .");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["records"], records);
  EXPECT_EQ(json["games"]["count"], 20);
  EXPECT_EQ(json["games"]["black_wins"], 7);
  EXPECT_EQ(json["move_known"], records);
}

TEST(RecordsTool, StatsWarnOfScoresFromTheWrongSide) {
  TemporaryDirectory directory;
  std::vector<Record> records;
  for (auto r : someGames(20, 60).records) {
    storeLittle<i16>(&r.bytes[28], static_cast<i16>(r.resultCode() == 2 ? -400 : 400));
    records.push_back(r);
  }
  writeRaw(directory.file("a.bin"), records);
  EXPECT_NE(shell(directory, "$T stats a.bin").out.find("scores or results are from the wrong side"),
            std::string::npos);
}

TEST(RecordsTool, StatsWarnOfCopiedGamesAndNotOfBareEndings) {
  TemporaryDirectory directory;
  std::vector<Record> records = someGames(20, 60).records;
  const std::vector<Record> bare(records.size(), packRecord(fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), WhiteScore{90},
                                                            GameResult::WhiteWins, kNoMove));
  const auto warned = [&](const std::vector<Record>& more) {
    std::vector<Record> all = records;
    all.insert(all.end(), more.begin(), more.end());
    writeRaw(directory.file("a.bin"), all);
    return shell(directory, "$T stats a.bin").out.find("are duplicates") != std::string::npos;
  };
  EXPECT_TRUE(warned(records));
  EXPECT_FALSE(warned(bare));
}

TEST(RecordsTool, StatsCountRejectedRecords) {
  TemporaryDirectory directory;
  auto records = someGames(3, 40).records;
  records[7] = Record{};
  records[8].bytes[26] = records[8].bytes[27] = 0;
  writeRaw(directory.file("a.bin"), records);
  const ToolRun run = shell(directory, "$T stats a.bin");
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.out.find("rejected     1: no or several kings\nmended       1: fullmove number 0\n"), std::string::npos)
      << run.out;
}

TEST(RecordsTool, ShowPrintsPositionsScoresResultsAndMoves) {
  TemporaryDirectory directory;
  const Record record =
      packRecord(Position::startpos(), WhiteScore{25}, GameResult::WhiteWins, Move(Square::G1, Square::F3));
  Record unknown = record;
  unknown.bytes[31] = 0;
  writeRaw(directory.file("a.bin"), {record, unknown, record});
  const std::string line = "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1  score +25  result 1-0  move ";
  EXPECT_EQ(shell(directory, "$T show a.bin").out, "0" + line + "Nf3\n1" + line + "unknown\n2" + line + "Nf3\n");
  EXPECT_EQ(shell(directory, "$T show a.bin --from 1 --count 1").out, "1" + line + "unknown\n");
  const ToolRun board = shell(directory, "$T show a.bin --count 1 --board");
  EXPECT_NE(board.out.find("  8  r n b q k b n r\n"), std::string::npos) << board.out;
  expectOneSentence(shell(directory, "$T show a.bin --from 3"),
                    "a.bin holds 3 records, numbered from 0: there is none at 3");
}

TEST(RecordsTool, VerifySaysGoodOrNamesTheFault) {
  TemporaryDirectory directory;
  writeGoodChunk(directory);
  const ToolRun good = shell(directory, "$T verify .");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.out.find("good    ./chunk-00000.bin: "), 0u) << good.out;
  EXPECT_NE(good.out.find(" in 20 games, index and manifest agree\n"), std::string::npos) << good.out;

  std::string bytes = contentOf(directory.file("chunk-00000.bin"));
  bytes[28] ^= 1;
  writeText(directory.file("chunk-00000.bin"), bytes);
  expectOneSentence(shell(directory, "$T verify chunk-00000.bin"), "chunk-00000.json states xxh3 ");
  bytes[62] = 5;
  writeText(directory.file("chunk-00000.bin"), bytes);
  const ToolRun bad = shell(directory, "$T verify chunk-00000.bin");
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.out.find("        1 record: result over 2, first in record 1 (offset 32)\n"), std::string::npos)
      << bad.out;
  EXPECT_EQ(bad.err, "tabiya-records: chunk-00000.bin is faulty\n");
}

TEST(RecordsTool, VerifyTellsASingleFaultOnce) {
  TemporaryDirectory directory;
  std::vector<Record> records = someGames(3, 40).records;
  writeRaw(directory.file("a.bin"), records);
  records[1].bytes[30] = 5;
  writeRaw(directory.file("b.bin"), records);
  const std::string fault = "1 record: result over 2, first in record 1 (offset 32)\n";
  const ToolRun one = shell(directory, "$T verify b.bin");
  EXPECT_EQ(one.out, "");
  EXPECT_EQ(one.err, "tabiya-records: b.bin: " + fault);
  const ToolRun several = shell(directory, "$T verify a.bin b.bin");
  EXPECT_NE(several.out.find("FAULTY  b.bin: "), std::string::npos) << several.out;
  EXPECT_NE(several.out.find("        " + fault), std::string::npos) << several.out;
  EXPECT_EQ(several.err, "tabiya-records: 1 of 2 files is faulty: b.bin\n");
}

TEST(RecordsTool, AReaderThatHasSeenEnoughIsNoFailure) {
  TemporaryDirectory directory;
  // More than a pipe holds.
  writeRaw(directory.file("a.bin"), someGames(60, 60).records);
  for (const std::string command : {"convert a.bin --to text --out -", "show a.bin --count 100000"}) {
    const ToolRun run = shell(directory, "{ $T " + command + "; echo $? >code; } | head -n 1 | wc -l");
    EXPECT_EQ(run.out, "1\n");
    EXPECT_EQ(run.err, "") << command;
    EXPECT_EQ(contentOf(directory.file("code")), "0\n") << command;
  }
}

TEST(RecordsTool, SplitPartsGamesAndKeepsTheirBoundaries) {
  TemporaryDirectory directory;
  writeGoodChunk(directory);
  const auto before = *readRecordFile(directory.file("chunk-00000.bin"));
  const ToolRun run =
      shell(directory, "$T split chunk-00000.bin --train t.bin --validation v.bin.zst --share 0.3 --seed 5");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(namesIn(directory.path()), "chunk-00000.bin chunk-00000.idx chunk-00000.json t.bin t.idx v.bin.zst v.idx");
  EXPECT_EQ(readRecordFile(directory.file("t.bin"))->size() + readRecordFile(directory.file("v.bin.zst"))->size(),
            before.size());
  EXPECT_EQ(shell(directory, "$T verify t.bin v.bin.zst").code, 0);
  expectOneSentence(shell(directory, "$T split chunk-00000.bin --train x.bin --validation y.bin --share 0"),
                    "leaves one part of ");
  expectOneSentence(shell(directory, "$T split chunk-00000.bin --train chunk-00000.bin --validation y.bin"),
                    "chunk-00000.bin, which is one of the input files");
  EXPECT_EQ(namesIn(directory.path()), "chunk-00000.bin chunk-00000.idx chunk-00000.json t.bin t.idx v.bin.zst v.idx");
}

TEST(RecordsTool, ConvertGoesThereAndBack) {
  TemporaryDirectory directory;
  writeGoodChunk(directory);
  EXPECT_EQ(shell(directory, "$T convert chunk-00000.bin --to text --out a.txt").code, 0);
  EXPECT_EQ(shell(directory, "$T convert a.txt --to records --out b.bin").code, 0);
  auto expected = *readRecordFile(directory.file("chunk-00000.bin"));
  for (Record& record : expected) record.bytes[31] = 0;  // text knows no moves
  EXPECT_EQ(*readRecordFile(directory.file("b.bin")), expected);
  EXPECT_EQ(shell(directory, "$T convert b.bin --to text --out -").out, contentOf(directory.file("a.txt")));
  EXPECT_EQ(shell(directory, "$T convert b.bin --to bullet --out c.bullet").code, 0);
  EXPECT_EQ(shell(directory, "$T convert c.bullet --to records --out d.bin.zst").code, 0);
  EXPECT_EQ(shell(directory, "$T convert d.bin.zst --to bullet --out e.bullet").code, 0);
  EXPECT_EQ(contentOf(directory.file("c.bullet")), contentOf(directory.file("e.bullet")));
}

TEST(RecordsTool, ConvertCountsBadLinesByReason) {
  TemporaryDirectory directory;
  const std::string good = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 3 | 0.5\n";
  writeText(directory.file("a.txt"), good + "nonsense\n" + good + "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | x | 0.5\nrubbish\n");
  const ToolRun run = shell(directory, "$T convert a.txt --to records --out b.bin");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "b.bin: 2 records, 3 rejected\n");
  EXPECT_NE(run.err.find("rejected 2: 1 fields between bars, expected FEN | score | result (first: a.txt line 2)\n"),
            std::string::npos)
      << run.err;
  writeText(directory.file("c.txt"), "nonsense\n");
  expectOneSentence(shell(directory, "$T convert c.txt --to records --out d.bin"),
                    "none of 1 record in c.txt is good, so nothing was written; c.txt line 1: 1 fields");
  EXPECT_EQ(namesIn(directory.path()), "a.txt b.bin c.txt");
}

// Every command, with its input as $F, and what it leaves when all is well.
const std::vector<std::string> kCommands{
    "$T stats $F",
    "$T show $F",
    "$T verify $F",
    "$T split $F --train out-t.bin --validation out-v.bin --share 0.5",
    "$T convert $F --to text --out out.txt",
    "$T convert $F --to bullet --out out.bullet",
    "$T convert $F --to records --out out.bin.zst",
};

TEST(RecordsTool, EveryCommandNamesAMissingFile) {
  TemporaryDirectory directory;
  for (const std::string& command : kCommands) {
    SCOPED_TRACE(command);
    expectOneSentence(shell(directory, "F=gone.bin; " + command), "gone.bin: No such file or directory");
    EXPECT_EQ(namesIn(directory.path()), "");
  }
}

TEST(RecordsTool, EveryCommandNamesATruncatedFile) {
  TemporaryDirectory directory;
  writeRaw(directory.file("a.bin"), someGames(10, 60).records);
  ASSERT_EQ(shell(directory, "$T convert a.bin --to records --out b.bin.zst").code, 0);
  std::filesystem::resize_file(directory.file("a.bin"), 1000);
  std::filesystem::resize_file(directory.file("b.bin.zst"), 1000);
  for (const std::string& command : kCommands) {
    SCOPED_TRACE(command);
    expectOneSentence(shell(directory, "F=a.bin; " + command), "a.bin is cut short");
    expectOneSentence(shell(directory, "F=b.bin.zst; " + command), "b.bin.zst is cut short");
    EXPECT_EQ(namesIn(directory.path()), "a.bin b.bin.zst");
  }
}

TEST(RecordsTool, EveryCommandNamesAForeignFile) {
  TemporaryDirectory directory;
  writeText(directory.file("letter.bin"), std::string(6400, 'x'));
  for (const std::string& command : kCommands) {
    SCOPED_TRACE(command);
    expectOneSentence(shell(directory, "F=letter.bin; " + command), "letter.bin is no file of 32-byte records");
    EXPECT_EQ(namesIn(directory.path()), "letter.bin");
  }
}

TEST(RecordsTool, NothingThatBelongsToAnInputIsWrittenOver) {
  TemporaryDirectory directory;
  writeGoodChunk(directory);
  writeText(directory.file("v.bin"), "old");
  std::filesystem::create_directory(directory.file("d"));
  const std::string before = namesIn(directory.path());
  const std::string index = contentOf(directory.file("chunk-00000.idx"));
  const std::string split = "$T split chunk-00000.bin --share 0.5 --validation ";
  expectOneSentence(shell(directory, split + "v.bin --train d/../chunk-00000.bin"), "which is one of the input files");
  expectOneSentence(shell(directory, split + "v.bin --train chunk-00000.bin.zst"),
                    "--train would write chunk-00000.idx, which is the .idx of chunk-00000.bin");
  expectOneSentence(shell(directory, split + "v.bin --train chunk-00000.json"),
                    "which is the .json of chunk-00000.bin");
  expectOneSentence(shell(directory, split + "v.bin --train v.bin.zst"),
                    "--validation would write v.idx, which is what --train writes");
  expectOneSentence(shell(directory, split + "v.bin --train d/../v.bin"), "which is what --train writes");
  expectOneSentence(shell(directory, split + "v.bin --train d"), "cannot write d: it is a directory");
  expectOneSentence(shell(directory, "$T convert chunk-00000.bin --to bullet --out chunk-00000.idx"),
                    "which is the .idx of chunk-00000.bin");
  EXPECT_EQ(namesIn(directory.path()), before);
  EXPECT_EQ(contentOf(directory.file("chunk-00000.idx")), index);
  EXPECT_EQ(contentOf(directory.file("v.bin")), "old");
}

TEST(RecordsTool, ABulletFileIsNoRecordFile) {
  TemporaryDirectory directory;
  writeRaw(directory.file("a.bin"), someGames(3, 40).records);
  ASSERT_EQ(shell(directory, "$T convert a.bin --to bullet --out b.bullet").code, 0);
  expectOneSentence(shell(directory, "$T stats b.bullet"),
                    "b.bullet is a file of bulletformat: tabiya-records convert --from bullet reads it");
  EXPECT_EQ(shell(directory, "$T convert b.bullet --to text --out b.txt").code, 0);
}

TEST(RecordsTool, APipeIsNoRecordFile) {
  TemporaryDirectory directory;
  expectOneSentence(shell(directory, "mkfifo p.bin; $T stats p.bin"), "cannot read p.bin: it is no regular file");
}

TEST(RecordsTool, FullDiskIsOneSentenceAndLeavesNothing) {
  TemporaryDirectory directory;
  writeRaw(directory.file("a.bin"), someGames(60, 60).records);
  for (std::size_t i = 3; i < kCommands.size(); ++i) {
    SCOPED_TRACE(kCommands[i]);
    // Files may hold 16 blocks of 512 bytes.
    expectOneSentence(shell(directory, "F=a.bin; ulimit -f 16; " + kCommands[i]), "File too large");
    EXPECT_EQ(namesIn(directory.path()), "a.bin");
  }
  expectOneSentence(shell(directory, "ulimit -f 16; $T show a.bin --count 2000"), "cannot write to standard output");
}

TEST(RecordsTool, UsageErrorsExitTwoAndSuggest) {
  TemporaryDirectory directory;
  EXPECT_EQ(shell(directory, "$T stats --jsn a.bin").err,
            "tabiya-records stats: unknown option --jsn; the nearest is --json (see tabiya-records stats --help)\n");
  EXPECT_EQ(shell(directory, "$T stat a.bin").err,
            "tabiya-records: unknown command stat; the nearest is stats (see tabiya-records --help)\n");
  const std::vector<std::string> lines{"$T",
                                       "$T stats",
                                       "$T show a.bin --count x",
                                       "$T show a.bin --count -1",
                                       "$T show a.bin --from 18446744073709551616",
                                       "$T split a.bin --train t --validation v --seed -1",
                                       "$T show a.bin b.bin",
                                       "$T convert a.bin --to words --out b",
                                       "$T convert a.bin --to records --out -",
                                       "$T split a.bin --train t --validation v --share 2",
                                       "$T split a.bin --train t --validation v --share nan"};
  for (const std::string& line : lines) EXPECT_EQ(shell(directory, line).code, 2) << line;
}

TEST(RecordsTool, HelpAndVersionAreAnswered) {
  TemporaryDirectory directory;
  EXPECT_EQ(shell(directory, "$T --version").out.find("tabiya-records 0."), 0u);
  for (const char* command : {"", "stats", "show", "verify", "split", "convert"}) {
    const ToolRun run = shell(directory, std::string("$T ") + command + " --help");
    EXPECT_EQ(run.code, 0);
    EXPECT_NE(run.out.find("Example: tabiya-records "), std::string::npos) << command;
  }
}

TEST(RecordsTool, OptionsMayStandInAFile) {
  TemporaryDirectory directory;
  writeRaw(directory.file("a.bin"), someGames(3, 40).records);
  writeText(directory.file("c.toml"), "[show]\ncount = 2\n");
  const ToolRun run = shell(directory, "$T --config c.toml show a.bin");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 2);
}

TEST(RecordsTool, InterruptedWorkWritesNothing) {
  TemporaryDirectory directory;
  writeRaw(directory.file("a.bin"), someGames(400, 100).records);
  // The signal comes while the tool is at work on many files.
  std::string many;
  for (int i = 0; i < 400; ++i) many += " a.bin";
  const ToolRun run = shell(
      directory, "$T convert" + many +
                     " --to text --out o.txt & until [ -e o.txt.part ]; do sleep 0.01; done; kill -INT $!; wait $!");
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_EQ(namesIn(directory.path()), "a.bin");
}

}  // namespace
}  // namespace tabiya
