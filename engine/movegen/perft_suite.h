// A file of perft counts: `FEN ;D1 20 ;D2 400 ...`, a position a line.
#pragma once

#include <functional>
#include <limits>
#include <string>

#include "engine/base/result.h"
#include "engine/base/types.h"

namespace tabiya {

// One count of one line, done.
struct PerftCheck {
  int lineNumber = 0;
  std::string fen;
  int depth = 0;
  u64 expected = 0;
  u64 counted = 0;
  bool right() const { return expected == counted; }
};

struct PerftSuiteLimits {
  int maxDepth = std::numeric_limits<int>::max();
  // Counts above this are skipped.
  u64 maxNodes = std::numeric_limits<u64>::max();
};

struct PerftSuiteSummary {
  int positions = 0;
  int checks = 0;
  int skipped = 0;
  int wrong = 0;
  u64 nodes = 0;
};

// Counts every position and depth of the file in order and tells `onCheck` of each, right or wrong. An error is a file
// that cannot be read, a bad line, or a line without counts.
Result<PerftSuiteSummary> runPerftSuite(const std::string& path, const PerftSuiteLimits& limits,
                                        const std::function<void(const PerftCheck&)>& onCheck);

}  // namespace tabiya
