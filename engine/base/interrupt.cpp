#include "engine/base/interrupt.h"

#include <unistd.h>
#include <csignal>

namespace tabiya {
namespace {

// A signal handler can reach nothing but static storage.
std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void onSignal(int) {
  if (asked.exchange(true)) ::_exit(kExitInterrupted);
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
