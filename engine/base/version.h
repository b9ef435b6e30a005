// The version, commit and builder that every tool prints and every run records.
#pragma once

#include <string>

namespace tabiya {

// "0.1.0"
const char* versionNumber();
// The abbreviated git commit of the build, or "unknown".
const char* versionCommit();
// "tabiya-records 0.1.0 (commit 1234abcd, avx512)"
std::string versionLine(const std::string& tool);

}  // namespace tabiya
