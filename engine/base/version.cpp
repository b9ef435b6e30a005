#include "engine/base/version.h"

#include "engine/base/cpu.h"

#ifndef TABIYA_VERSION
#define TABIYA_VERSION "0.1.0"
#endif
#ifndef TABIYA_COMMIT
#define TABIYA_COMMIT "unknown"
#endif

namespace tabiya {

const char* versionNumber() {
  return TABIYA_VERSION;
}

const char* versionCommit() {
  return TABIYA_COMMIT;
}

std::string versionLine(const std::string& tool) {
  return tool + " " + versionNumber() + " (commit " + versionCommit() + ", " + buildInstructionSet() + ")";
}

}  // namespace tabiya
