// A file that grows at its end, and can be cut back to where it was still good.
#pragma once

#include <string>

#include "engine/base/types.h"

namespace tabiya {

// Every failure (disk full, file-size limit) throws std::runtime_error with one sentence naming the path.
class AppendFile {
 public:
  // Opens `path`, making it if it is not there.
  explicit AppendFile(const std::string& path);
  ~AppendFile();
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;

  void append(const void* data, std::size_t size);
  // Cuts the file to its first `size` bytes, if it has more.
  void cutTo(u64 size);
  u64 size() const { return size_; }
  void sync();

 private:
  std::string path_;
  int fd_ = -1;
  u64 size_ = 0;
};

}  // namespace tabiya
