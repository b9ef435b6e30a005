// fork, exec, poll and waitpid, and nothing left behind.
#include "datagen/match/line_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

namespace tabiya {
namespace {

constexpr i64 kSendMs = 5000;
constexpr i64 kQuitMs = 1000;
constexpr i64 kSliceMs = 100;  // how often a stop flag is looked at
constexpr std::size_t kLongestLine = 1 << 20;

i64 remainingMs(LineProcess::Clock::time_point deadline) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(deadline - LineProcess::Clock::now()).count();
}

struct Pipe {
  std::array<int, 2> end{-1, -1};
  bool open() { return pipe2(end.data(), O_CLOEXEC) == 0; }
  int release(int i) { return std::exchange(end[static_cast<std::size_t>(i)], -1); }
  ~Pipe() {
    for (const int fd : end)
      if (fd >= 0) ::close(fd);
  }
};

// In the child, between fork and exec: only calls that are safe there. Never returns.
[[noreturn]] void becomeProgram(const std::vector<char*>& words, int input, int output, int nowhere, int report) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(nowhere, 2) >= 0) execvp(words[0], words.data());
  const int error = errno;
  [[maybe_unused]] const auto told = write(report, &error, sizeof error);
  _exit(127);
}

// SIGPIPE turned into EPIPE for this thread, whatever the program's own handling is.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    if (sigismember(&before_, SIGPIPE) == 0) {
      const timespec now{0, 0};
      while (sigtimedwait(&pipe_, nullptr, &now) == SIGPIPE) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
};

}  // namespace

Result<std::unique_ptr<LineProcess>> LineProcess::start(const std::string& command,
                                                        const std::vector<std::string>& arguments) {
  std::vector<std::string> words{command};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  Pipe toProgram, fromProgram, report;
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (!toProgram.open() || !fromProgram.open() || !report.open() || nowhere < 0) {
    if (nowhere >= 0) ::close(nowhere);
    return Error{fmt::format("cannot start '{}': {}", command, std::strerror(errno))};
  }
  const pid_t pid = fork();
  if (pid == 0) becomeProgram(pointers, toProgram.end[0], fromProgram.end[1], nowhere, report.end[1]);
  const int forkError = errno;
  ::close(nowhere);
  if (pid < 0) return Error{fmt::format("cannot start '{}': {}", command, std::strerror(forkError))};

  ::close(report.release(1));
  int execError = 0;
  ssize_t got;
  do got = read(report.end[0], &execError, sizeof execError);
  while (got < 0 && errno == EINTR);
  if (got == static_cast<ssize_t>(sizeof execError)) {
    waitpid(pid, nullptr, 0);
    return Error{fmt::format("cannot start '{}': {}", command, std::strerror(execError))};
  }
  const int input = toProgram.release(1), output = fromProgram.release(0);
  fcntl(input, F_SETFL, O_NONBLOCK);
  fcntl(output, F_SETFL, O_NONBLOCK);
  return std::unique_ptr<LineProcess>(new LineProcess(pid, input, output));
}

LineProcess::~LineProcess() {
  close();
}

bool LineProcess::send(const std::string& line) {
  if (input_ < 0) return false;
  const NoSigpipe quiet;
  const std::string text = line + "\n";
  const auto deadline = Clock::now() + std::chrono::milliseconds(kSendMs);
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = write(input_, text.data() + done, text.size() - done);
    if (wrote > 0) {
      done += static_cast<std::size_t>(wrote);
      continue;
    }
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && errno != EAGAIN) return false;
    const i64 left = remainingMs(deadline);
    if (left <= 0) return false;
    pollfd wait{input_, POLLOUT, 0};
    poll(&wait, 1, static_cast<int>(left));
  }
  return true;
}

bool LineProcess::takeLine(std::string& line) {
  const auto newline = buffer_.find('\n');
  if (newline == std::string::npos) return false;
  line = buffer_.substr(0, newline);
  buffer_.erase(0, newline + 1);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.pop_back();
  return true;
}

LineProcess::ReadStatus LineProcess::readLine(std::string& line, Clock::time_point deadline,
                                              const std::atomic<bool>* stop) {
  for (;;) {
    if (takeLine(line)) return ReadStatus::Line;
    if (output_ < 0 || buffer_.size() > kLongestLine) return ReadStatus::Closed;
    if (stop && *stop) return ReadStatus::Stopped;
    const i64 left = remainingMs(deadline);
    if (left < 0) return ReadStatus::Timeout;
    fill(std::min(left + 1, kSliceMs));
  }
}

bool LineProcess::fill(i64 milliseconds) {
  if (output_ < 0) return false;
  pollfd wait{output_, POLLIN, 0};
  if (poll(&wait, 1, static_cast<int>(milliseconds)) <= 0) return false;
  std::array<char, 65536> chunk;
  const ssize_t got = read(output_, chunk.data(), chunk.size());
  if (got > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
    ::close(output_);
    output_ = -1;
  }
  return got > 0;
}

bool LineProcess::waitForEnd(i64 milliseconds) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (!ended_) {
    siginfo_t info{};
    const int looked = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (looked == 0 && info.si_pid == pid_) {
      // Its children go with it. Its number is not given to another group before it is reaped.
      kill(-pid_, SIGKILL);
      waitpid(pid_, &status_, 0);
      ended_ = true;
    } else if (looked < 0 && errno == ECHILD) {
      ended_ = true;
    } else {
      if (Clock::now() >= deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return true;
}

std::string LineProcess::describeEnd() {
  if (!waitForEnd(kQuitMs)) return "closed its output and went on running";
  if (WIFEXITED(status_)) return fmt::format("ended with exit code {}", WEXITSTATUS(status_));
  return fmt::format("was killed by signal {} ({})", WTERMSIG(status_), strsignal(WTERMSIG(status_)));
}

void LineProcess::close() {
  if (pid_ < 0) return;
  send("quit");
  if (input_ >= 0) ::close(input_);
  input_ = -1;
  if (!waitForEnd(kQuitMs)) {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    while (!ended_) waitForEnd(kQuitMs);
  }
  if (output_ >= 0) ::close(output_);
  output_ = -1;
  pid_ = -1;
}

}  // namespace tabiya
