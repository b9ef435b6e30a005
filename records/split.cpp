// Splitting by games (split.h).
#include "records/split.h"

#include <filesystem>
#include <limits>
#include <optional>

#include "records/games.h"
#include "records/manifest.h"

namespace tabiya {
namespace {

constexpr std::size_t kBlock = 32768;

// Runs over all blocks of a file; false when `goOn` stopped it.
template <class F>
Result<bool> forEachBlock(const std::string& path, const std::function<bool(u64, u64)>& goOn, F&& f) {
  auto reader = RecordReader::open(path);
  if (!reader) return Error{reader.error()};
  std::vector<Record> block(kBlock);
  u64 done = 0;
  for (;;) {
    auto got = reader->read(block);
    if (!got) return Error{got.error()};
    f(std::span<const Record>(block).first(*got));
    done += *got;
    if (!goOn(done, reader->expectedRecords())) return false;
    if (*got < block.size()) return true;
  }
}

// How a file's games are told apart.
struct Games {
  std::optional<std::vector<u16>> counts;  // else inferred
  bool shuffled = false;
  u64 first = 0;
};

Result<Games> findGames(const std::string& path, u64 nextGame, const std::function<bool(u64, u64)>& goOn) {
  Games games;
  games.first = nextGame;
  auto counts = readGameIndex(path);
  if (!counts) return Error{counts.error()};
  games.counts = std::move(*counts);
  std::error_code ignored;
  if (const std::string manifestPath = besideChunk(path, ".json");
      games.counts && std::filesystem::exists(manifestPath, ignored)) {
    auto manifest = readManifest(manifestPath);
    if (!manifest) return Error{manifest.error()};
    games.first = manifest->firstGame;
  }
  if (games.counts) return games;

  u64 records = 0, inferred = 0;
  std::optional<Record> previous;
  auto read = forEachBlock(path, goOn, [&](std::span<const Record> block) {
    for (const Record& record : block) {
      inferred += !previous || beginsGame(*previous, record);
      previous = record;
    }
    records += block.size();
  });
  if (!read) return Error{read.error()};
  games.shuffled = looksShuffled(records, inferred);
  return games;
}

// Goes through the records of a file and tells each one's game.
class GameWalk {
 public:
  explicit GameWalk(const Games& games) : games_(games), number_(games.first) {}

  // Whether `record` begins a game; games without records are passed over.
  bool next(const Record& record) {
    const bool first = !previous_;
    const bool begins = games_.counts ? beginsByIndex(first) : first || beginsGame(*previous_, record);
    if (begins && !games_.counts && !first) ++number_;
    previous_ = record;
    return begins;
  }
  u64 number() const { return number_; }
  // The number behind the last game.
  u64 end() const { return games_.counts ? games_.first + games_.counts->size() : number_ + (previous_ ? 1 : 0); }
  // Whether the index ended with the records.
  bool complete() const {
    if (!games_.counts) return true;
    if (left_ != 0 || overrun_) return false;
    for (std::size_t g = at_; g < games_.counts->size(); ++g)
      if ((*games_.counts)[g] != 0) return false;
    return true;
  }

 private:
  bool beginsByIndex(bool first) {
    const bool begins = first || left_ == 0;
    if (begins) {
      while (at_ < games_.counts->size() && (*games_.counts)[at_] == 0) ++at_;
      if (at_ == games_.counts->size()) {
        overrun_ = true;
        return begins;
      }
      number_ = games_.first + at_;
      left_ = (*games_.counts)[at_++];
    }
    --left_;
    return begins;
  }

  const Games& games_;
  std::optional<Record> previous_;
  std::size_t at_ = 0;
  u64 left_ = 0;
  u64 number_;
  bool overrun_ = false;
};

void put(SplitPart& part, const Record& record, bool begins) {
  part.writer.write(std::span(&record, 1));
  // An .idx counts in 16 bits: a longer game (no real one is) goes on in a second entry.
  if (begins || part.games.empty() || part.games.back() == std::numeric_limits<u16>::max()) part.games.push_back(0);
  ++part.games.back();
}

}  // namespace

Result<void> splitRecordFile(const std::string& path, const SplitOptions& options, SplitPart& training,
                             SplitPart& validation, u64& nextGame, SplitCounts& counts,
                             const std::function<bool(u64, u64)>& goOn) {
  auto games = findGames(path, nextGame, goOn);
  if (!games) return Error{games.error()};
  GameWalk walk(*games);
  bool heldOut = false, begins = false;
  if (games->shuffled) {
    ++counts.shuffledFiles;
    training.hasGames = validation.hasGames = false;
  }
  auto read = forEachBlock(path, goOn, [&](std::span<const Record> block) {
    for (const Record& original : block) {
      if (games->shuffled) {
        heldOut = recordIsHeldOut(options.seed, original, options.share);
      } else if (walk.next(original)) {
        heldOut = gameIsHeldOut(options.seed, walk.number(), options.share);
        begins = true;
        ++counts.games;
        counts.heldOutGames += heldOut;
      }
      Record record = original;
      RecordMends mends;
      if (RecordFault fault = checkRecord(record, &mends); fault != RecordFault::None) {
        counts.rejects.add(fault);
        continue;
      }
      counts.rejects.add(mends);
      put(heldOut ? validation : training, record, begins);
      begins = false;
      ++counts.records;
      counts.heldOutRecords += heldOut;
    }
  });
  if (!read) return Error{read.error()};
  if (*read && !games->shuffled && !walk.complete())
    return Error{besideChunk(path, ".idx") + " does not count as many records as " + path + " holds"};
  nextGame = std::max(nextGame, walk.end());
  return {};
}

}  // namespace tabiya
