// `tabiya eval <fen>`: the parts of the hand-crafted evaluation, and the built-in network's value.
#include <cstdio>

#include "engine/board/fen.h"
#include "engine/commands.h"
#include "engine/engine.h"
#include "engine/protocol/report.h"

namespace tabiya {

int commandEval(const Words& words) {
  std::string fen;
  for (const std::string& word : words) fen += (fen.empty() ? "" : " ") + word;
  const Result<Position> position = readFen(fen.empty() ? kStartFen : fen);
  if (!position) return fail(position.error());
  const Result<NetChoice> net = chooseNet(defaultNetWord());
  if (!net) return fail(net.error());
  std::fputs(describeEvaluation(*position, *net, {}).c_str(), stdout);
  return 0;
}

}  // namespace tabiya
