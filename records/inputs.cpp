// Finding record files (inputs.h).
#include "records/inputs.h"

#include <algorithm>
#include <filesystem>

namespace tabiya {

Result<std::vector<std::string>> findRecordFiles(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return Error{"cannot read " + path + ": No such file or directory"};
    if (!fs::is_directory(status)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    fs::recursive_directory_iterator at(path, error), end;
    for (; !error && at != end; at.increment(error)) {
      const std::string name = at->path().string();
      if (at->is_regular_file() && (name.ends_with(".bin") || name.ends_with(".bin.zst"))) found.push_back(name);
    }
    if (error) return Error{"cannot read " + path + ": " + error.message()};
    if (found.empty()) return Error{path + " holds no record files (*.bin or *.bin.zst)"};
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace tabiya
