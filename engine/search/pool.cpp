#include "engine/search/pool.h"

#include <algorithm>
#include <thread>

#include "engine/movegen/movegen.h"
#include "engine/search/picker.h"

namespace tabiya {
namespace {

// Captures first, then the table's move before all: the order of the first depth.
std::vector<Move> rootMoves(const Position& position, const Limits& limits, const Techniques& techniques,
                            const TranspositionTable& table) {
  std::vector<Move> moves;
  for (const Move m : legalMoves(position)) {
    const auto& wanted = limits.searchMoves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), m) != wanted.end()) moves.push_back(m);
  }
  if (techniques.mvvLva) {
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) {
      const int keyA = isNoisy(position, a) ? mvvLva(position, a) : 0;
      const int keyB = isNoisy(position, b) ? mvvLva(position, b) : 0;
      return keyA > keyB;
    });
  }
  const std::optional<TableEntry> entry = techniques.tt ? table.probe(position.key()) : std::nullopt;
  const auto known = entry ? std::find(moves.begin(), moves.end(), entry->move) : moves.end();
  if (known != moves.end()) std::rotate(moves.begin(), known, known + 1);
  return moves;
}

int deepest(const Limits& limits, const TimeBudget& budget) {
  const bool unlimited =
      !limits.depth && !limits.nodes && !limits.softNodes && !limits.mate && !budget.hardMs && !limits.infinite;
  int depth = limits.depth.value_or(unlimited ? kDefaultDepth : kMaxPly);
  // A mate in n moves is 2n - 1 plies away.
  if (limits.mate) depth = std::min(depth, 2 * std::clamp(*limits.mate, 1, kMaxPly / 2) - 1);
  return std::clamp(depth, 1, kMaxPly);
}

i64 millisecondsSince(SearchClock::time_point start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(SearchClock::now() - start).count();
}

}  // namespace

// What the main worker and its helpers are asked to do.
struct SearchPool::Task {
  const Position& position;
  const Limits& limits;
  const std::vector<Move>& moves;
  const InfoListener& onInfo;
  TimeBudget budget;
  SearchClock::time_point start;
  int maxDepth;
};

SearchPool::SearchPool(const Settings& settings, TranspositionTable& table) : settings_(settings), table_(table) {
  makeWorkers();
}

void SearchPool::makeWorkers() {
  workers_.clear();
  for (std::size_t i = 0; i < threads_; ++i) {
    workers_.push_back(std::make_unique<PlainWorker>(settings_, table_, network_.get(), nobody_));
  }
}

void SearchPool::setNetwork(std::shared_ptr<const Network> network) {
  network_ = prepareNetwork(network.get());
  makeWorkers();
}

void SearchPool::setThreads(int threads) {
  threads_ = static_cast<std::size_t>(std::max(1, threads));
  makeWorkers();
}

void SearchPool::newGame() {
  table_.clear(threads());
  for (const auto& worker : workers_) worker->newGame();
}

u64 SearchPool::totalNodes() const {
  u64 nodes = 0;
  for (const auto& worker : workers_) nodes += worker->nodes();
  return nodes;
}

SearchResult SearchPool::search(const Position& position, std::span<const u64> history, const Limits& limits,
                                const std::atomic<bool>& stop, const InfoListener& onInfo) {
  const SearchClock::time_point start = SearchClock::now();
  table_.useBuckets(settings_.techniques.ttBuckets);
  const std::vector<Move> moves = rootMoves(position, limits, settings_.techniques, table_);
  if (moves.empty()) return {};
  table_.newSearch();

  const TimeBudget budget = timeBudget(limits, position.sideToMove(), settings_.time);
  const Task task{position, limits, moves, onInfo, budget, start, deepest(limits, budget)};
  std::atomic<bool> stopHelpers = false;
  StopConditions conditions{.stop = &stop, .deadline = {}, .maxNodes = limits.nodes};
  if (budget.hardMs) conditions.deadline = start + std::chrono::milliseconds(*budget.hardMs);
  workers_[0]->newSearch(position, history, conditions);

  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    workers_[i]->newGame();
    workers_[i]->newSearch(position, history, {.stop = &stopHelpers, .deadline = {}, .maxNodes = {}});
    helpers.emplace_back([this, &task, i] { help(task, i); });
  }
  SearchResult result = deepen(task);
  stopHelpers = true;
  helpers.clear();

  result.nodes = totalNodes();
  if (!result.best) result.best = moves.front();
  addPonderMove(position, result);
  return result;
}

// Depth after depth until a limit says stop; each begins with the best move of the one before.
SearchResult SearchPool::deepen(const Task& task) {
  PlainWorker& worker = *workers_[0];
  std::vector<Move> moves = task.moves;
  SearchResult result;
  std::optional<int> previous;
  int stableDepths = 0;
  for (int depth = 1; depth <= task.maxDepth; ++depth) {
    RootResult found = worker.searchDepth(moves, depth, previous);
    if (found.best) {
      const bool sameMove = found.best == result.best;
      stableDepths = sameMove ? stableDepths + 1 : 0;
      result.best = found.best;
      result.score = found.score;
      result.depth = depth;
      result.pv = std::move(found.pv);
      report(task, result, found.bound);
    }
    if (!found.complete) break;

    const int fall = previous ? *previous - found.score : 0;
    previous = found.score;
    // A mate within the depth was searched in full: no deeper search finds a shorter one.
    if (std::abs(found.score) >= kMate - depth) break;
    if (task.limits.mate && found.score >= kMate - (2 * *task.limits.mate - 1)) break;
    if (task.limits.softNodes && worker.nodes() >= *task.limits.softNodes) break;
    const std::optional<i64> soft = adaptedSoftMs(task.budget, stableDepths, fall, settings_.time);
    if (soft && millisecondsSince(task.start) >= *soft) break;
  }
  return result;
}

// Every other helper starts a ply deeper, so that not all search the same depth at the same time.
void SearchPool::help(const Task& task, std::size_t helper) {
  std::vector<Move> moves = task.moves;
  std::optional<int> previous;
  for (int depth = 1 + static_cast<int>(helper % 2); depth <= task.maxDepth; ++depth) {
    const RootResult found = workers_[helper]->searchDepth(moves, depth, previous);
    if (!found.complete) return;
    previous = found.score;
  }
}

void SearchPool::report(const Task& task, const SearchResult& result, Bound bound) const {
  if (!task.onInfo) return;
  SearchInfo info;
  info.depth = result.depth;
  info.seldepth = std::max(workers_[0]->selDepth(), result.depth);
  info.score = result.score;
  info.bound = bound;
  info.nodes = totalNodes();
  info.timeMs = millisecondsSince(task.start);
  info.hashfull = table_.hashfull();
  info.pv = result.pv;
  task.onInfo(info);
}

// The line's second move; a line that the table cut short may lack it, and then the table's move for the position after
// ours is the next best guess.
void SearchPool::addPonderMove(const Position& position, SearchResult& result) const {
  if (result.pv.size() > 1) {
    result.ponder = result.pv[1];
    return;
  }
  if (!settings_.techniques.tt) return;
  Position after = position;
  after.makeMove(result.best);
  const std::optional<TableEntry> entry = table_.probe(after.key());
  if (entry && isLegal(after, entry->move)) result.ponder = entry->move;
}

}  // namespace tabiya
