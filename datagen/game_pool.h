// Worker threads that play games by number, and hand them over in the order in which the numbers were given out.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "datagen/play.h"

namespace tabiya {

// The performance cores this process may use: all cores where there is one kind.
int usableCores();

class GamePool {
 public:
  // `nextNumber` gives one game number after another, then nothing; it is called under a lock, by one thread at a time.
  GamePool(const GameSettings& settings, const NetChoice& net, std::shared_ptr<const std::vector<Opening>> openings,
           int threads, std::function<std::optional<u64>()> nextNumber);
  // Stops running games at once; they are lost.
  ~GamePool();

  enum class Taken { Game, NotYet, End };
  // The next game in order, waiting for it at most `wait`. End: no number is left, or no more was wanted, and all games
  // begun are taken. What a worker threw is thrown here.
  Taken take(PlayedGame& game, std::chrono::milliseconds wait);
  // No new games; the running ones are finished and can be taken.
  void finishRunning();

 private:
  void work();
  void stop();

  GameSettings settings_;
  NetChoice net_;
  std::shared_ptr<const std::vector<Opening>> openings_;
  std::function<std::optional<u64>()> nextNumber_;
  u64 window_;  // games begun and not yet taken, at most

  std::mutex mutex_;
  std::condition_variable mayBegin_;
  std::condition_variable isDone_;
  std::map<u64, PlayedGame> done_;  // by order of beginning
  u64 begun_ = 0;
  u64 taken_ = 0;
  bool noMore_ = false;
  std::exception_ptr thrown_;
  std::atomic<bool> abort_{false};
  std::vector<std::thread> threads_;
};

}  // namespace tabiya
