#include "trainer/thread_team.h"

namespace tabiya {

ThreadTeam::ThreadTeam(int threads) : size_(threads < 1 ? 1 : threads), barrier_(size_) {
  for (int i = 1; i < size_; ++i) threads_.emplace_back([this, i] { work(i); });
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
