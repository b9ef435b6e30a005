// progress.jsonl: a line of progress every few seconds, appended over all starts of a run.
#pragma once

#include <string>

#include "datagen/append_file.h"

namespace tabiya {

class ProgressLog {
 public:
  // Cuts a line that a kill left unfinished.
  explicit ProgressLog(const std::string& path);
  void add(const std::string& line);

 private:
  AppendFile file_;
};

}  // namespace tabiya
