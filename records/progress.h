// One line of progress: rewritten in place on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "engine/base/types.h"

namespace tabiya {

class ProgressLine {
 public:
  // Writes to stderr. `quiet` writes nothing.
  explicit ProgressLine(bool quiet = false);
  ~ProgressLine();

  // Shows `text` if it is time to (several times a second on a terminal, every 5 seconds elsewhere); `now` shows it
  // anyway.
  bool due() const;
  void show(const std::string& text, bool now = false);
  // Ends the line in work, so that other output may follow.
  void end();

 private:
  bool quiet_;
  bool terminal_;
  bool open_ = false;
  std::chrono::steady_clock::time_point last_{};
};

// "1 h 02 min", "3 min 07 s", "12 s"; "?" when not finite.
std::string humanTime(double seconds);
// "1.25 M", "310 k", "42"
std::string humanCount(double n);
// "1 record", "2 records"
std::string counted(u64 n, const std::string& what);

}  // namespace tabiya
