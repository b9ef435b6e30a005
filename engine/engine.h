// The engine as UCI, data generation and matches use it: options, a position, a search. No input or output.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/board/position.h"
#include "engine/eval/net_choice.h"
#include "engine/search/limits.h"

namespace tabiya {

class SearchFollower;

class Engine {
 public:
  // A table of `hashMb` MiB, one thread, the hand-crafted evaluation.
  explicit Engine(std::size_t hashMb = 16);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  void setHash(std::size_t mb);
  void setThreads(int threads);
  void setMoveOverhead(int ms);
  // The hand-crafted evaluation when `choice.network` is null.
  void setNet(NetChoice choice);
  const NetChoice& net() const;

  // Every technique and evaluation switch and every search parameter by its table name ("nullmove", "lmr_base");
  // `value` is on/off/true/false or a number. Unknown names and values out of range are refused with a sentence.
  Result<void> setSwitch(const std::string& name, const std::string& value);

  // Forgets everything learnt: the table, histories, killers, corrections. Game n then depends on nothing before it.
  void newGame();

  // Chooses a move. `history`: the keys of the game's earlier positions, oldest first. `stop` may be set by another
  // thread. `onInfo`, if given, hears of each completed depth and of one cut short that found a move.
  SearchResult search(const Position& position, std::span<const u64> history, const Limits& limits,
                      const std::atomic<bool>& stop, const std::function<void(const SearchInfo&)>& onInfo = {});

  // Tells `follower` (search/observer.h) all that the search's first thread does, until null comes; it must outlive the
  // searches. The nodes are the same, followed or not.
  void follow(SearchFollower* follower);

  // The static evaluation, centipawns for the side to move, by the net in use or by hand.
  int evaluate(const Position& position) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tabiya
