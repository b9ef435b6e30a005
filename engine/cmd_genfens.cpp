// `tabiya "genfens N seed S book None|FILE" quit`: balanced starts for OpenBench, a flushed line each.
#include <cstdio>

#include "engine/commands.h"
#include "engine/openings.h"

namespace tabiya {

int commandGenfens(const Words& words) {
  if (words.size() > 2 || (words.size() == 2 && words[1] != "quit")) {
    return failUsage("genfens takes its request as one argument: \"genfens N seed S book None|FILE\" quit");
  }
  const Result<GenfensRequest> request = parseGenfens(words[0]);
  if (!request) return failUsage(request.error());
  const Result<void> done = generateFens(*request, [](const std::string& fen) {
    std::printf("info string genfens %s\n", fen.c_str());
    std::fflush(stdout);
  });
  return done ? 0 : fail(done.error());
}

}  // namespace tabiya
