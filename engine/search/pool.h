// A whole search: iterative deepening on one worker, with helpers that search the same position and share the table.
//
// Lazy SMP: helpers help only through what they leave in the table, and stop with the main worker. With one thread no
// thread is started, and the same search twice counts the same nodes.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/search/limits.h"
#include "engine/search/worker.h"

namespace tabiya {

using InfoListener = std::function<void(const SearchInfo&)>;

// The depth of a search without any limit.
inline constexpr int kDefaultDepth = 12;

class SearchPool {
 public:
  // Both must outlive the pool.
  SearchPool(const Settings& settings, TranspositionTable& table);

  // Takes effect with the next search; null for the hand-crafted evaluation.
  void setNetwork(std::shared_ptr<const Network> network);
  void setThreads(int threads);
  int threads() const { return static_cast<int>(threads_); }
  // Forgets everything learnt, the table too.
  void newGame();

  // See Engine::search.
  SearchResult search(const Position& position, std::span<const u64> history, const Limits& limits,
                      const std::atomic<bool>& stop, const InfoListener& onInfo);

 private:
  using PlainWorker = Worker<NoObserver>;
  struct Task;

  void makeWorkers();
  SearchResult deepen(const Task& task);
  void help(const Task& task, std::size_t helper);
  void report(const Task& task, const SearchResult& result, Bound bound) const;
  void addPonderMove(const Position& position, SearchResult& result) const;
  u64 totalNodes() const;

  const Settings& settings_;
  TranspositionTable& table_;
  std::shared_ptr<const PreparedNetwork> network_;  // one copy of the weights for all workers
  NoObserver nobody_;
  std::size_t threads_ = 1;
  std::vector<std::unique_ptr<PlainWorker>> workers_;  // the first is the main one
};

}  // namespace tabiya
