// EPD files: a position and its operations a line.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/position.h"

namespace tabiya {

struct EpdLine {
  Position position;
  std::string fen;  // as written by writeFen
  // "hmvc" "5", "bm" "Nf3 e4", "D5" "193690690": operand text with its quotes removed.
  std::vector<std::pair<std::string, std::string>> operations;
  int lineNumber = 0;

  // The operand of the first operation with this name, or nullptr.
  const std::string* find(std::string_view name) const;
};

// Reads 4-field EPD with operations (hmvc and fmvn set the clocks) and 6-field FEN lines; also the perft suites' form
// `FEN ;D1 20 ;D2 400`. Empty lines and lines that begin with # are skipped. Errors name file and line.
Result<std::vector<EpdLine>> readEpdFile(const std::string& path);
Result<EpdLine> readEpdLine(std::string_view line);

}  // namespace tabiya
