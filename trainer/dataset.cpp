#include "trainer/dataset.h"

#include <algorithm>

#include "records/games.h"
#include "records/manifest.h"
#include "records/reader.h"
#include "trainer/batch.h"

namespace tabiya {
namespace {

// Mends a record and notes what was wrong with it; false when it must be left out.
bool admit(Record& record, DataCounts& counts) {
  RecordMends mends;
  const RecordFault fault = checkRecord(record, &mends);
  if (fault != RecordFault::None) {
    ++counts.faults[static_cast<std::size_t>(fault)];
    return false;
  }
  counts.fullmoveZero += mends.fullmoveZero;
  counts.enPassantUseless += mends.enPassantUseless;
  counts.scoreMinimum += mends.scoreMinimum;
  counts.unusedNibbles += mends.unusedNibbles;
  return true;
}

// With few games the share may hold none out; a validation set of one game is better than none.
void holdOutFirstGame(Dataset& data, const std::vector<u64>& starts) {
  if (starts.size() < 2) return;
  const auto end = data.training.begin() + static_cast<std::ptrdiff_t>(starts[1]);
  data.validation.assign(data.training.begin(), end);
  data.training.erase(data.training.begin(), end);
  --data.trainingGames;
  ++data.validationGames;
}

void fillTargets(const std::vector<Record>& records, double resultWeight, double evalScale, std::vector<float>& to) {
  to.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i)
    to[i] = static_cast<float>(targetOf(records[i], resultWeight, evalScale));
}

}  // namespace

u64 DataCounts::leftOut() const {
  u64 sum = 0;
  for (const u64 n : faults) sum += n;
  return sum;
}

u64 DataCounts::mended() const {
  return fullmoveZero + enPassantUseless + scoreMinimum + unusedNibbles;
}

std::string DataCounts::sentence() const {
  std::string text;
  const auto add = [&](u64 n, const std::string& what) {
    if (n == 0) return;
    if (!text.empty()) text += ", ";
    text += std::to_string(n) + " " + what;
  };
  for (std::size_t i = 0; i < faults.size(); ++i)
    add(faults[i], std::string("left out: ") + toString(static_cast<RecordFault>(i)));
  add(fullmoveZero, "mended: fullmove number 0");
  add(enPassantUseless, "mended: useless en passant square");
  add(scoreMinimum, "mended: score -32768");
  add(unusedNibbles, "mended: unused nibbles set");
  return text;
}

void Dataset::setTargets(double resultWeight, double evalScale) {
  fillTargets(training, resultWeight, evalScale, trainingTargets);
  fillTargets(validation, resultWeight, evalScale, validationTargets);
}

Result<Dataset> loadDataset(const std::vector<std::string>& paths, double share, u64 seed) {
  Dataset data;
  u64 nextGame = 0;                 // numbers go on from file to file where no manifest says otherwise
  std::vector<u64> trainingStarts;  // of whole games, in `training`
  for (const std::string& path : paths) {
    auto read = readRecordFile(path);
    if (!read) return Error{read.error()};
    std::vector<Record>& records = *read;
    DataFile file{path, records.size(), xxh3Hex(records.data(), records.size() * sizeof(Record)), 0, false};
    const auto found = gameStarts(path, records);
    if (!found) return Error{found.error()};
    const GameStarts& games = *found;
    data.shuffled |= games.shuffled;
    file.gamesFromIndex = games.fromIndex;
    if (!games.shuffled) file.games = games.starts.size();

    const u64 firstGame = games.firstGame.value_or(nextGame);
    for (std::size_t g = 0; g < games.starts.size(); ++g) {
      const u64 begin = games.starts[g];
      const u64 end = g + 1 < games.starts.size() ? games.starts[g + 1] : records.size();
      const bool heldOut =
          games.shuffled ? recordIsHeldOut(seed, records[begin], share) : gameIsHeldOut(seed, firstGame + g, share);
      std::vector<Record>& to = heldOut ? data.validation : data.training;
      const std::size_t before = to.size();
      for (u64 i = begin; i < end; ++i) {
        if (admit(records[i], data.counts)) to.push_back(records[i]);
      }
      if (to.size() == before) continue;
      ++(heldOut ? data.validationGames : data.trainingGames);
      if (!heldOut) trainingStarts.push_back(before);
    }
    nextGame = firstGame + games.starts.size();
    data.files.push_back(std::move(file));
  }
  if (share > 0 && data.validation.empty()) holdOutFirstGame(data, trainingStarts);
  if (data.training.empty()) {
    const std::string faults = data.counts.sentence();
    return Error{"there is no record to train on in " + paths.front() +
                 (paths.size() > 1 ? " and " + std::to_string(paths.size() - 1) + " more" : "") +
                 (faults.empty() ? "" : " (" + faults + ")")};
  }
  constexpr u64 kMaxRecords = u64{1} << 31;  // exampleOf's 32 bits
  if (data.training.size() >= kMaxRecords)
    return Error{"the data holds " + std::to_string(data.training.size()) + " records, expected under 2^31"};
  return data;
}

}  // namespace tabiya
