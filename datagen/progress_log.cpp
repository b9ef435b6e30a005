#include "datagen/progress_log.h"

#include <algorithm>
#include <stdexcept>

#include "engine/base/files.h"

namespace tabiya {

ProgressLog::ProgressLog(const std::string& path) : file_(path) {
  const auto bytes = readWholeFile(path);
  if (!bytes) throw std::runtime_error(bytes.error());
  const auto lastEnd = std::find(bytes->rbegin(), bytes->rend(), u8{'\n'});
  file_.cutTo(static_cast<u64>(bytes->rend() - lastEnd));
}

void ProgressLog::add(const std::string& line) {
  const std::string whole = line + "\n";
  file_.append(whole.data(), whole.size());
}

}  // namespace tabiya
