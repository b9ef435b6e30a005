// A UCI engine for the tests that misbehaves on demand: `fake_uci MODE [N]` does it at its N-th `go` (1 if not given).
//
// It plays the first legal move and reports an even score. Modes: good, crlf, crash, crash_once (N is a file that
// remembers), hang, late, illegal, none, garbage, double, slow_start, mute, deaf_to_quit, closed, net, badnet, parent
// (has a child that sleeps, its number in the file N), silent (bestmove alone), flood (megabytes without
// end of line).
#include <unistd.h>

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

void sleepMs(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

[[noreturn]] void sleepForever() {
  for (;;) sleepMs(1000);
}

Position positionOf(std::istringstream& words) {
  std::string word, fen;
  words >> word;
  if (word == "startpos") return Position::startpos();
  for (int i = 0; i < 6 && words >> word; ++i) fen += word + " ";
  Position position = *readFen(fen);
  words >> word;
  while (words >> word) position.makeMove(*readUci(position, word));
  return position;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  const std::string argument = argc > 2 ? argv[2] : "1";
  const std::string end = mode == "crlf" ? " \r\n" : "\n";
  Position position = Position::startpos();
  int go = 0;
  const auto say = [&](const std::string& text) { std::cout << text << end << std::flush; };
  if (mode == "parent") {
    const pid_t child = fork();
    if (child == 0) sleepForever();
    std::ofstream(argument) << child << "\n";
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "uci") {
      if (mode == "mute") continue;
      if (mode == "slow_start") sleepMs(300);
      say("id name Fake " + mode);
      say("option name Hash type spin default 16 min 1 max 64");
      say("option name Style type string default <empty>");
      say("option name EvalFile type string default <empty>");
      say("uciok");
    } else if (command == "setoption") {
      if (mode == "net" && line.find("EvalFile") != std::string::npos) say("info string EvalFile good.nnue is loaded");
      if (mode == "badnet") say("info string error: no such file");
      if (line.find("Style") != std::string::npos) std::ofstream(argument) << line;
    } else if (command == "isready") {
      say("readyok");
    } else if (command == "position") {
      position = positionOf(words);
    } else if (command == "go") {
      const Move first = legalMoves(position)[0];
      const std::string move = toUci(position, first);
      const bool now = ++go == std::atoi(argument.c_str());
      if (mode == "crash" && now) std::abort();
      if (mode == "crash_once" && !std::ifstream(argument)) {
        std::ofstream(argument) << "crashed";
        std::_Exit(7);
      }
      if (mode == "hang" && now) sleepForever();
      if (mode == "late" && now) sleepMs(400);
      if (mode == "closed" && now) std::fclose(stdout), sleepForever();
      if (mode == "garbage") say("\x01 garbage \xff info depth many score cp");
      if (mode == "flood" && now) say(std::string(3 << 20, 'x'));
      if (mode != "silent") say("info depth 3 score cp 0 nodes 42 pv " + move);
      if (mode == "illegal" && now)
        say("bestmove e1e7");
      else if (mode == "none" && now)
        say("bestmove (none)");
      else
        say("bestmove " + move + " ponder a2a3");
      if (mode == "double") say("bestmove a1a8");
    } else if (command == "quit" && mode != "deaf_to_quit") {
      return 0;
    }
  }
  if (mode == "deaf_to_quit") sleepForever();
  return 0;
}
