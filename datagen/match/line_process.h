// A program at the other end of two pipes, spoken to a line at a time, with a deadline on everything.
//
// Knows processes and lines, not chess. A dead program never raises SIGPIPE here, and is always waited for.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"

namespace tabiya {

class LineProcess {
 public:
  using Clock = std::chrono::steady_clock;
  enum class ReadStatus : u8 { Line, Timeout, Closed, Stopped };

  // Runs `command` in a process group of its own (a Ctrl-C at the terminal is not its business), its stderr dropped.
  static Result<std::unique_ptr<LineProcess>> start(const std::string& command,
                                                    const std::vector<std::string>& arguments);
  // close().
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  // Writes `line` and a newline; false when the program is gone or does not read for five seconds.
  bool send(const std::string& line);
  // The next line, without its `\r` and trailing blanks. Closed: the program is gone, or sent a megabyte without a
  // newline. `stop` (may be null) is looked at several times a second.
  ReadStatus readLine(std::string& line, Clock::time_point deadline, const std::atomic<bool>* stop = nullptr);

  // "ended with exit code 1", "was killed by signal 11 (Segmentation fault)", for a program that is gone.
  std::string describeEnd();
  // Says `quit`, gives it a second, then kills it and its children.
  void close();
  pid_t pid() const { return pid_; }

 private:
  LineProcess(pid_t pid, int input, int output) : pid_(pid), input_(input), output_(output) {}
  bool takeLine(std::string& line);
  // Reads what has come, after waiting up to so long for something; false when nothing came.
  bool fill(i64 milliseconds);
  bool waitForEnd(i64 milliseconds);

  pid_t pid_;
  int input_;   // we write, the program reads
  int output_;  // the program writes, we read
  bool ended_ = false;
  int status_ = 0;
  std::string buffer_;
};

}  // namespace tabiya
