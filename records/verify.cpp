// The checks of `tabiya-records verify` (verify.h): each record, each game, then the index and the manifest.
#include "records/verify.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

namespace tabiya {
namespace {

constexpr std::size_t kBlock = 32768;
// The bytes that a position alone decides: pieces, side, en passant, clocks.
constexpr std::size_t kPositionBytes = 28;

int plyOf(const Record& record) {
  return 2 * record.fullmoveNumber() + index(record.sideToMove());
}

class Verifier {
 public:
  Verifier(const std::string& path, const VerifyOptions& options) : options_(options) { report_.path = path; }

  VerifyReport run(const std::function<bool(u64, u64)>& progress);

 private:
  void readCompanions();
  bool readRecords(const std::function<bool(u64, u64)>& progress);
  void checkOne(const Record& record);
  void checkInGame(const Record& record, const std::optional<OpenedRecord>& opened);
  void checkIndex();
  void checkManifest();

  void fault(const std::string& what) {
    auto found = std::find_if(report_.faults.begin(), report_.faults.end(),
                              [&](const VerifyFault& f) { return f.what == what; });
    if (found == report_.faults.end()) found = report_.faults.insert(found, {what, 0, report_.records});
    ++found->count;
  }
  void problem(std::string sentence) { report_.problems.push_back(std::move(sentence)); }

