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
  // Tells `follower` all that the main worker does, until null comes; it must outlive the searches. The nodes are the
  // same, followed or not.
  void follow(SearchFollower* follower);
  // Forgets everything learnt, the table too.
  void newGame();

  // See Engine::search.
  SearchResult search(const Position& position, std::span<const u64> history, const Limits& limits,
                      const std::atomic<bool>& stop, const InfoListener& onInfo);

 private:
  struct Task;
  struct RootLine;

  void makeWorkers();
  std::unique_ptr<SearchWorker> makeWorker(SearchFollower* follower) const;
  SearchResult deepen(const Task& task);
  void help(const Task& task, std::size_t helper);
  bool searchLines(std::vector<Move>& moves, int depth, std::size_t lineCount, const std::vector<RootLine>& before,
                   std::vector<RootLine>& lines);
  SearchInfo infoNow(const Task& task) const;
  void tellCurrentMove(const Task& task, const RootEvent& event) const;
  void report(const Task& task, const RootLine& line, int number) const;
  void addPonderMove(const Position& position, SearchResult& result) const;
  u64 totalNodes() const;

  const Settings& settings_;
  TranspositionTable& table_;
  std::shared_ptr<const PreparedNetwork> network_;  // one copy of the weights for all workers
  SearchFollower* follower_ = nullptr;
  std::size_t threads_ = 1;
  std::vector<std::unique_ptr<SearchWorker>> workers_;  // the first is the main one
};

}  // namespace tabiya
