// Whole files in, and files that are whole or not there at all out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"

namespace tabiya {

// The file's bytes; a missing or unreadable one (or a directory, a device, a pipe) is a sentence naming the path.
Result<std::vector<u8>> readWholeFile(const std::string& path);

// A file in work under `path` + ".part" (of a link, beside what it leads to), which takes its final name in commit() after a flush and fsync (of the file
// and its directory). Destroyed without commit() it is removed. Every failure (disk full, no permission) throws
// std::runtime_error with one sentence naming the path.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;

  void write(const void* data, std::size_t size);
  void commit();

 private:
  std::string path_;
  int fd_ = -1;
};

void writeWholeFile(const std::string& path, std::span<const u8> bytes);
void writeWholeFile(const std::string& path, const std::string& text);

// fsyncs a directory, so that renames in it are on the disk.
void syncDirectory(const std::string& path);

}  // namespace tabiya
