// Runs a command in a folder of its own and keeps what it said.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tabiya::testing {

inline std::string wholeText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class Shell {
 public:
  explicit Shell(const std::string& name)
      : folder_(std::filesystem::temp_directory_path() / (name + "_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Shell() { std::filesystem::remove_all(folder_); }
  Shell(const Shell&) = delete;

  // The exit code; `out` and `err` afterwards hold what was printed.
  int run(const std::string& command) {
    const int status = std::system(("cd '" + folder_.string() + "' && " + command + " >out.txt 2>err.txt").c_str());
    out = wholeText(path("out.txt"));
    err = wholeText(path("err.txt"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  std::string out, err;

 private:
  std::filesystem::path folder_;
};

}  // namespace tabiya::testing
