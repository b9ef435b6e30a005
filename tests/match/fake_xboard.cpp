// An XBoard engine for the tests that misbehaves on demand: `fake_xboard MODE [N]` does it at its N-th move.
//
// It plays the first legal move and reports an even score. Modes: good, noping, oldmove, crash, hang, late, illegal,
// resign, refuses, claims, mute, endless (features without done), nosetboard, noreuse, chess960, log (N is a file).
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "engine/board/fen.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"

namespace {

using namespace tabiya;

[[noreturn]] void sleepForever() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void say(const std::string& text) {
  std::cout << text << "\n" << std::flush;
}

class FakeXboard {
 public:
  FakeXboard(std::string mode, std::string argument) : mode_(std::move(mode)), argument_(std::move(argument)) {}

  void hear(const std::string& line) {
    if (mode_ == "log") std::ofstream(argument_, std::ios::app) << line << "\n";
    std::istringstream words(line);
    std::string command, word;
    words >> command;
    if (command == "protover" && mode_ != "mute") tellFeatures();
    if (command == "ping" && words >> word) say("pong " + word);
    if (command == "new") {
      position_ = Position::startpos();
      force_ = false;
    }
    if (command == "force") force_ = true;
    if (command == "setboard") position_ = *readFen(line.substr(9));
    if (command == "usermove" && words >> word) take(word);
    if (command == "go") {
      force_ = false;
      answer();
    }
  }

 private:
  void tellFeatures() const {
    say("feature myname=\"Fake " + mode_ + "\" usermove=1 san=0 memory=1");
    say(std::string("feature setboard=") + (mode_ == "nosetboard" ? "0" : "1") +
        " ping=" + (mode_ == "noping" ? "0" : "1"));
    say("feature option=\"Style -string solid\" option=\"Clear Hash -button\"");
    if (mode_ == "noreuse") say("feature reuse=0");
    if (mode_ == "chess960") say("feature variants=\"normal,fischerandom\"");
    if (mode_ != "endless") say("feature done=1");
  }

  void take(const std::string& word) {
    const auto move = readSan(position_, word);
    if (!move || mode_ == "refuses") return say("Illegal move: " + word);
    position_.makeMove(*move);
    if (!force_) answer();
  }

  void answer() {
    const Move first = legalMoves(position_)[0];
    std::string move = toUci(position_, first);
    if (mode_ == "chess960" && first.kind() == MoveKind::Castling) move = toSan(position_, first);
    if (++moves_ == std::atoi(argument_.c_str())) {
      if (mode_ == "crash") std::abort();
      if (mode_ == "hang") sleepForever();
      if (mode_ == "late") std::this_thread::sleep_for(std::chrono::milliseconds(400));
      if (mode_ == "illegal") move = "e1e7";
      if (mode_ == "resign") return say("resign");
    }
    // A claim that is not true, and chatter of all sorts.
    if (mode_ == "claims") say("1/2-1/2 {Draw by my word}");
    say("# a comment");
    say("  3   0   1   42  " + move);
    say((mode_ == "oldmove" ? "My move is: " : "move ") + move);
    position_.makeMove(first);
  }

  std::string mode_, argument_;
  Position position_ = Position::startpos();
  bool force_ = false;
  int moves_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  FakeXboard engine(argc > 1 ? argv[1] : "good", argc > 2 ? argv[2] : "1");
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") engine.hear(line);
  return 0;
}
