// When a search stops, and what it answers.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "engine/board/move.h"
#include "engine/search/score.h"

namespace tabiya {

struct Limits {
  std::optional<int> depth;
  std::optional<u64> nodes;      // hard: checked at every node
  std::optional<u64> softNodes;  // no new iteration once this many are searched
  std::optional<int> mate;       // moves
  std::optional<i64> movetimeMs;
  // The clocks, by colour.
  std::optional<i64> timeMs[2];
  i64 incrementMs[2] = {0, 0};
  std::optional<int> movesToGo;
  bool infinite = false;
  std::vector<Move> searchMoves;  // empty: all
  int multiPv = 1;                // so many best lines
  // On the other side's time while it is true: no clock counts before it turns false. Must outlive the search.
  const std::atomic<bool>* pondering = nullptr;
};

enum class Bound : u8 { None, Exact, Lower, Upper };

// One completed (or cut short) depth.
struct SearchInfo {
  int depth = 0;
  int seldepth = 0;
  int multipv = 1;
  int score = 0;  // side to move
  Bound bound = Bound::Exact;
  u64 nodes = 0;
  i64 timeMs = 0;
  int hashfull = 0;  // permill
  std::vector<Move> pv;
  // When set, this only says which root move is being searched, in a search that takes long; the rest is that depth's.
  Move currentMove{};
  int currentMoveNumber = 0;  // from 1
};

struct SearchResult {
  Move best;      // kNoMove only when no move is legal
  Move ponder;    // kNoMove when unknown
  int score = 0;  // side to move, of the iteration that gave `best`; meaningless when `depth` is 0
  int depth = 0;  // that iteration's depth; 0 when none gave a move
  u64 nodes = 0;
  std::vector<Move> pv;
};

}  // namespace tabiya
