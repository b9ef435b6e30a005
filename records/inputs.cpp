// Finding record files (inputs.h).
#include "records/inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "records/manifest.h"

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
      std::error_code unreadable;  // such an entry is no file of ours
      if (at->is_regular_file(unreadable) && (name.ends_with(".bin") || name.ends_with(".bin.zst")))
        found.push_back(name);
    }
    if (error) return Error{"cannot read " + path + ": " + error.message()};
    if (found.empty()) return Error{path + " holds no record files (*.bin or *.bin.zst)"};
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

Result<void> refuseOverwriting(const std::vector<std::string>& inputs, const std::vector<Output>& outputs) {
  namespace fs = std::filesystem;
  const auto resolved = [](const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(path, error);
    return error ? fs::path(path) : whole;
  };
  std::map<fs::path, std::string> taken;  // what each must not become, for the sentence
  for (const std::string& input : inputs) {
    taken.emplace(resolved(input), "one of the input files");
    for (const char* companion : {".idx", ".json"})
      taken.emplace(resolved(besideChunk(input, companion)), "the " + std::string(companion) + " of " + input);
  }
  for (const Output& output : outputs) {
    std::vector<std::string> written{output.path};
    if (output.hasIndex) written.push_back(besideChunk(output.path, ".idx"));
    for (const std::string& path : written) {
      const auto [found, isNew] = taken.emplace(resolved(path), "what " + output.option + " writes");
      if (!isNew) return Error{output.option + " would write " + path + ", which is " + found->second};
    }
  }
  return {};
}

}  // namespace tabiya
