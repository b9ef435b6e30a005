// Runs a file of perft counts.
#include "engine/movegen/perft_suite.h"

#include <charconv>
#include <optional>

#include "engine/movegen/epd.h"
#include "engine/movegen/perft.h"

namespace tabiya {
namespace {

template <class T>
std::optional<T> wholeNumber(std::string_view text) {
  T n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return n;
}

}  // namespace

Result<PerftSuiteSummary> runPerftSuite(const std::string& path, const PerftSuiteLimits& limits,
                                        const std::function<void(const PerftCheck&)>& onCheck) {
  const Result<std::vector<EpdLine>> lines = readEpdFile(path);
  if (!lines) return Error{lines.error()};
  PerftSuiteSummary summary;
  for (const EpdLine& line : *lines) {
    const std::string place = path + ", line " + std::to_string(line.lineNumber) + ": ";
    bool any = false;
    for (const auto& [name, operand] : line.operations) {
      if (name.empty() || name[0] != 'D') continue;
      const auto depth = wholeNumber<int>(std::string_view(name).substr(1));
      const auto expected = wholeNumber<u64>(operand);
      if (!depth || *depth < 1 || !expected)
        return Error{place + "'" + name + " " + operand + "' is no count, expected one like D3 8902"};
      any = true;
      if (*depth > limits.maxDepth || *expected > limits.maxNodes) {
        ++summary.skipped;
        continue;
      }
      const PerftCheck check{line.lineNumber, line.fen, *depth, *expected, perft(line.position, *depth)};
      ++summary.checks;
      summary.nodes += check.counted;
      if (!check.right()) ++summary.wrong;
      onCheck(check);
    }
    if (!any) return Error{place + "no counts, expected operations like ;D1 20 ;D2 400"};
    ++summary.positions;
  }
  return summary;
}

}  // namespace tabiya
