// A few lines that are rewritten in place on a terminal; a plain line every few seconds elsewhere. Writes to stderr.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "records/progress.h"

namespace tabiya {

class Panel {
 public:
  Panel();
  ~Panel();

  // Whether it is time to show something.
  bool due() const;
  // On a terminal `lines`, elsewhere `line`.
  void show(const std::vector<std::string>& lines, const std::string& line);
  // Writes a sentence that stays, above the panel.
  void say(const std::string& sentence);
  bool onTerminal() const { return terminal_; }

 private:
  void clear();

  bool terminal_;
  int shown_ = 0;  // lines of the panel on the screen
  std::chrono::steady_clock::time_point last_{};
  ProgressLine plain_;
};

}  // namespace tabiya
