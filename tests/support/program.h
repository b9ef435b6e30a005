// One of our tools as a process: run to its end, or killed on the way.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <string>
#include <vector>

#include "tests/support/temporary_directory.h"

namespace tabiya::testing {

struct Ended {
  int code = -1;  // exit code, or -signal
  std::string out;
  std::string err;
};

class Program {
 public:
  // `tool`: its name. `environment`: "NAME=value". `fileSizeLimit`: bytes a file may have, 0 = no limit.
  Program(const std::string& tool, std::vector<std::string> arguments, std::vector<std::string> environment = {},
          rlim_t fileSizeLimit = 0) {
    std::vector<char*> argv;
    arguments.insert(arguments.begin(), TABIYA_BIN_DIR "/" + tool);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      for (std::string& entry : environment) ::putenv(entry.data());
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
    if (pid_ > 0) {
      signal(SIGKILL);
      wait();
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Nothing when it has ended: 0 would mean this whole group.
  void signal(int number) {
    if (pid_ > 0) ::kill(pid_, number);
  }
  // Processor time that it has used: what it has done, however slow the machine is. 0 when it has ended.
  double cpuSeconds() const {
    clockid_t clock{};
    timespec used{};
    if (pid_ <= 0 || ::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
  }
  // Whether it has ended within `milliseconds`.
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

// `first` and then more words.
inline std::vector<std::string> with(std::vector<std::string> first, const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

}  // namespace tabiya::testing
