// Workers play pairs; the calling thread counts them in order and decides when it is over.
#include "datagen/match/match.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

i64 microsecondsSince(Clock::time_point began) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count();
}

// What workers and the counting thread share.
class PairExchange {
 public:
  // Pairs below `end` are played.
  PairExchange(MatchOpenings& openings, u64 end) : openings_(openings), end_(end) {}

  struct Task {
    u64 number;
    MatchStart start;
  };

  // The next pair to play, drawn in pair order; nothing when there is none left.
  std::optional<Task> take() {
    const std::lock_guard lock(mutex_);
    if (stop_ || openings_.pair() >= end_) return std::nullopt;
    const u64 number = openings_.pair();
    auto start = openings_.next();
    if (start) return Task{number, std::move(*start)};
    failLocked(start.error());
    return std::nullopt;
  }

  void give(MatchPair pair) {
    const std::lock_guard lock(mutex_);
    finished_.emplace(pair.number, std::move(pair));
    changed_.notify_one();
  }

  void fail(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    failLocked(sentence);
  }
  void fail(std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    if (!exception_) exception_ = std::move(exception);
    stop_ = true;
    changed_.notify_one();
  }

  // Pair `number` if it has come within a tenth of a second.
  std::optional<MatchPair> waitFor(u64 number) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return stop_ || finished_.contains(number); });
    auto node = finished_.extract(number);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

  std::atomic<bool>& stop() { return stop_; }
  std::exception_ptr exception() const { return exception_; }
  const std::string& error() const { return error_; }

 private:
  void failLocked(const std::string& sentence) {
    if (error_.empty()) error_ = sentence;
    stop_ = true;
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  MatchOpenings& openings_;
  u64 end_;
  std::map<u64, MatchPair> finished_;
  std::string error_;
  std::exception_ptr exception_;
  std::atomic<bool> stop_{false};
};

Result<void> playPairs(const MatchSettings& settings, PairExchange& exchange) {
  std::array<std::unique_ptr<Player>, 2> players;
  for (std::size_t i = 0; i < 2; ++i) {
    auto made = makePlayer(settings.players[i]);
    if (!made) return Error{made.error()};
    players[i] = std::move(*made);
  }
  for (;;) {
    const auto began = Clock::now();
    const auto task = exchange.take();
    if (!task) return {};
    MatchPair pair;
    pair.number = task->number;
    pair.opening = task->start.opening;
    pair.drawUs = microsecondsSince(began);
    for (std::size_t game = 0; game < 2; ++game) {
      std::array<Seat, 2> seats;
      for (std::size_t i = 0; i < 2; ++i) seats[i ^ game] = {players[i].get(), settings.players[i].limits};
      auto played = playMatchGame(task->start.position, seats, settings.rules, exchange.stop());
      if (!played) return Error{played.error()};
      if (!*played) return {};
      pair.games[game] = std::move(**played);
    }
    pair.wallUs = microsecondsSince(began);
    exchange.give(std::move(pair));
  }
}

void work(const MatchSettings& settings, PairExchange& exchange) {
  try {
    if (const auto done = playPairs(settings, exchange); !done) exchange.fail(done.error());
  } catch (...) {
    exchange.fail(std::current_exception());
  }
}

}  // namespace

MatchStanding standing(const MatchTally& tally, const std::optional<SprtSettings>& sprt) {
  MatchStanding now;
  if (!sprt) return now;
  now.llr = logLikelihoodRatio(tally.counts(sprt->singleGames), sprt->elo0, sprt->elo1, sprt->model);
  if (now.llr) now.verdict = sprtVerdict(*now.llr, *sprt);
  return now;
}

Result<MatchOutcome> playMatch(const MatchSettings& settings, MatchOpenings& openings, MatchTally tally,
                               const std::atomic<bool>& interrupt, MatchObserver& observer) {
  MatchOutcome outcome{tally, false};
  const auto over = [&] {
    return outcome.tally.pairCount() >= settings.pairs ||
           standing(outcome.tally, settings.sprt).verdict != SprtVerdict::Undecided;
  };
  if (over()) return outcome;

  PairExchange exchange(openings, settings.firstPair + settings.pairs);
  // The workers end, whatever happens here, before what they use is gone.
  struct Crew {
    std::vector<std::thread> threads;
    std::atomic<bool>& stop;
    ~Crew() { dismiss(); }
    void dismiss() {
      stop = true;
      for (std::thread& thread : threads)
        if (thread.joinable()) thread.join();
    }
  } crew{{}, exchange.stop()};
  for (int i = 0; i < settings.concurrency; ++i) {
    try {
      crew.threads.emplace_back([&settings, &exchange] { work(settings, exchange); });
    } catch (const std::system_error& problem) {
      throw std::runtime_error("cannot start thread " + std::to_string(i + 1) + " of " +
                               std::to_string(settings.concurrency) + ": " + problem.what());
    }
  }

  while (!over()) {
    if (interrupt) {
      outcome.interrupted = true;
      break;
    }
    if (auto pair = exchange.waitFor(settings.firstPair + outcome.tally.pairCount())) {
      const PairFacts facts = factsOf(*pair);
      outcome.tally.add(facts);
      observer.pairCounted(outcome.tally, *pair, facts);
    } else if (exchange.stop()) {
      break;
    }
    observer.tick(outcome.tally);
  }
  const bool finished = over();
  crew.dismiss();
  if (finished || outcome.interrupted) return outcome;
  if (exchange.exception()) std::rethrow_exception(exchange.exception());
  return Error{exchange.error()};
}

}  // namespace tabiya
