// How far a static evaluation may go: mates and tablebase wins begin above (search/score.h).
#pragma once

namespace tabiya {

inline constexpr int kEvalLimit = 20'000;  // every static evaluation lies within +-kEvalLimit

}  // namespace tabiya
