// Writes record files whole or not at all: NAME.part, flush, fsync, rename.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "records/format.h"

namespace tabiya {

class RecordWriter {
 public:
  enum class Form { Raw, Zstd };

  // Throws std::runtime_error (one sentence, naming the path) when the world is broken: here and in every other member.
  RecordWriter(const std::string& path, Form form = Form::Raw);
  // Without finish() the .part is removed.
  ~RecordWriter();
  RecordWriter(RecordWriter&&) noexcept;

  void write(std::span<const Record> records);
  // Writes out what is buffered, so that a full disk shows before anything has its final name; then only finish() may
  // follow.
  void flush();
  // Flushes, fsyncs and gives the file its final name.
  void finish();
  u64 written() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tabiya
