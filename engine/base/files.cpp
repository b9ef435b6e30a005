#include "engine/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace tabiya {
namespace {

std::string because() {
  return std::strerror(errno);
}

std::string partOf(const std::string& path) {
  return path + ".part";
}

}  // namespace

Result<std::vector<u8>> readWholeFile(const std::string& path) {
  // A pipe without a writer would hold us at its opening; a device may have no end.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Error{"cannot read " + path + ": " + because()};
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    const std::string why = S_ISDIR(info.st_mode)       ? "it is a directory"
                            : info.st_mode != mode_t{0} ? "it is no regular file"
                                                        : because();
    ::close(fd);
    return Error{"cannot read " + path + ": " + why};
  }
  std::vector<u8> bytes;
  bytes.reserve(static_cast<std::size_t>(info.st_size) + 1);
  u8 buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const std::string why = because();
      ::close(fd);
      return Error{"cannot read " + path + ": " + why};
    }
    if (got == 0) break;
    bytes.insert(bytes.end(), buffer, buffer + got);
  }
  ::close(fd);
  return bytes;
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  namespace fs = std::filesystem;
  std::error_code error;
  // Renaming over a link, a device or a pipe would put a file in its place. Of a link what it leads to is meant.
  if (fs::is_symlink(path_, error)) {
    const fs::path target = fs::canonical(path_, error);
    if (error) throw std::runtime_error("cannot write " + path_ + ": it is a link to nothing");
    path_ = target.string();
  }
  if (fs::is_directory(path_, error)) throw std::runtime_error("cannot write " + path_ + ": it is a directory");
  if (fs::is_other(path_, error)) throw std::runtime_error("cannot write " + path_ + ": it is no regular file");
  fd_ = ::open(partOf(path_).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd_ < 0) throw std::runtime_error("cannot write " + partOf(path_) + ": " + because());
}

AtomicFile::~AtomicFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(partOf(path_).c_str());
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept : path_(std::move(other.path_)), fd_(other.fd_) {
  other.fd_ = -1;
}

void AtomicFile::write(const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t put = ::write(fd_, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw std::runtime_error("cannot write " + partOf(path_) + ": " + because());
    at += put;
    size -= static_cast<std::size_t>(put);
  }
}

void AtomicFile::commit() {
  if (::fsync(fd_) != 0) throw std::runtime_error("cannot write " + partOf(path_) + ": " + because());
  const int closed = ::close(fd_);
  fd_ = -1;
  if (closed != 0 || ::rename(partOf(path_).c_str(), path_.c_str()) != 0) {
    const std::string why = because();
    ::unlink(partOf(path_).c_str());
    throw std::runtime_error("cannot write " + path_ + ": " + why);
  }
  const std::string parent = std::filesystem::path(path_).parent_path().string();
  syncDirectory(parent.empty() ? "." : parent);
}

void writeWholeFile(const std::string& path, std::span<const u8> bytes) {
  AtomicFile file(path);
  file.write(bytes.data(), bytes.size());
  file.commit();
}

void writeWholeFile(const std::string& path, const std::string& text) {
  writeWholeFile(path, std::span(reinterpret_cast<const u8*>(text.data()), text.size()));
}

void syncDirectory(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) throw std::runtime_error("cannot open the directory " + path + ": " + because());
  const int synced = ::fsync(fd);
  const int error = errno;
  ::close(fd);
  // Some file systems cannot sync a directory; that is no failure of ours.
  if (synced != 0 && error != EINVAL && error != EROFS) {
    errno = error;
    throw std::runtime_error("cannot sync the directory " + path + ": " + because());
  }
}

}  // namespace tabiya
