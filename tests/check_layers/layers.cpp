#include "tests/check_layers/layers.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace tabiya::layers {
namespace fs = std::filesystem;
namespace {

// A folder may include itself, what its row names, and all that those may include.
const std::map<std::string, std::vector<std::string>> kMayInclude = {
    {"engine/base", {}},
    {"engine/board", {"engine/base"}},
    {"engine/movegen", {"engine/board"}},
    {"nets", {"engine/board"}},
    {"engine/eval", {"nets", "engine/board"}},
    {"engine/search", {"engine/eval", "engine/movegen"}},
    {"engine", {"engine/search"}},
    {"engine/protocol", {"engine"}},
    {"engine/shell", {"engine"}},
    {"records", {"engine/movegen"}},
    {"datagen", {"engine", "records"}},
    {"datagen/match", {"datagen"}},
    {"shaders/shared", {}},
    {"trainer", {"records", "nets"}},
    {"trainer/cpu", {"trainer", "shaders/shared"}},
    {"trainer/vulkan", {"trainer", "shaders/shared"}},
};

// Libraries by the beginning of their include, and the folders (with all below) that may use them.
struct Library {
  std::string include;
  std::vector<std::string> folders;
};
const std::vector<Library> kLibraries = {
    {"CLI/", {}},
    {"nlohmann/", {}},  // and files named for it, see kJsonNames
    {"zstd", {"records", "datagen", "trainer"}},
    {"xxhash", {"records", "datagen", "trainer"}},
    {"Eigen/", {"trainer/cpu"}},
    {"fmt/", {"records", "datagen", "trainer"}},
    {"vulkan/", {"trainer/vulkan"}},
};
const std::vector<std::string> kJsonNames = {"manifest", "run", "state", "config", "checkpoint", "progress", "report"};
const std::vector<std::string> kRoots = {"engine", "nets", "records", "datagen", "trainer", "shaders"};

bool startsWith(const std::string& text, const std::string& head) {
  return text.rfind(head, 0) == 0;
}

bool isBelow(const std::string& folder, const std::string& parent) {
  return folder == parent || startsWith(folder, parent + "/");
}

// The longest row that the folder lies in; "" when there is none.
std::string rowOf(const std::string& folder) {
  std::string best;
  for (const auto& [row, ignored] : kMayInclude)
    if (isBelow(folder, row) && row.size() > best.size()) best = row;
  return best;
}

void closure(const std::string& row, std::set<std::string>& reached) {
  if (!reached.insert(row).second) return;
  for (const std::string& next : kMayInclude.at(row)) closure(next, reached);
}

bool isTool(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "main.cpp" || (startsWith(name, "cmd_") && path.extension() == ".cpp");
}

bool mayUseJson(const std::string& fileName) {
  return std::any_of(kJsonNames.begin(), kJsonNames.end(),
                     [&](const std::string& name) { return startsWith(fileName, name); });
}

// Files for one instruction set must share nothing that the linker could take from the wrong one.
bool isKernel(const fs::path& path) {
  return startsWith(path.filename().string(), "kernels_") && path.extension() == ".cpp";
}

}  // namespace

std::vector<std::string> checkFile(const std::string& path, const std::string& content) {
  std::vector<std::string> wrong;
  const fs::path file(path);
  const std::string folder = file.parent_path().generic_string();
  const std::string row = rowOf(folder);
  if (row.empty()) return {path + ": its folder has no row in the layer table"};
  std::set<std::string> allowed;
  closure(row, allowed);

  std::istringstream lines(content);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string directive, target;
    words >> directive >> target;
    if (directive != "#include" || target.size() < 3) continue;
    const bool quoted = target.front() == '"';
    const std::string name = target.substr(1, target.size() - 2);
    const std::string where = path + ":" + std::to_string(number) + ": includes " + name;

    if (isKernel(file)) {
      const bool fine = name == "cstdint" || startsWith(name, "immintrin") || startsWith(name, "arm_neon") ||
                        (quoted && fs::path(name).filename().string().rfind("kernels", 0) == 0);
      if (!fine) wrong.push_back(where + "; a kernel file includes <cstdint>, intrinsics and its own header only");
      continue;
    }
    if (quoted) {
      const std::string target_folder = fs::path(name).parent_path().generic_string();
      const std::string target_row = rowOf(target_folder);
      if (target_row.empty())
        wrong.push_back(where + "; includes are rooted at the repository and stay in the table's folders");
      else if (!isTool(file) && !allowed.count(target_row))
        wrong.push_back(where + "; " + row + " may not include " + target_row);
      continue;
    }
    for (const Library& library : kLibraries) {
      if (!startsWith(name, library.include) || isTool(file)) continue;
      const bool inFolder = std::any_of(library.folders.begin(), library.folders.end(),
                                        [&](const std::string& f) { return isBelow(folder, f); });
      const bool byName = library.include == "nlohmann/" && mayUseJson(file.filename().string()) &&
                          !isBelow(folder, "engine") && !isBelow(folder, "nets");
      if (!inFolder && !byName) wrong.push_back(where + "; that library has no place in this file");
    }
  }
  return wrong;
}

namespace {

template <class F>
void forEachSource(const std::string& root, F&& f) {
  for (const std::string& top : kRoots) {
    if (!fs::exists(root + "/" + top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root + "/" + top)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp")) f(entry.path());
    }
  }
}

}  // namespace

std::vector<std::string> checkTree(const std::string& root) {
  std::vector<std::string> wrong;
  forEachSource(root, [&](const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream content;
    content << in.rdbuf();
    for (std::string& sentence : checkFile(fs::relative(path, root).generic_string(), content.str()))
      wrong.push_back(std::move(sentence));
  });
  std::sort(wrong.begin(), wrong.end());
  return wrong;
}

int countSources(const std::string& root) {
  int count = 0;
  forEachSource(root, [&](const fs::path&) { ++count; });
  return count;
}

}  // namespace tabiya::layers
