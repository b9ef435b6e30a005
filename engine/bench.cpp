#include "engine/bench.h"

#include <cassert>
#include <chrono>

#include "engine/board/fen.h"
#include "engine/engine.h"

namespace tabiya {

BenchTotal bench(int depth, const NetChoice& net, const std::function<void(const BenchPosition&)>& onPosition,
                 const std::atomic<bool>* stop) {
  Engine engine(16);
  engine.setNet(net);
  Limits limits;
  limits.depth = depth;
  const std::atomic<bool> never = false;
  BenchTotal total;
  for (const std::string_view fen : kBenchPositions) {
    const Result<Position> position = readFen(fen);
    assert(position.ok());
    engine.newGame();
    const auto start = std::chrono::steady_clock::now();
    const SearchResult result = engine.search(*position, {}, limits, stop != nullptr ? *stop : never);
    total.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    total.nodes += result.nodes;
    if (onPosition) onPosition({fen, result});
  }
  return total;
}

}  // namespace tabiya
