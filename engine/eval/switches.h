// What parts of the evaluation are on. Each is a row of the switch table (search/settings.h), off = as if it were not
// there.
#pragma once

namespace tabiya {

struct EvalSwitches {
  // The hand-crafted evaluation.
  bool pst = true;      // piece-square tables (off: material only)
  bool tapered = true;  // blend middlegame and endgame values by phase (off: middlegame values only)
  bool mobility = true;
  bool pawns = true;   // doubled, isolated and passed pawns
  bool pieces = true;  // the bishop pair, rooks on open files
  bool kingSafety = true;
  bool tempo = true;
  // With a network.
  bool nnue = true;      // off: the hand-crafted evaluation all the same
  bool loneKing = true;  // by hand when exactly one side has only its king
  bool pawnless = true;  // by hand in pawnless endings of at most five men
  bool check = false;    // compare every evaluation of a network with one made from nothing; a difference throws

  // Material and piece-square tables, no positional term.
  static constexpr EvalSwitches none() {
    EvalSwitches s;
    s.mobility = s.pawns = s.pieces = s.kingSafety = s.tempo = false;
    return s;
  }
};

}  // namespace tabiya
