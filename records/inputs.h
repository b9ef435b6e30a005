// The record files that a command's arguments name: files as they are, directories by what they hold.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace tabiya {

// A directory stands for its *.bin and *.bin.zst, those of its sub-directories included, by name; files in work
// (*.part) are not among them. A missing path or a directory without record files is an error.
Result<std::vector<std::string>> findRecordFiles(const std::vector<std::string>& paths);

// A record file to write, and the option that names it.
struct Output {
  std::string option;
  std::string path;
  bool hasIndex = false;  // its .idx is written too
};

// Refuses outputs that are one of the inputs, an index or manifest of one, or each other, by whatever path.
Result<void> refuseOverwriting(const std::vector<std::string>& inputs, const std::vector<Output>& outputs);

}  // namespace tabiya
