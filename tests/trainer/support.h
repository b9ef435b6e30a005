// What the trainer's tests share: small models and data, directories that vanish, and the tool as a process.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/board/fen.h"
#include "records/format.h"
#include "trainer/batch.h"
#include "trainer/model.h"
#include "trainer/random_positions.h"

namespace tabiya::testing {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    // In memory where that can be had: checkpoints make more fsyncs than a disk likes.
    const bool memory = ::access("/dev/shm", W_OK) == 0;
    const std::filesystem::path parent = memory ? "/dev/shm" : std::filesystem::temp_directory_path();
    std::string name = (parent / "tabiya-train-XXXXXX").string();
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

inline void writeRecords(const std::string& path, const std::vector<Record>& records) {
  writeText(path, std::string(reinterpret_cast<const char*>(records.data()), records.size() * kRecordSize));
}

inline Record recordOf(const std::string& fen, int whiteCp, GameResult result) {
  return packRecord(*readFen(fen), {whiteCp}, result);
}

inline ModelShape smallShape(int hidden, bool sharedRows, Activation activation = Activation::SCReLU) {
  ModelShape shape;
  shape.arch.hidden = hidden;
  shape.arch.activation = activation;
  shape.arch.evalScaleMilli = 160'000;
  shape.sharedRows = sharedRows;
  return shape;
}

// Records with targets, and a batch of all of them, every other one turned left to right.
struct SmallBatch {
  std::vector<Record> records;
  std::vector<float> targets;
  std::vector<u32> examples;

  SmallBatch(std::size_t count, u64 seed) : records(randomRecords(count, seed)) {
    for (std::size_t i = 0; i < count; ++i) {
      targets.push_back(static_cast<float>(targetOf(records[i], 0.25, 160)));
      examples.push_back(exampleOf(i, i % 2 == 1));
    }
  }
  Batch batch() const { return {records, targets, examples}; }
};

struct Ended {
  int code = -1;  // exit code, or -signal
  std::string out;
  std::string err;
};

// tabiya-train with these words; `fileSizeLimit`: bytes a file may have, 0 = no limit.
class Program {
 public:
  explicit Program(std::vector<std::string> words, rlim_t fileSizeLimit = 0) {
    words.insert(words.begin(), TABIYA_BIN_DIR "/tabiya-train");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      redirect(output_.file("out"), STDOUT_FILENO);
      redirect(output_.file("err"), STDERR_FILENO);
      if (fileSizeLimit > 0) {
        const rlimit limit{fileSizeLimit, fileSizeLimit};
        ::setrlimit(RLIMIT_FSIZE, &limit);
      }
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
  }
  ~Program() {
    if (pid_ <= 0) return;
    signal(SIGKILL);
    wait();
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void signal(int number) { ::kill(pid_, number); }
  bool endsWithin(int milliseconds) {
    for (int waited = 0;; ++waited) {
      if (::waitpid(pid_, &status_, WNOHANG) == pid_) {
        pid_ = 0;
        return true;
      }
      if (waited >= milliseconds) return false;
      ::usleep(1000);
    }
  }
  Ended wait() {
    if (pid_ > 0) ::waitpid(pid_, &status_, 0);
    pid_ = 0;
    return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_), contentOf(output_.file("out")),
            contentOf(output_.file("err"))};
  }

 private:
  static void redirect(const std::string& path, int to) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(fd, to);
    ::close(fd);
  }

  TemporaryDirectory output_;
  pid_t pid_ = 0;
  int status_ = 0;
};

inline Ended trainTool(std::vector<std::string> words, rlim_t fileSizeLimit = 0) {
  return Program(std::move(words), fileSizeLimit).wait();
}

inline std::vector<std::string> with(std::vector<std::string> first, const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

}  // namespace tabiya::testing
