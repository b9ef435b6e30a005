// A search in one call, for tests.
#pragma once

#include <vector>

#include "engine/board/fen.h"
#include "engine/search/pool.h"

namespace tabiya {

inline Position read(std::string_view fen) {
  return readFen(fen).value();
}

inline Limits depthLimit(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

inline Limits nodeLimit(u64 nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

// From an empty table.
inline SearchResult searchFresh(const Position& position, const Limits& limits, const Settings& settings = {},
                                const std::vector<u64>& history = {}, const InfoListener& onInfo = {}) {
  TranspositionTable table(4);
  SearchPool pool(settings, table);
  const std::atomic<bool> never = false;
  return pool.search(position, history, limits, never, onInfo);
}

inline constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

}  // namespace tabiya
