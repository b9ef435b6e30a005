// The records of a training run: read, checked and counted, and split by whole games into training and validation.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "records/format.h"

namespace tabiya {

struct DataFile {
  std::string path;
  u64 records = 0;   // in the file
  std::string xxh3;  // of the uncompressed records: what the file is, whatever its name
  u64 games = 0;     // 0 when the file was shuffled and has none
  bool gamesFromIndex = false;
};

// What was mended or left out on reading, by reason.
struct DataCounts {
  std::array<u64, static_cast<std::size_t>(RecordFault::kCount)> faults{};
  u64 fullmoveZero = 0;
  u64 enPassantUseless = 0;
  u64 scoreMinimum = 0;
  u64 unusedNibbles = 0;

  u64 leftOut() const;
  u64 mended() const;
  // "3 left out (2 with no or two kings, 1 ...)"; empty when there is nothing to tell.
  std::string sentence() const;
};

struct Dataset {
  std::vector<Record> training;
  std::vector<Record> validation;
  // Expected results for the side to move (batch.h), filled in by setTargets.
  std::vector<float> trainingTargets;
  std::vector<float> validationTargets;

  std::vector<DataFile> files;
  DataCounts counts;
  u64 trainingGames = 0;
  u64 validationGames = 0;
  // Some file was shuffled: its positions, not its games, were split.
  bool shuffled = false;

  void setTargets(double resultWeight, double evalScale);
};

// Reads all files. A share of the games is held out, chosen by (seed, game number) alone: at least one when the share
// is not 0 and there are two. Errors name the file; data with nothing to train on is one too.
Result<Dataset> loadDataset(const std::vector<std::string>& paths, double validationShare, u64 seed);

}  // namespace tabiya
