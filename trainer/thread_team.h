// A fixed team of threads that works through one job at a time and can wait for each other inside it.
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace tabiya {

class ThreadTeam {
 public:
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return size_; }
  // Runs job(0) here and job(1) to job(size - 1) on the others; returns when all have finished. `job` must not throw.
  void run(const std::function<void(int)>& job);
  // Inside a job: waits until every thread of the team is here.
  void sync() { barrier_.arrive_and_wait(); }

 private:
  void work(int thread);

  int size_;
  std::barrier<> barrier_;
  const std::function<void(int)>* job_ = nullptr;  // null ends the threads
  std::vector<std::thread> threads_;
};

// Share `i` of `n` of the numbers 0 to count - 1: [first, last).
struct Share {
  std::size_t first;
  std::size_t last;
};
constexpr Share shareOf(std::size_t count, int i, int n) {
  return {count * static_cast<std::size_t>(i) / static_cast<std::size_t>(n),
          count * static_cast<std::size_t>(i + 1) / static_cast<std::size_t>(n)};
}

}  // namespace tabiya
