#include "tests/conformance/session.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <sstream>
#include <stdexcept>

namespace tabiya::testing {
namespace {

constexpr int kNoEnd = -1000;
constexpr std::chrono::milliseconds kSilence{100};

int millisecondsUntil(Session::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Session::Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    out += c == 't' ? '\t' : c == 'r' ? '\r' : c;
  }
  return out;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view line) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star + 1);
  line.remove_prefix(star);
  for (std::size_t skipped = 0; skipped <= line.size(); ++skipped) {
    if (matches(pattern, line.substr(skipped))) return true;
  }
  return false;
}

Session::Session() {
  std::signal(SIGPIPE, SIG_IGN);  // a program that has ended is noticed by its silence
  int toProgram[2], fromProgram[2];
  if (::pipe2(toProgram, O_CLOEXEC) != 0 || ::pipe2(fromProgram, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(toProgram[0], STDIN_FILENO);
    ::dup2(fromProgram[1], STDOUT_FILENO);
    ::execl(TABIYA_BIN_DIR "/tabiya", TABIYA_BIN_DIR "/tabiya", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(toProgram[0]);
  ::close(fromProgram[1]);
  input_ = toProgram[1];
  output_ = fromProgram[0];
}

Session::~Session() {
  closeInput();
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(output_);
}

void Session::send(std::string_view line) {
  sendRaw(std::string(line) + "\n");
}

void Session::sendRaw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(input_, bytes.data(), bytes.size());
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Session::closeInput() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

bool Session::readMore(Clock::time_point deadline) {
  pollfd ready{output_, POLLIN, 0};
  if (::poll(&ready, 1, millisecondsUntil(deadline)) <= 0) return false;
  char buffer[4096];
  const ssize_t got = ::read(output_, buffer, sizeof buffer);
  if (got <= 0) return false;
  partial_.append(buffer, static_cast<std::size_t>(got));
  std::size_t end;
  while ((end = partial_.find('\n')) != std::string::npos) {
    lines_.push_back(partial_.substr(0, end));
    partial_.erase(0, end + 1);
  }
  return true;
}

bool Session::expect(std::string_view pattern, std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  for (;;) {
    while (next_ < lines_.size()) {
      if (matches(pattern, lines_[next_++])) {
        found_ = lines_[next_ - 1];
        return true;
      }
    }
    if (!readMore(deadline)) return false;
  }
}

bool Session::silent(std::string_view pattern, std::chrono::milliseconds time) {
  const std::size_t from = next_;
  const bool came = expect(pattern, time);
  next_ = from;
  return !came;
}

bool Session::synchronise() {
  send("isready");
  return expect("readyok");
}

int Session::count(std::string_view pattern) const {
  return static_cast<int>(
      std::count_if(lines_.begin(), lines_.end(), [&](const std::string& line) { return matches(pattern, line); }));
}

int Session::waitForEnd(std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (readMore(deadline)) {
  }
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (Clock::now() >= deadline) return kNoEnd;
    ::usleep(1000);
  }
  pid_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::string runScript(const std::string& text) {
  Session session;
  std::istringstream script(text);
  std::string line;
  bool ended = false;
  for (int number = 1; std::getline(script, line); ++number) {
    const auto wrong = [&](const std::string& what) {
      std::string heard;
      for (const std::string& said : session.lines()) heard += "  " + said + "\n";
      return "line " + std::to_string(number) + " '" + line + "': " + what + "\nheard:\n" + heard;
    };
    const std::string rest = line.size() > 2 ? line.substr(2) : "";
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '>') {
      session.send(unescaped(rest));
    } else if (line[0] == '<') {
      if (!session.expect(rest)) return wrong("no such line came");
    } else if (line[0] == '=') {
      const std::size_t blank = rest.find(' ');
      const int wanted = std::stoi(rest.substr(0, blank));
      if (!session.synchronise()) return wrong("isready was not answered");
      const int heard = session.count(rest.substr(blank + 1));
      if (heard != wanted) return wrong("heard it " + std::to_string(heard) + " times");
    } else if (line[0] == '~') {
      if (!session.silent(rest, kSilence)) return wrong("it came");
    } else if (line == "exit") {
      const int code = session.waitForEnd();
      if (code != 0) return wrong("the program ended with " + std::to_string(code));
      ended = true;
    } else {
      return wrong("a script has no such line");
    }
  }
  if (ended) return "";
  session.closeInput();
  const int code = session.waitForEnd();
  return code == 0 ? "" : "after the end of the input the program ended with " + std::to_string(code);
}

}  // namespace tabiya::testing