  VerifyOptions options_;
  VerifyReport report_;
  std::optional<std::vector<u16>> index_;
  std::optional<ChunkManifest> manifest_;
  Xxh3 hash_;
  // The game in work, by the index.
  std::size_t nextGame_ = 0;
  u64 leftInGame_ = 0;
  std::array<u64, 3> gameResults_{};
  std::optional<Record> previous_;              // of the same game
  std::optional<OpenedRecord> previousOpened_;  // when it was good
};

void Verifier::readCompanions() {
  auto counts = readGameIndex(report_.path);
  if (!counts) {
    problem(counts.error());
  } else if (counts->has_value()) {
    index_ = std::move(**counts);
    report_.hasIndex = true;
    report_.games = index_->size();
  }
  const std::string manifestPath = besideChunk(report_.path, ".json");
  std::error_code ignored;
  if (!std::filesystem::exists(manifestPath, ignored)) return;
  auto manifest = readManifest(manifestPath);
  if (!manifest) return problem(manifest.error());
  manifest_ = std::move(*manifest);
  report_.hasManifest = true;
}

// Whether the file was read to its end.
bool Verifier::readRecords(const std::function<bool(u64, u64)>& progress) {
  auto reader = RecordReader::open(report_.path);
  if (!reader) return problem(reader.error()), false;
  std::vector<Record> block(kBlock);
  for (;;) {
    auto got = reader->read(block);
    if (!got) return problem(got.error()), false;
    hash_.update(block.data(), *got * kRecordSize);
    for (std::size_t i = 0; i < *got; ++i) checkOne(block[i]);
    if (!progress(report_.records, reader->expectedRecords())) return false;
    if (*got < block.size()) break;
  }
  report_.xxh3 = hash_.hex();
  return true;
}

void Verifier::checkOne(const Record& record) {
  Record copy = record;
  RecordMends mends;
  std::optional<OpenedRecord> opened(std::in_place);
  if (RecordFault found = openRecord(copy, &mends, *opened); found != RecordFault::None) {
    fault(toString(found));
    opened.reset();
  }
  const auto blemish = [&](bool there, const char* what) {
    if (!there) return;
    if (options_.foreign)
      ++report_.blemishes[what];
    else
      fault(what);
  };
  if (mends.any()) {
    blemish(mends.fullmoveZero, "fullmove number 0");
    blemish(mends.enPassantUseless, "en passant square that no pawn can use");
    blemish(mends.scoreMinimum, "score -32768");
    blemish(mends.unusedNibbles, "unused nibbles that are not 0");
    blemish(mends.moveUnknown, toString(RecordFault::BadMove));
  }
  if (index_) checkInGame(record, opened);
  ++report_.records;
}

// A record against the one before it in its game: the result stays, plies grow, pieces do not, and a move known to have
// been played leads to the next record when that is the next ply.
void Verifier::checkInGame(const Record& record, const std::optional<OpenedRecord>& opened) {
  if (leftInGame_ == 0) {
    while (nextGame_ < index_->size() && (*index_)[nextGame_] == 0) ++nextGame_;
    if (nextGame_ < index_->size()) leftInGame_ = (*index_)[nextGame_++];
    previous_.reset();
    previousOpened_.reset();
    if (record.resultCode() <= 2) ++gameResults_[record.resultCode()];
  }
  leftInGame_ -= leftInGame_ > 0;
  if (previous_) {
    if (record.resultCode() != previous_->resultCode()) fault("another result than its game's record before");
    if (plyOf(record) <= plyOf(*previous_)) fault("an earlier ply than its game's record before");
    if (record.occupied().count() > previous_->occupied().count()) fault("more pieces than its game's record before");
    if (opened && previousOpened_ && previousOpened_->played && plyOf(record) == plyOf(*previous_) + 1) {
      Position next = previousOpened_->position;
      next.makeMove(previousOpened_->played);
      const Record expected = packRecord(next, {}, GameResult::Draw);
      if (!std::equal(expected.bytes.begin(), expected.bytes.begin() + kPositionBytes, record.bytes.begin()))
        fault("not the position after its game's record before and the move played there");
    }
  }
  previous_ = record;
  previousOpened_ = opened;
}

void Verifier::checkIndex() {
  u64 sum = 0;
  for (u16 count : *index_) sum += count;
  if (sum == report_.records) return;
  problem(besideChunk(report_.path, ".idx") + " counts " + std::to_string(sum) + " records in " +
          std::to_string(index_->size()) + " games, but the file holds " + std::to_string(report_.records));
}

void Verifier::checkManifest() {
  const std::string name = besideChunk(report_.path, ".json");
  const auto mustBe = [&](const char* what, auto stated, auto found) {
    if (stated == found) return;
    if constexpr (std::is_same_v<decltype(found), std::string>)
      problem(name + " states " + what + " " + stated + ", found " + found);
    else
      problem(name + " states " + std::to_string(stated) + " " + what + ", found " + std::to_string(found));
  };
  mustBe("positions", manifest_->positions, report_.records);
  mustBe("xxh3", manifest_->xxh3, report_.xxh3);
  const auto sum = [](const auto& map) {
    u64 total = 0;
    for (const auto& [reason, count] : map) total += count;
    return total;
  };
  if (!manifest_->endReasons.empty())
    mustBe("games, which should be the sum of its end reasons", manifest_->games, sum(manifest_->endReasons));
  mustBe("games, which should be the sum of its results", manifest_->games,
         manifest_->results[0] + manifest_->results[1] + manifest_->results[2]);
  if (!index_) return problem("there is a manifest but no " + besideChunk(report_.path, ".idx") + " beside the file");
  mustBe("games", manifest_->games, static_cast<u64>(index_->size()));
  // Games of which nothing was kept have a result that only the manifest knows.
  const u64 unknown = static_cast<u64>(std::count(index_->begin(), index_->end(), 0));
  constexpr std::array<const char*, 3> kNames{"black wins", "draws", "white wins"};
  for (std::size_t r = 0; r < 3; ++r) {
    const u64 stated = manifest_->results[r], found = gameResults_[r];
    if (stated < found || stated > found + unknown)
      problem(name + " states " + std::to_string(stated) + " " + kNames[r] + ", the records show " +
              std::to_string(found) + (unknown ? " and " + std::to_string(unknown) + " games without records" : ""));
  }
}

VerifyReport Verifier::run(const std::function<bool(u64, u64)>& progress) {
  readCompanions();
  if (readRecords(progress)) {
    if (index_) checkIndex();
    if (manifest_) checkManifest();
  }
  return std::move(report_);
}

}  // namespace

VerifyReport verifyRecordFile(const std::string& path, const VerifyOptions& options,
                              const std::function<bool(u64, u64)>& progress) {
  return Verifier(path, options).run(progress);
}

}  // namespace tabiya
