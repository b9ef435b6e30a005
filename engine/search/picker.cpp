#include "engine/search/picker.h"

#include <utility>

#include "engine/movegen/see.h"

namespace tabiya {
namespace {

// Quiet moves' scores: histories within three times +-kHistoryMax, and above them the three moves that refuted
// something like this.
constexpr int kKiller1 = 1 << 23;
constexpr int kKiller2 = kKiller1 - 1;
constexpr int kCountermove = kKiller1 - 2;
static_assert(kCountermove > 3 * kHistoryMax);

// With capture history a centipawn of the victim counts so much: history may lift a pawn's capture above a rook's, but
// not above a queen's.
constexpr int kVictimScale = 32;

// What `m` wins if nothing takes back.
int noisyGain(const Position& position, Move m) {
  int gain = m.kind() == MoveKind::Promotion ? kSeeValues[index(PieceType::Queen)] - kSeeValues[0] : 0;
  const Piece victim = position.pieceAt(m.to());
  if (m.kind() == MoveKind::EnPassant) {
    gain += kSeeValues[0];
  } else if (victim != Piece::None) {
    gain += kSeeValues[index(typeOf(victim))];
  }
  return gain;
}

}  // namespace

int mvvLva(const Position& position, Move m) {
  const auto rank = [](PieceType t) { return index(t) + 1; };
  int gain = m.kind() == MoveKind::Promotion ? rank(PieceType::Queen) : 0;
  if (m.kind() == MoveKind::EnPassant) {
    gain += rank(PieceType::Pawn);
  } else if (position.pieceAt(m.to()) != Piece::None) {
    gain += rank(typeOf(position.pieceAt(m.to())));
  }
  // Six ranks of attackers fit between two victims.
  return gain * 8 - rank(typeOf(position.pieceAt(m.from())));
}

MovePicker::MovePicker(const Position& position, Move tableMove, int ply, const PreviousMoves& previous,
                       const QuietScores& scores, const MoveHistory& history, const Techniques& techniques)
    : position_(position),
      history_(history),
      scores_(scores),
      techniques_(techniques),
      tableMove_(tableMove),
      stage_(tableMove ? Stage::TableMove : Stage::GenerateNoisy),
      noisyOnly_(false),
      captureHistory_(techniques.captureHistory) {
  if (techniques.killers) killers_ = history.killers(ply);
  if (techniques.countermoves) countermove_ = history.countermove(previous[0]);
}

MovePicker::MovePicker(const Position& position, const MoveHistory& history, const Techniques& techniques)
    : position_(position),
      history_(history),
      scores_(history, position.sideToMove(), {}, techniques),
      techniques_(techniques),
      stage_(Stage::GenerateNoisy),
      noisyOnly_(!position.inCheck()),
      captureHistory_(techniques.captureHistory && techniques.captureHistoryInQuiescence) {}

MovePicker MovePicker::noisyMoves(const Position& position, Move tableMove, const MoveHistory& history,
                                  const Techniques& techniques) {
  MovePicker picker(position, history, techniques);
  picker.noisyOnly_ = true;
  picker.captureHistory_ = techniques.captureHistory;
  if (tableMove && isNoisy(position, tableMove)) {
    picker.tableMove_ = tableMove;
    picker.stage_ = Stage::TableMove;
  }
  return picker;
}

int MovePicker::quietScore(Move m) const {
  if (m == killers_[0]) return kKiller1;
  if (m == killers_[1]) return kKiller2;
  if (m == countermove_) return kCountermove;
  return scores_(position_.pieceAt(m.from()), m);
}

// The attacker's rank is less than a cutoff's bonus from depth 3 on: it decides only where history is silent.
int MovePicker::noisyScore(Move m) const {
  if (!captureHistory_) return mvvLva(position_, m);
  return noisyGain(position_, m) * kVictimScale + history_.captureScore(position_, m) -
         (index(typeOf(position_.pieceAt(m.from()))) + 1);
}

void MovePicker::addNoisy() {
  MoveList list;
  generateNoisy(position_, list);
  for (const Move m : list) {
    if (m != tableMove_ && isNoisy(position_, m)) add(m, techniques_.mvvLva ? noisyScore(m) : 0);
  }
}

// Also what addNoisy() left out: lesser promotions, and everything when MVV-LVA does not set the captures apart.
void MovePicker::addQuiet() {
  MoveList list;
  generateQuiet(position_, list);
  for (const Move m : list) {
    if (m != tableMove_) add(m, quietScore(m));
  }
  const Color us = position_.sideToMove();
  const Bitboard seventh = rankBoard(us == Color::White ? 6 : 1);
  if (techniques_.mvvLva && (position_.pieces(us, PieceType::Pawn) & seventh).empty()) return;
  MoveList noisy;
  generateNoisy(position_, noisy);
  for (const Move m : noisy) {
    if (m != tableMove_ && !(techniques_.mvvLva && isNoisy(position_, m))) add(m, quietScore(m));
  }
}

Move MovePicker::takeBest() {
  int best = next_;
  for (int i = next_ + 1; i < end_; ++i) {
    if (keys_[i] > keys_[best]) best = i;
  }
  std::swap(keys_[next_], keys_[best]);
  return moveOf(keys_[next_++]);
}

Move MovePicker::next() {
  switch (stage_) {
    case Stage::TableMove:
      stage_ = Stage::GenerateNoisy;
      return tableMove_;

    case Stage::GenerateNoisy:
      if (techniques_.mvvLva || noisyOnly_) addNoisy();
      stage_ = Stage::Noisy;
      [[fallthrough]];

    case Stage::Noisy:
      while (next_ < end_) {
        const Move m = takeBest();
        // In the quiescence search losing captures are pruned anyway; ordering them would ask the same question twice.
        const bool ask = techniques_.seeOrdering && techniques_.mvvLva && !(noisyOnly_ && techniques_.seePruning);
        if (!ask || seeAtLeast(position_, m, 0)) return m;
        keys_[losing_++] = keys_[next_ - 1];
      }
      if (noisyOnly_) {
        stage_ = Stage::LosingNoisy;
        end_ = losing_;
        next_ = 0;
        return next();
      }
      stage_ = Stage::GenerateQuiet;
      [[fallthrough]];

    case Stage::GenerateQuiet:
      next_ = end_ = losing_;
      addQuiet();
      stage_ = Stage::Quiet;
      [[fallthrough]];

    case Stage::Quiet:
      if (next_ < end_) return takeBest();
      stage_ = Stage::LosingNoisy;
      next_ = 0;
      end_ = losing_;
      [[fallthrough]];

    case Stage::LosingNoisy:
      if (next_ < end_) return takeBest();
      stage_ = Stage::Done;
      [[fallthrough]];

    case Stage::Done:
      return kNoMove;
  }
  return kNoMove;
}

}  // namespace tabiya
