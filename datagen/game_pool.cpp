#include "datagen/game_pool.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace tabiya {
namespace {

// A long game must not hold up the others, nor may they pile up behind it without end.
constexpr u64 kGamesAhead = 32;

}  // namespace

int usableCores() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (::sched_getaffinity(0, sizeof mine, &mine) != 0)
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  // Where a CPU has two kinds of cores, Linux lists the fast ones here: "0-15" or "0,2,4".
  std::ifstream list("/sys/devices/cpu_core/cpus");
  cpu_set_t fast;
  CPU_ZERO(&fast);
  std::string range;
  while (std::getline(list, range, ',')) {
    std::istringstream ends(range);
    int from = 0, to = 0;
    char dash = 0;
    if (!(ends >> from)) continue;
    if (!(ends >> dash >> to)) to = from;
    for (int cpu = from; cpu <= to && cpu < CPU_SETSIZE; ++cpu) CPU_SET(cpu, &fast);
  }
  cpu_set_t both;
  CPU_AND(&both, &mine, &fast);
  const int count = CPU_COUNT(&both);
  return count > 0 ? count : std::max(1, CPU_COUNT(&mine));
}

GamePool::GamePool(const GameSettings& settings, const NetChoice& net,
                   std::shared_ptr<const std::vector<Opening>> openings, int threads,
                   std::function<std::optional<u64>()> nextNumber)
    : settings_(settings),
      net_(net),
      openings_(std::move(openings)),
      nextNumber_(std::move(nextNumber)),
      window_(kGamesAhead * static_cast<u64>(threads)) {
  try {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error& error) {
    const std::size_t started = threads_.size();
    stop();
    throw std::runtime_error("cannot start thread " + std::to_string(started + 1) + " of " + std::to_string(threads) +
                             ": " + error.code().message());
  }
}

GamePool::~GamePool() {
  stop();
}

void GamePool::stop() {
  {
    const std::lock_guard lock(mutex_);
    noMore_ = true;
    abort_ = true;
  }
  mayBegin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void GamePool::work() {
  try {
    GamePlayer player(settings_, net_, openings_);
    for (;;) {
      u64 order = 0, number = 0;
      {
        std::unique_lock lock(mutex_);
        mayBegin_.wait(lock, [&] { return noMore_ || begun_ < taken_ + window_; });
        if (noMore_) return;
        const auto next = nextNumber_();
        if (!next) {
          noMore_ = true;
          mayBegin_.notify_all();
          isDone_.notify_all();
          return;
        }
        number = *next;
        order = begun_++;
      }
      auto game = player.play(number, abort_);
      if (!game) return;
      const std::lock_guard lock(mutex_);
      done_.emplace(order, std::move(*game));
      isDone_.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    thrown_ = std::current_exception();
    noMore_ = true;
    abort_ = true;
    mayBegin_.notify_all();
    isDone_.notify_all();
  }
}

GamePool::Taken GamePool::take(PlayedGame& game, std::chrono::milliseconds wait) {
  std::unique_lock lock(mutex_);
  const auto ready = [&] { return thrown_ || done_.count(taken_) > 0 || (noMore_ && taken_ == begun_); };
  if (!isDone_.wait_for(lock, wait, ready)) return Taken::NotYet;
  if (thrown_) std::rethrow_exception(thrown_);
  const auto next = done_.find(taken_);
  if (next == done_.end()) return Taken::End;
  game = std::move(next->second);
  done_.erase(next);
  ++taken_;
  mayBegin_.notify_one();
  return Taken::Game;
}

void GamePool::finishRunning() {
  const std::lock_guard lock(mutex_);
  noMore_ = true;
  mayBegin_.notify_all();
  isDone_.notify_all();
}

}  // namespace tabiya
