// The Universal Chess Interface: reads commands line by line, searches on a thread of its own, never hangs.
//
// A line is answered while a search runs; each `go` gets exactly one `bestmove`. Bad input is one `info string error`
// and leaves the last good state. Start reading at handle().
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/movegen/game.h"

namespace tabiya {

class Uci {
 public:
  Uci(std::istream& in, std::ostream& out);
  ~Uci();
  Uci(const Uci&) = delete;
  Uci& operator=(const Uci&) = delete;

  // Until `quit` or the end of the input.
  void run();

 private:
  struct Option {
    std::string name;
    std::string declaration;  // what follows `option name NAME `
    std::function<Result<void>(const std::string& value)> apply;
  };
  struct GoCommand {
    Limits limits;
    bool waits = false;    // infinite: no bestmove before `stop`
    bool ponders = false;  // no bestmove before `stop` or `ponderhit`
    int perftDepth = 0;
    // The first thing that is wrong with it; empty when nothing is. The rest of it holds.
    std::string fault;
  };

  // False for `quit`.
  bool handle(const std::string& line);
  void onUci();
  void onPosition(std::string_view arguments);
  void onGo(std::string_view arguments);
  void onSetOption(std::string_view arguments);
  void onBench(std::string_view arguments);

  void declareOptions();
  void applyOption(const std::string& name, const std::string& value);
  Result<void> setEvalFile(const std::string& value);
  GoCommand parseGo(std::string_view arguments) const;

  void startThread(std::function<void()> task);
  void think(const GoCommand& go, const Game& game);
  void countMoves(int depth, const Position& position);
  // Or for the end of pondering.
  void waitForStop(bool ponders);
  void onPonderHit();
  void stopSearch();
  // Joins a search that has ended and applies the options that came while it ran.
  void reap();

  void say(const std::string& line);
  void sayError(const std::string& sentence);

  std::istream& in_;
  std::ostream& out_;
  std::mutex outMutex_;

  Engine engine_;
  Game game_;
  std::vector<Option> options_;
  int multiPv_ = 1;
  bool ponder_ = false;
  bool showWdl_ = false;
  bool chess960_ = false;
  bool softNodes_ = false;
  bool minimal_ = false;
  bool techniqueOptions_ = false;

  std::thread thread_;
  std::atomic<bool> searching_ = false;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> pondering_ = false;
  std::mutex stopMutex_;
  std::condition_variable stopped_;
  std::vector<std::pair<std::string, std::string>> pendingOptions_;
};

}  // namespace tabiya
