#include "engine/base/interrupt.h"

#include <unistd.h>
#include <ctime>

#include <csignal>

namespace tabiya {
namespace {

// One wish to stop may arrive twice at once: `timeout` and some shells signal the process and then its whole group.
constexpr long kSameWishMs = 300;

// A signal handler can reach nothing but static storage.
std::atomic<bool> asked{false};
std::atomic<long> askedAtMs{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<long>::is_always_lock_free);

long nowMs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

void onSignal(int) {
  const long now = nowMs();
  if (!asked.exchange(true)) {
    askedAtMs.store(now);
  } else if (now - askedAtMs.load() > kSameWishMs) {
    ::_exit(kExitInterrupted);
  }
}

}  // namespace

const std::atomic<bool>& watchInterrupts() {
  struct sigaction action {};
  action.sa_handler = onSignal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGINT, SIGTERM, SIGUSR1}) ::sigaction(signal, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return asked;
}

}  // namespace tabiya
