#include "engine/search/pool.h"

#include <algorithm>
#include <system_error>
#include <thread>

#include "engine/movegen/movegen.h"
#include "engine/search/picker.h"

namespace tabiya {
namespace {

// No line is said about single root moves before; most searches are over by then.
constexpr auto kBeforeCurrentMove = std::chrono::seconds(3);
constexpr auto kForever = std::chrono::hours(24 * 365);

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
  int depth = limits.depth.value_or(unlimited && limits.pondering == nullptr ? kDefaultDepth : kMaxPly);
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

// The best line, or one of the next best, with the depth that it comes from.
struct SearchPool::RootLine {
  Move best;
  int score;
  int depth;
  Bound bound;
  std::vector<Move> pv;
};

SearchPool::SearchPool(const Settings& settings, TranspositionTable& table) : settings_(settings), table_(table) {
  makeWorkers();
}

void SearchPool::makeWorkers() {
  workers_.clear();
  for (std::size_t i = 0; i < threads_; ++i) {
    workers_.push_back(makeWorker(i == 0 ? follower_ : nullptr));
  }
}

std::unique_ptr<SearchWorker> SearchPool::makeWorker(SearchFollower* follower) const {
  if (follower == nullptr) return std::make_unique<Worker<NoObserver>>(settings_, table_, network_.get());
  return std::make_unique<Worker<Followed>>(settings_, table_, network_.get(), Followed{*follower});
}

void SearchPool::follow(SearchFollower* follower) {
  follower_ = follower;
  std::unique_ptr<SearchWorker> worker = makeWorker(follower);
  worker->exchangeLearnt(*workers_[0]);
  workers_[0] = std::move(worker);
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
  StopConditions conditions;
  conditions.stop = &stop;
  conditions.pondering = limits.pondering;
  conditions.maxNodes = limits.nodes;
  const bool clockless = limits.depth || limits.nodes || limits.softNodes || limits.mate || limits.infinite;
  if (budget.hardMs) {
    conditions.deadline = start + std::chrono::milliseconds(*budget.hardMs);
    conditions.afterPondering = std::chrono::milliseconds(*budget.hardMs);
  } else if (clockless) {
    conditions.afterPondering = kForever;
  }
  workers_[0]->newSearch(position, history, conditions,
                         onInfo ? [&](const RootEvent& e) { tellCurrentMove(task, e); } : RootListener());

  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    workers_[i]->newGame();
    StopConditions helperConditions;
    helperConditions.stop = &stopHelpers;
    workers_[i]->newSearch(position, history, helperConditions);
    try {
      helpers.emplace_back([this, &task, i] { help(task, i); });
    } catch (const std::system_error&) {
      break;  // no more threads are to be had: those there are search
    }
  }
  SearchResult result = deepen(task);
  stopHelpers = true;
  helpers.clear();

  result.nodes = totalNodes();
  if (!result.best) result.best = moves.front();
  addPonderMove(position, result);
  return result;
}

// Depth after depth until a limit says stop; each begins with the best moves of the one before.
SearchResult SearchPool::deepen(const Task& task) {
  SearchWorker& worker = *workers_[0];
  const Limits& limits = task.limits;
  std::vector<Move> moves = task.moves;
  const std::size_t lineCount = std::min<std::size_t>(std::max(limits.multiPv, 1), moves.size());
  std::vector<RootLine> lines;  // the best first
  int stableDepths = 0;
  for (int depth = 1; depth <= task.maxDepth; ++depth) {
    const std::vector<RootLine> before = std::move(lines);
    const bool complete = searchLines(moves, depth, lineCount, before, lines);
    if (lines.empty()) {
      lines = before;
      break;
    }
    const bool sameMove = !before.empty() && lines[0].best == before[0].best;
    stableDepths = sameMove ? stableDepths + 1 : 0;
    for (std::size_t i = 0; i < lines.size(); ++i) report(task, lines[i], static_cast<int>(i) + 1);
    if (!complete) break;

    const int score = lines[0].score;
    const int fall = before.empty() ? 0 : before[0].score - score;
    // A mate within the depth was searched in full: no deeper search finds a shorter one.
    if (lineCount == 1 && std::abs(score) >= kMate - depth) break;
    if (limits.mate && score >= kMate - (2 * *limits.mate - 1)) break;
    if (limits.softNodes && worker.nodes() >= *limits.softNodes) break;
    if (!worker.clockRuns()) continue;
    const auto start = limits.pondering != nullptr ? worker.clockStart() : task.start;
    const std::optional<i64> soft = adaptedSoftMs(task.budget, stableDepths, fall, settings_.time);
    if (soft && millisecondsSince(start) >= *soft) break;
  }
  SearchResult result;
  if (lines.empty()) return result;
  result.best = lines[0].best;
  result.score = lines[0].score;
  result.depth = lines[0].depth;
  result.pv = std::move(lines[0].pv);
  return result;
}

// The best line of `moves`, then the best without its move, and so on; their moves go to the front, the best first.
// False when the search was stopped: `lines` then holds what was found before.
bool SearchPool::searchLines(std::vector<Move>& moves, int depth, std::size_t lineCount,
                             const std::vector<RootLine>& before, std::vector<RootLine>& lines) {
  lines.clear();
  bool complete = true;
  for (std::size_t k = 0; k < lineCount && complete; ++k) {
    std::vector<Move> rest(moves.begin() + static_cast<std::ptrdiff_t>(k), moves.end());
    const std::optional<int> previous = k < before.size() ? std::optional(before[k].score) : std::nullopt;
    RootResult found = workers_[0]->searchDepth(rest, depth, previous);
    std::copy(rest.begin(), rest.end(), moves.begin() + static_cast<std::ptrdiff_t>(k));
    complete = found.complete;
    if (found.best && (complete || k == 0)) {
      lines.push_back({found.best, found.score, depth, found.bound, std::move(found.pv)});
    }
  }
  std::stable_sort(lines.begin(), lines.end(), [](const RootLine& a, const RootLine& b) { return a.score > b.score; });
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto first = moves.begin() + static_cast<std::ptrdiff_t>(k);
    const auto best = std::find(first, moves.end(), lines[k].best);
    std::rotate(first, best, best + 1);
  }
  return complete;
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

SearchInfo SearchPool::infoNow(const Task& task) const {
  SearchInfo info;
  info.nodes = totalNodes();
  info.timeMs = millisecondsSince(task.start);
  info.hashfull = table_.hashfull();
  return info;
}

void SearchPool::report(const Task& task, const RootLine& line, int number) const {
  if (!task.onInfo) return;
  SearchInfo info = infoNow(task);
  info.depth = line.depth;
  info.seldepth = std::max(workers_[0]->selDepth(), line.depth);
  info.multipv = number;
  info.score = line.score;
  info.bound = line.bound;
  info.pv = line.pv;
  task.onInfo(info);
}

void SearchPool::tellCurrentMove(const Task& task, const RootEvent& event) const {
  if (event.kind != RootEvent::Kind::MoveBegins || SearchClock::now() < task.start + kBeforeCurrentMove) return;
  SearchInfo info = infoNow(task);
  info.depth = event.depth;
  info.currentMove = event.move;
  info.currentMoveNumber = event.moveNumber;
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
