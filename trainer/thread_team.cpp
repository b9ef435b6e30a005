#include "trainer/thread_team.h"

#include <stdexcept>
#include <string>
#include <system_error>

namespace tabiya {

ThreadTeam::ThreadTeam(int threads) : size_(threads < 1 ? 1 : threads), barrier_(size_) {
  try {
    for (int i = 1; i < size_; ++i) threads_.emplace_back([this, i] { work(i); });
  } catch (const std::system_error& error) {
    // Those that started wait for the others: stand in for them once, and the team ends.
    const int started = static_cast<int>(threads_.size());
    for (int missing = started + 1; missing < size_; ++missing) barrier_.arrive_and_drop();
    sync();
    for (std::thread& thread : threads_) thread.join();
    throw std::runtime_error("cannot start thread " + std::to_string(started + 2) + " of " + std::to_string(size_) +
                             ": " + error.code().message());
  }
}

ThreadTeam::~ThreadTeam() {
  job_ = nullptr;
  if (size_ > 1) sync();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(const std::function<void(int)>& job) {
  if (size_ == 1) return job(0);
  job_ = &job;
  sync();  // starts the others
  job(0);
  sync();  // all have finished
}

void ThreadTeam::work(int thread) {
  for (;;) {
    sync();
    if (job_ == nullptr) return;
    (*job_)(thread);
    sync();
  }
}

}  // namespace tabiya
