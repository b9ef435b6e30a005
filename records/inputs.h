// The record files that a command's arguments name: files as they are, directories by what they hold.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace tabiya {

// A directory stands for its *.bin and *.bin.zst, those of its sub-directories included, by name; files in work
// (*.part) are not among them. A missing path or a directory without record files is an error.
Result<std::vector<std::string>> findRecordFiles(const std::vector<std::string>& paths);

}  // namespace tabiya
