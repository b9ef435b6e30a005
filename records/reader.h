// Reads record files, raw (`*.bin`) or zstd (`*.bin.zst`, told by content), in blocks.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "records/format.h"

namespace tabiya {

class RecordReader {
 public:
  // Refuses a missing, empty or unreadable file, one whose size is no multiple of 32, and a foreign one (none of its
  // first records is good), each with a sentence.
  static Result<RecordReader> open(const std::string& path);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;

  // Fills `out` as far as there are records; returns how many (0 at the end). An error names file and offset.
  Result<std::size_t> read(std::span<Record> out);
  // By the size of the file or of its frames; 0 when unknown (zstd without content size). A hint: never trust it.
  u64 expectedRecords() const;
  const std::string& path() const;

 private:
  struct State;
  explicit RecordReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The whole file.
Result<std::vector<Record>> readRecordFile(const std::string& path);

}  // namespace tabiya
