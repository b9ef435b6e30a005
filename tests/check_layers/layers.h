// The house's rule of arrows: which folder may include which, and which libraries. The table is in layers.cpp.
#pragma once

#include <string>
#include <vector>

namespace tabiya::layers {

// One sentence for each include of the file that breaks the table. `path` is relative to the root of the repository.
std::vector<std::string> checkFile(const std::string& path, const std::string& content);

// All sources below `root`.
std::vector<std::string> checkTree(const std::string& root);

// How many files checkTree looks at.
int countSources(const std::string& root);

}  // namespace tabiya::layers
