#include "datagen/append_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace tabiya {
namespace {

[[noreturn]] void failed(const std::string& path) {
  throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace

AppendFile::AppendFile(const std::string& path) : path_(path) {
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd_ < 0) failed(path_);
  struct stat info {};
  if (::fstat(fd_, &info) != 0) failed(path_);
  size_ = static_cast<u64>(info.st_size);
}

AppendFile::~AppendFile() {
  if (fd_ >= 0) ::close(fd_);
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(other.fd_), size_(other.size_) {
  other.fd_ = -1;
}

void AppendFile::append(const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t put = ::write(fd_, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) failed(path_);
    at += put;
    size -= static_cast<std::size_t>(put);
    size_ += static_cast<u64>(put);
  }
}

void AppendFile::cutTo(u64 size) {
  if (size_ <= size) return;
  if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) failed(path_);
  size_ = size;
}

void AppendFile::sync() {
  if (::fsync(fd_) != 0) failed(path_);
}

}  // namespace tabiya
