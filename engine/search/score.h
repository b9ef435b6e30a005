// The scale of scores: centipawns for the side to move, mates at its ends.
#pragma once

#include "engine/base/types.h"
#include "engine/eval/eval_limit.h"

namespace tabiya {

inline constexpr int kMaxPly = 128;
inline constexpr int kMate = 32'000;  // mated in n plies is -(kMate - n), n counted from the root
inline constexpr int kInfinity = 32'001;
inline constexpr int kTablebaseWin = 30'000;

inline constexpr int kMateBound = kMate - kMaxPly;  // |score| >= kMateBound: a mate is seen

static_assert(kEvalLimit < kTablebaseWin - kMaxPly && kTablebaseWin < kMateBound && kInfinity < 32'767);

constexpr bool isMateScore(int score) {
  return score >= kMateBound || score <= -kMateBound;
}
// UCI's `mate N`: full moves, negative when the side to move is mated.
constexpr int mateInMoves(int score) {
  return score > 0 ? (kMate - score + 1) / 2 : -(kMate + score + 1) / 2;
}

}  // namespace tabiya
