// `tabiya perft <depth> [fen]` counts below each move; `tabiya perft --suite FILE` checks a file of counts.
#include <charconv>
#include <chrono>
#include <cstdio>

#include "engine/board/fen.h"
#include "engine/commands.h"
#include "engine/movegen/perft.h"
#include "engine/movegen/perft_suite.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

constexpr int kMaxPerftDepth = 20;

using Clock = std::chrono::steady_clock;

void printSpeed(u64 nodes, Clock::time_point start) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf("%llu nodes in %.3f s, %.1f M nodes/s\n", static_cast<unsigned long long>(nodes), seconds,
              seconds > 0 ? static_cast<double>(nodes) / seconds / 1e6 : 0.0);
}

int runSuite(const std::string& path) {
  const auto start = Clock::now();
  const Result<PerftSuiteSummary> summary = runPerftSuite(path, {}, [](const PerftCheck& check) {
    if (check.right()) return;
    std::printf("line %d, depth %d: counted %llu, expected %llu: %s\n", check.lineNumber, check.depth,
                static_cast<unsigned long long>(check.counted), static_cast<unsigned long long>(check.expected),
                check.fen.c_str());
  });
  if (!summary) return fail(summary.error());
  if (summary->checks == 0) return fail(path + " holds no counts; expected lines of: FEN ;D1 20 ;D2 400");
  std::printf("%d positions, %d counts, %d wrong\n", summary->positions, summary->checks, summary->wrong);
  printSpeed(summary->nodes, start);
  return summary->wrong == 0 ? 0 : kExitFailed;
}

}  // namespace

int commandPerft(const Words& words) {
  if (!words.empty() && words[0] == "--suite") {
    if (words.size() != 2) return failUsage("--suite takes one file; expected: perft --suite FILE");
    return runSuite(words[1]);
  }
  int depth = 0;
  if (words.empty()) return failUsage("perft needs a depth; expected: perft <depth> [fen] or perft --suite FILE");
  const std::string& word = words[0];
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), depth);
  if (error != std::errc() || end != word.data() + word.size() || depth < 1 || depth > kMaxPerftDepth) {
    return failUsage("'" + word + "' is no perft depth; expected 1 to " + std::to_string(kMaxPerftDepth));
  }
  std::string fen;
  for (std::size_t i = 1; i < words.size(); ++i) fen += (i > 1 ? " " : "") + words[i];
  const Result<Position> position = readFen(fen.empty() ? kStartFen : fen);
  if (!position) return fail(position.error());

  const auto start = Clock::now();
  u64 total = 0;
  for (const auto& [move, nodes] : divide(*position, depth)) {
    std::printf("%s: %llu\n", toUci(*position, move).c_str(), static_cast<unsigned long long>(nodes));
    total += nodes;
  }
  std::printf("\n");
  printSpeed(total, start);
  return 0;
}

}  // namespace tabiya
