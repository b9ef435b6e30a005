// What the search learns about the evaluation: how far it tends to be off, by pawn structure and by each side's pieces.
//
// A node's searched score is a better estimate than its static evaluation, and in positions alike the difference is
// alike: the tables keep its running average, in 256ths of a centipawn, and it is added to later evaluations. (The idea
// is Caissa's, 2023.)
#pragma once

#include <array>
#include <vector>

#include "engine/board/position.h"
#include "engine/search/limits.h"
#include "engine/search/params.h"

namespace tabiya {

class CorrectionHistory {
 public:
  CorrectionHistory();

  void clear();
  // `rawEval`, the static evaluation of `position`, corrected and clear of the mates. `pieces`: by the pieces too.
  int corrected(const Position& position, int rawEval, const SearchParams& params, bool pieces) const;
  // A search of `position` to `depth` came to `score`. What says nothing is left out: mates, and bounds that the
  // evaluation keeps.
  void learn(const Position& position, int depth, int rawEval, int score, Bound bound, const SearchParams& params,
             bool pieces);

 private:
  static constexpr std::size_t kEntries = 16'384;  // a side to move
  using Table = std::vector<i16>;

  Table pawns_;
  std::array<Table, 2> pieces_;  // by White's, by Black's
};

// The pawns of both sides as one number, and one side's other pieces.
u64 pawnStructureKey(const Position& position);
u64 piecePlacementKey(const Position& position, Color color);

}  // namespace tabiya
