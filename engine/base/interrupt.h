// Ctrl-C and SIGTERM for long work: once asks to finish cleanly, twice stops now (what is on the disk is whole anyway).
#pragma once

#include <atomic>

namespace tabiya {

inline constexpr int kExitInterrupted = 130;

// Installs handlers for SIGINT, SIGTERM and SIGUSR1, to be called once by main. SIGPIPE becomes a write error and
// SIGXFSZ (a file-size limit) too. The flag turns true at the first signal; a second one, when it is a wish of its
// own (a third of a second later or more), ends the process with exit code 130.
const std::atomic<bool>& watchInterrupts();

}  // namespace tabiya
