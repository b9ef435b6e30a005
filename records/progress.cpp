// The progress line (progress.h).
#include "records/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace tabiya {
namespace {

using Seconds = std::chrono::duration<double>;

std::string format(const char* pattern, double a) {
  char text[32];
  std::snprintf(text, sizeof text, pattern, a);
  return text;
}

std::string format(const char* pattern, long long a, long long b) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, a, b);
  return text;
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) != 0) {
  // A file or a pipe hears nothing of work that is done within one interval.
  if (!terminal_) last_ = std::chrono::steady_clock::now();
}

ProgressLine::~ProgressLine() {
  end();
}

bool ProgressLine::due() const {
  if (quiet_) return false;
  return Seconds(std::chrono::steady_clock::now() - last_).count() >= (terminal_ ? 0.2 : 5.0);
}

void ProgressLine::show(const std::string& text, bool now) {
  if (quiet_ || !(now || due())) return;
  last_ = std::chrono::steady_clock::now();
  if (terminal_) {
    // Carriage return, the text, and clear what a longer line left behind.
    std::fprintf(stderr, "\r%s\x1b[K", text.c_str());
    open_ = true;
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  std::fflush(stderr);
}

void ProgressLine::end() {
  if (!open_) return;
  std::fputc('\n', stderr);
  std::fflush(stderr);
  open_ = false;
}

std::string humanTime(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e12) return "?";
  const long long whole = std::llround(seconds);
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return format("%lld min %02lld s", whole / 60, whole % 60);
  return format("%lld h %02lld min", whole / 3600, whole % 3600 / 60);
}

std::string humanCount(double n) {
  if (!std::isfinite(n)) return "?";
  // Three figures and a unit; the steps are where rounding would show 1000.
  if (n < 999.5) return format("%.0f", n);
  if (n < 9.995e3) return format("%.2f k", n / 1e3);
  if (n < 99.95e3) return format("%.1f k", n / 1e3);
  if (n < 999.5e3) return format("%.0f k", n / 1e3);
  if (n < 9.995e6) return format("%.2f M", n / 1e6);
  if (n < 99.95e6) return format("%.1f M", n / 1e6);
  if (n < 999.5e6) return format("%.0f M", n / 1e6);
  return format("%.2f G", n / 1e9);
}

std::string counted(u64 n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace tabiya
