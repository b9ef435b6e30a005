// Checks a record file to the last byte against itself, its games and its manifest; mends nothing.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "records/manifest.h"
#include "records/reader.h"

namespace tabiya {

struct VerifyOptions {
  // Made by another program: blemishes that readers mend are counted, but are no faults.
  bool foreign = false;
};

// One kind of fault, how often it was found, and where first.
struct VerifyFault {
  std::string what;
  u64 count = 0;
  u64 firstRecord = 0;
};

struct VerifyReport {
  std::string path;
  u64 records = 0;
  u64 games = 0;
  bool hasIndex = false, hasManifest = false;
  // Of single records and of games, in the order in which they were met.
  std::vector<VerifyFault> faults;
  // Of the file, its index and its manifest: whole sentences.
  std::vector<std::string> problems;
  // Mended blemishes of a foreign file, by reason.
  std::map<std::string, u64> blemishes;
  std::string xxh3;  // of the records

  bool good() const { return faults.empty() && problems.empty(); }
};

// `progress` is told the number of records done and of those expected (0: unknown) after each block; it answers
// whether to go on. The report of a stopped run is not complete.
VerifyReport verifyRecordFile(const std::string& path, const VerifyOptions& options,
                              const std::function<bool(u64 done, u64 expected)>& progress);

}  // namespace tabiya
