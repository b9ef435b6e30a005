#include "datagen/play.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "engine/base/bytes.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

// A position that was searched and kept; its record waits for the game's result.
struct Kept {
  Position position;
  WhiteScore score;
  Move played;
};

// What the game log clamps plain scores to; mates stand beyond it.
constexpr int kLogScoreLimit = 31'000;
// Marks the seed that draws the kind of start: no number of a try.
constexpr u64 kKindOfStart = 0x960;

Limits moveLimits(const GameSettings& settings) {
  Limits limits;
  if (settings.nodes > 0) limits.nodes = settings.nodes;
  if (settings.softNodes > 0) limits.softNodes = settings.softNodes;
  return limits;
}

std::optional<Rejection> whyNotKept(const Position& position, Move played, std::optional<WhiteScore> score,
                                    int keepScore) {
  if (!score) return Rejection::NoScore;
  if (isMateScore(score->cp)) return Rejection::MateScore;
  if (position.inCheck()) return Rejection::InCheck;
  if (position.isCapture(played)) return Rejection::Capture;
  if (played.kind() == MoveKind::Promotion) return Rejection::Promotion;
  if (std::abs(score->cp) > keepScore) return Rejection::ScoreLimit;
  return std::nullopt;
}

template <class T>
void appendLittle(std::vector<u8>& bytes, T value) {
  bytes.resize(bytes.size() + sizeof(T));
  storeLittle(&bytes[bytes.size() - sizeof(T)], value);
}

// One ply of the game log: the move, then White's score of the position before it.
void appendPly(std::vector<u8>& log, Move move, std::optional<WhiteScore> score) {
  int cp = score ? score->cp : 0;
  if (!isMateScore(cp)) cp = std::clamp(cp, -kLogScoreLimit, kLogScoreLimit);
  appendLittle(log, move.bits());
  appendLittle(log, static_cast<i16>(cp));
}

}  // namespace

const char* toString(Rejection reason) {
  switch (reason) {
    case Rejection::NoScore:
      return "no_score";
    case Rejection::MateScore:
      return "mate_score";
    case Rejection::InCheck:
      return "in_check";
    case Rejection::Capture:
      return "capture";
    case Rejection::Promotion:
      return "promotion";
    case Rejection::ScoreLimit:
      return "score_limit";
    case Rejection::kCount:
      break;
  }
  return "unknown";
}

std::optional<PlayedGame> playFrom(Engine& engine, const Position& start, const GameSettings& settings,
                                   const std::atomic<bool>& stop) {
  engine.newGame();
  const Limits limits = moveLimits(settings);
  Game game(start);
  Adjudicator adjudicator(settings.rules);
  PlayedGame played;
  played.start = start;
  std::vector<Kept> kept;
  std::vector<u8> plies;

  for (;;) {
    if (const auto outcome = game.outcome()) {
      played.result = game.result(*outcome);
      played.end = endReasonOf(*outcome);
      break;
    }
    if (const auto verdict = adjudicator.beforeMove(static_cast<int>(played.plies))) {
      played.result = verdict->result;
      played.end = verdict->reason;
      break;
    }

    const Position& position = game.position();
    const SearchResult found = engine.search(position, game.history(), limits, stop);
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    assert(found.best);
    // A search that completed no depth has a move but no score: nothing may stand in for it.
    std::optional<WhiteScore> score;
    if (found.depth > 0) score = WhiteScore::fromSideToMove(found.score, position.sideToMove());

    if (const auto reason = whyNotKept(position, found.best, score, settings.keepScore))
      ++played.rejected[static_cast<std::size_t>(*reason)];
    else
      kept.push_back({position, *score, found.best});
    if (settings.gameLog) appendPly(plies, found.best, score);

    const auto verdict = adjudicator.afterSearch(static_cast<int>(played.plies), score);
    ++played.plies;
    played.nodes += found.nodes;
    played.depths += static_cast<u64>(found.depth);
    if (verdict) {
      played.result = verdict->result;
      played.end = verdict->reason;
      break;
    }
    game.play(found.best);
  }

  played.records.reserve(kept.size());
  for (const Kept& k : kept) played.records.push_back(packRecord(k.position, k.score, played.result, k.played));
  if (settings.gameLog) {
    const Record head = packRecord(start, WhiteScore{0}, played.result);
    played.log.assign(head.bytes.begin(), head.bytes.end());
    played.log.insert(played.log.end(), plies.begin(), plies.end());
    appendLittle(played.log, u32{0});
  }
  return played;
}

GamePlayer::GamePlayer(const GameSettings& settings, NetChoice net,
                       std::shared_ptr<const std::vector<Opening>> openings)
    : settings_(settings), openings_(std::move(openings)), engine_(static_cast<std::size_t>(settings.hashMb)) {
  assert(openings_ && !openings_->empty());
  engine_.setNet(std::move(net));
}

std::optional<Position> GamePlayer::start(u64 number, const std::atomic<bool>& stop) {
  const u64 seed = deriveSeed(settings_.seed, number);
  const Limits limits = moveLimits(settings_);
  const StartScore score = [&](const Game& game) -> std::optional<int> {
    if (stop.load(std::memory_order_relaxed)) return 0;  // ends the drawing; the start is thrown away below
    engine_.newGame();
    const SearchResult found = engine_.search(game.position(), game.history(), limits, stop);
    if (found.depth == 0) return engine_.evaluate(game.position());
    if (isMateScore(found.score)) return std::nullopt;
    return found.score;
  };
  const BalanceRule rule{settings_.maxStartScore, settings_.startTries, settings_.randomPlies};

  // The kind of start has a generator of its own, so that a share of 0 draws what no share at all would.
  Random kind(deriveSeed(seed, kKindOfStart));
  const double u = kind.unit();
  std::optional<BalancedStart> drawn;
  while (!drawn && u < settings_.chess960 + settings_.doubleChess960) {
    const int white = static_cast<int>(kind.below(960));
    const int black = u < settings_.chess960 ? white : static_cast<int>(kind.below(960));
    drawn = drawBalancedStart(Opening{"chess960", Game(*doubleChess960Start(white, black))}, kind.next(), rule, score);
  }
  if (!drawn) drawn = drawBalancedStart(std::span<const Opening>(*openings_), seed, rule, score);
  if (stop.load(std::memory_order_relaxed)) return std::nullopt;
  return drawn->game.position();
}

std::optional<PlayedGame> GamePlayer::play(u64 number, const std::atomic<bool>& stop) {
  const auto from = start(number, stop);
  if (!from) return std::nullopt;
  auto played = playFrom(engine_, *from, settings_, stop);
  if (played) played->number = number;
  return played;
}

}  // namespace tabiya
