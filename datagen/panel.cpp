#include "datagen/panel.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace tabiya {
namespace {

// A line that wraps would be counted as one and leave its rest behind.
std::size_t terminalWidth() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

Panel::Panel() : terminal_(::isatty(STDERR_FILENO) != 0) {}

Panel::~Panel() = default;

bool Panel::due() const {
  if (!terminal_) return plain_.due();
  return std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(200);
}

void Panel::clear() {
  if (shown_ > 0) std::fprintf(stderr, "\x1b[%dA\x1b[J", shown_);
  shown_ = 0;
}

void Panel::show(const std::vector<std::string>& lines, const std::string& line) {
  if (!terminal_) {
    plain_.show(line, true);
    return;
  }
  last_ = std::chrono::steady_clock::now();
  clear();
  const std::size_t width = terminalWidth();
  for (const std::string& text : lines) std::fprintf(stderr, "%s\n", text.substr(0, width - 1).c_str());
  shown_ = static_cast<int>(lines.size());
  std::fflush(stderr);
}

void Panel::say(const std::string& sentence) {
  clear();
  std::fprintf(stderr, "%s\n", sentence.c_str());
  std::fflush(stderr);
}

}  // namespace tabiya
