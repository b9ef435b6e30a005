// A directory that is gone, with all in it, when the test ends; and its files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace tabiya::testing {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    // In memory where that can be had: the tests make more fsyncs than a disk likes.
    const std::filesystem::path memory = "/dev/shm";
    const bool usable = ::access(memory.c_str(), W_OK) == 0;
    const std::filesystem::path parent = usable ? memory : std::filesystem::temp_directory_path();
    std::string name = (parent / "tabiya-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string contentOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

inline void writeText(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// The names of all files in a directory.
inline std::string namesIn(const std::string& directory) {
  std::map<std::string, int> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) names[entry.path().filename().string()];
  std::string text;
  for (const auto& [name, ignored] : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

}  // namespace tabiya::testing
