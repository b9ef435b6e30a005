// Parts a record file into training and validation records by whole games, in one streaming pass over the file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "records/reader.h"
#include "records/stats.h"
#include "records/writer.h"

namespace tabiya {

struct SplitOptions {
  double share = 0.01;  // of the games (of positions, in shuffled files) held out
  u64 seed = 1;
};

// One of the two parts: its records and how many fall to each game, in order.
struct SplitPart {
  RecordWriter writer;
  std::vector<u16> games;
  bool hasGames = true;  // false in both parts as soon as shuffled records went in: then there is no .idx to write
};

struct SplitCounts {
  u64 records = 0, heldOutRecords = 0;
  u64 games = 0, heldOutGames = 0;
  u64 shuffledFiles = 0;
  RejectCounts rejects;
};

// Adds the file at `path`. Games are numbered from the manifest's first game, or from `nextGame` where there is none;
// `nextGame` is moved past them. The same game falls into the same part here and in the trainer
// (gameIsHeldOut). Shuffled files have no games and are parted by position. `goOn` is asked after each block.
Result<void> splitRecordFile(const std::string& path, const SplitOptions& options, SplitPart& training,
                             SplitPart& validation, u64& nextGame, SplitCounts& counts,
                             const std::function<bool(u64 done, u64 expected)>& goOn);

}  // namespace tabiya
