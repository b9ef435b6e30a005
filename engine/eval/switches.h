// What parts of the evaluation are on. Each is a row of the switch table (search/settings.h), off = as if it were not
// there.
#pragma once

namespace tabiya {

struct EvalSwitches {
  bool pst = true;       // the hand-crafted piece-square tables (off: material only)
  bool tapered = true;   // blend middlegame and endgame values by phase (off: middlegame values only)
  bool loneKing = true;  // with a network: by hand when exactly one side has only its king
  bool pawnless = true;  // with a network: by hand in pawnless endings of at most five men
  bool check = false;    // compare every evaluation of a network with one made from nothing; a difference throws
};

}  // namespace tabiya
