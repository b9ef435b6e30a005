#include "engine/search/correction.h"

#include <algorithm>

#include "engine/base/random.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

constexpr int kGrain = 256;     // parts of a centipawn
constexpr int kWhole = 256;     // shares and weights are parts of it
constexpr int kMaxLimit = 127;  // centipawns: an entry fits 16 bits

std::size_t entry(const Position& position, u64 key, std::size_t entries) {
  return (position.sideToMove() == Color::Black ? entries : 0) + key % entries;
}

}  // namespace

// Black's are mixed first, so that a white pawn and a black one on the same square differ.
u64 pawnStructureKey(const Position& position) {
  const u64 white = position.pieces(Color::White, PieceType::Pawn).bits;
  const u64 black = position.pieces(Color::Black, PieceType::Pawn).bits;
  return mix64(white ^ mix64(black));
}

u64 piecePlacementKey(const Position& position, Color color) {
  u64 key = 0;
  for (const PieceType type : kPieceTypes) {
    if (type != PieceType::Pawn) key = mix64(key ^ position.pieces(color, type).bits);
  }
  return key;
}

CorrectionHistory::CorrectionHistory() : pawns_(2 * kEntries) {
  for (Table& table : pieces_) table.resize(2 * kEntries);
}

void CorrectionHistory::clear() {
  std::ranges::fill(pawns_, i16{0});
  for (Table& table : pieces_) std::ranges::fill(table, i16{0});
}

int CorrectionHistory::corrected(const Position& position, int rawEval, const SearchParams& params, bool pieces) const {
  int correction = pawns_[entry(position, pawnStructureKey(position), kEntries)];
  if (pieces) {
    correction *= params.correctionPawnShare;
    for (const Color color : {Color::White, Color::Black}) {
      correction += pieces_[index(color)][entry(position, piecePlacementKey(position, color), kEntries)] *
                    params.correctionPieceShare;
    }
    correction = std::clamp(correction / kWhole, -params.correctionLimit * kGrain, params.correctionLimit * kGrain);
  }
  return std::clamp(rawEval + correction / kGrain, -kEvalLimit, kEvalLimit);
}

void CorrectionHistory::learn(const Position& position, int depth, int rawEval, int score, Bound bound,
                              const SearchParams& params, bool pieces) {
  if (isMateScore(score)) return;
  // A fail high only says that the evaluation is too low, a fail low that it is too high.
  if (bound == Bound::Lower && score <= rawEval) return;
  if (bound == Bound::Upper && score >= rawEval) return;
  const int weight = std::min(depth + 1, params.correctionMaxWeight);
  const int limit = std::min(params.correctionLimit, kMaxLimit) * kGrain;
  const int target = std::clamp((score - rawEval) * kGrain, -limit, limit);
  const auto pull = [&](i16& value) {
    value = static_cast<i16>((value * (kWhole - weight) + target * weight) / kWhole);
  };
  pull(pawns_[entry(position, pawnStructureKey(position), kEntries)]);
  if (!pieces) return;
  for (const Color color : {Color::White, Color::Black}) {
    pull(pieces_[index(color)][entry(position, piecePlacementKey(position, color), kEntries)]);
  }
}

}  // namespace tabiya
