// The files of a run directory whose bytes must not depend on threads or stops.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/support/temporary_directory.h"

namespace tabiya::testing {

// Records, indexes and game logs under their final names.
inline std::map<std::string, std::string> dataOf(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".part") != std::string::npos) continue;
    if (name.ends_with(".bin") || name.ends_with(".zst") || name.ends_with(".idx") || name.ends_with(".vf"))
      files[name] = contentOf(entry.path().string());
  }
  return files;
}

}  // namespace tabiya::testing
