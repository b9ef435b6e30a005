// tabiya-datagen as a process.
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace tabiya::testing {

struct DatagenProgram : Program {
  explicit DatagenProgram(std::vector<std::string> arguments, std::vector<std::string> environment = {},
                          rlim_t fileSizeLimit = 0)
      : Program("tabiya-datagen", std::move(arguments), std::move(environment), fileSizeLimit) {}
};

inline Ended datagen(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
  return DatagenProgram(std::move(arguments), std::move(environment)).wait();
}

}  // namespace tabiya::testing
