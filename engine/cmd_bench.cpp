// `tabiya bench [depth] [net]`: a line a position, and last `<nodes> nodes <nps> nps`.
#include <charconv>
#include <cstdio>

#include "engine/bench.h"
#include "engine/commands.h"

namespace tabiya {

int commandBench(const Words& words) {
  int depth = kBenchDepth;
  std::string net = defaultNetWord();
  std::size_t at = 0;
  if (at < words.size()) {
    const std::string& word = words[at];
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc() && end == word.data() + word.size()) {
      if (number < 1 || number > kMaxPly) {
        return failUsage("bench depth " + word + " is out of range; expected 1 to " + std::to_string(kMaxPly));
      }
      depth = number;
      ++at;
    }
  }
  if (at < words.size()) net = words[at++];
  if (at < words.size()) return failUsage("'" + words[at] + "' is one word too many; expected: bench [depth] [net]");

  const Result<NetChoice> choice = chooseNet(net);
  if (!choice) return fail(choice.error());
  const std::string hash = choice->network ? " (" + choice->hash + ")" : "";
  std::printf("bench: depth %d, net %s%s, one thread\n", depth, choice->name.c_str(), hash.c_str());
  const BenchTotal total = bench(depth, *choice, [](const BenchPosition& p) {
    std::printf("%9llu nodes  %6d cp  %s\n", static_cast<unsigned long long>(p.result.nodes), p.result.score,
                std::string(p.fen).c_str());
    std::fflush(stdout);
  });
  std::printf("Total time (ms): %.0f\n", total.seconds * 1000);
  std::printf("%llu nodes %llu nps\n", static_cast<unsigned long long>(total.nodes),
              static_cast<unsigned long long>(total.nodesPerSecond()));
  return 0;
}

}  // namespace tabiya
