// The loop of one game.
#include "datagen/match/match_game.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

constexpr i64 kForever = std::numeric_limits<i64>::max();

i64 microsecondsSince(Clock::time_point began) {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count();
}

// One player's clock.
struct Remaining {
  i64 ms = 0;
  int movesPlayed = 0;
};

Limits limitsFor(const Seat& seat, const std::array<Seat, 2>& seats, const std::array<Remaining, 2>& clocks,
                 Color mover) {
  Limits limits;
  limits.nodes = seat.limits.nodes;
  limits.depth = seat.limits.depth;
  limits.movetimeMs = seat.limits.movetimeMs;
  if (!seat.limits.clock) return limits;
  for (const Color side : kColors) {
    // An opponent without a clock is shown as having the mover's own.
    const Color source = seats[index(side)].limits.clock ? side : mover;
    limits.timeMs[index(side)] = std::max<i64>(clocks[index(source)].ms, 1);
    limits.incrementMs[index(side)] = seats[index(source)].limits.clock->incrementMs;
  }
  if (const int period = seat.limits.clock->moves; period > 0)
    limits.movesToGo = period - clocks[index(mover)].movesPlayed % period;
  return limits;
}

}  // namespace

Result<std::optional<MatchGame>> playMatchGame(const Position& start, const std::array<Seat, 2>& seats,
                                               const MatchRules& rules, const std::atomic<bool>& stop) {
  Game game(start);
  Referee referee(rules.referee);
  MatchGame played;
  played.start = start;
  std::array<Remaining, 2> clocks;
  for (const Color side : kColors) {
    if (const auto ready = seats[index(side)].player->newGame(); !ready) return Error{ready.error()};
    if (const auto& clock = seats[index(side)].limits.clock) clocks[index(side)].ms = clock->baseMs;
  }
  const auto began = Clock::now();
  const auto ended = [&](GameResult result, MatchEnd end) {
    played.movesUs = microsecondsSince(began);
    played.moves = game.moves();
    played.result = result;
    played.end = end;
    return std::optional<MatchGame>(std::move(played));
  };

  for (;;) {
    if (const auto outcome = game.outcome()) return ended(game.result(*outcome), matchEndOf(*outcome));
    if (stop) return std::optional<MatchGame>();
    const Position before = game.position();
    const Color mover = before.sideToMove();
    const Seat& seat = seats[index(mover)];
    Remaining& clock = clocks[index(mover)];

    const i64 allowed = std::min(seat.limits.movetimeMs.value_or(kForever), seat.limits.clock ? clock.ms : kForever);
    const i64 deadline = allowed == kForever ? rules.hangMs : allowed + rules.marginMs;

    const auto asked = Clock::now();
    auto answer = seat.player->choose(game, limitsFor(seat, seats, clocks, mover), deadline, stop);
    if (!answer) return std::optional<MatchGame>();
    if (const auto* made = std::get_if<MoveAnswer>(&*answer);
        made && seat.limits.timed() && made->timeUs > 1000 * deadline)
      answer = Fault{FaultKind::TimeLoss,
                     "the move came " + std::to_string(made->timeUs / 1000 - deadline) + " ms too late"};
    if (const auto* fault = std::get_if<Fault>(&*answer)) {
      played.detail = fault->detail;
      played.faultUs = microsecondsSince(asked);
      constexpr MatchEnd kEnds[]{MatchEnd::IllegalMove, MatchEnd::TimeLoss, MatchEnd::Hang, MatchEnd::Crash,
                                 MatchEnd::Resignation};
      return ended(winFor(~mover), kEnds[static_cast<std::size_t>(fault->kind)]);
    }

    const MoveAnswer& move = std::get<MoveAnswer>(*answer);
    if (seat.limits.clock) {
      clock.ms = std::max<i64>(clock.ms - move.timeUs / 1000, 0) + seat.limits.clock->incrementMs;
      ++clock.movesPlayed;
      if (seat.limits.clock->moves > 0 && clock.movesPlayed % seat.limits.clock->moves == 0)
        clock.ms += seat.limits.clock->baseMs;
    }
    played.notes.push_back({move.score, move.depth, move.nodes, move.timeUs});
    game.play(move.move);
    const auto plies = static_cast<int>(game.moves().size());
    const auto verdict = referee.afterMove(before, move.move, move.score, plies);
    // The rules come first: a mate on the board is one, whatever was agreed.
    if (verdict && !game.outcome()) return ended(verdict->result, verdict->end);
  }
}

}  // namespace tabiya
