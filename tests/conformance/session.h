// A conversation with the program itself over pipes: send lines, expect lines, within time-outs that only a hang
// reaches.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::testing {

// Far more than any answer takes on a slow and busy machine.
inline constexpr std::chrono::seconds kPatience{60};

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts `tabiya` without arguments.
  Session();
  // Ends it, whatever it does.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // One line; the line feed is added.
  void send(std::string_view line);
  // As it stands.
  void sendRaw(std::string_view bytes);
  // Closes its input.
  void closeInput();

  // The next line that matches (see matches), those before it passed over; false when none comes in time or its output
  // ends.
  bool expect(std::string_view pattern, std::chrono::milliseconds limit = kPatience);
  // The line that expect() found last.
  const std::string& found() const { return found_; }
  // Whether nothing that matches comes for so long.
  bool silent(std::string_view pattern, std::chrono::milliseconds time);
  // `isready` to `readyok`: all said before has been heard.
  bool synchronise();

  // Everything heard up to now.
  const std::vector<std::string>& lines() const { return lines_; }
  int count(std::string_view pattern) const;

  // Waits for its end: the exit code, -signal, or -1000 when it does not end in time.
  int waitForEnd(std::chrono::milliseconds limit = kPatience);

 private:
  // Takes what is there, waiting at most until `deadline`; false when nothing more came.
  bool readMore(Clock::time_point deadline);

  int pid_ = 0;
  int input_ = -1;   // its standard input
  int output_ = -1;  // its standard output
  std::string partial_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;  // the first line that no expect() has passed
  std::string found_;
};

// `*` stands for anything, also nothing; the rest is literal and the whole line counts.
bool matches(std::string_view pattern, std::string_view line);

// Runs a script against a new Session and returns the first thing that went wrong, with its line; empty when all is
// well. A script's lines:
//   # ...                a remark
//   > TEXT               sends it; \t, \r and \\ stand for themselves
//   < PATTERN            the next line that matches
//   = N PATTERN          after an isready: exactly N lines of the whole session match
//   ~ PATTERN            nothing that matches comes for a tenth of a second
//   exit                 the program ends by itself, with exit code 0
// A script that does not say exit ends with the end of its input, and the program must then end too.
std::string runScript(const std::string& text);

}  // namespace tabiya::testing
