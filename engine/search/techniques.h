// The search's techniques, each a switch. One that is off must be exactly as if it did not exist.
#pragma once

namespace tabiya {

struct Techniques {
  // These never change a result, only the nodes it takes.
  bool alphaBeta = true;
  bool pvs = true;         // needs alphaBeta
  bool aspiration = true;  // needs alphaBeta
  bool mvvLva = true;
  bool seeOrdering = true;
  bool killers = true;
  bool countermoves = true;
  bool history = true;
  bool continuationHistory = true;
  bool captureHistory = false;              // needs mvvLva
  bool captureHistoryInQuiescence = false;  // needs captureHistory
  // These bring knowledge from elsewhere into a node, or guess.
  bool tt = true;
  bool ttBuckets = false;
  bool quiescence = true;  // off: the bare evaluation at the leaves; razoring needs it on
  bool nullMove = true;
  bool lmr = true;  // needs pvs
  bool lateMovePruning = true;
  bool reverseFutility = true;
  bool razoring = true;
  bool futility = true;
  bool seePruning = true;
  bool deltaPruning = true;
  bool iir = true;
  bool improving = false;  // refines reverse futility and late move pruning
  bool historyPruning = false;
  bool probCut = false;  // needs quiescence
  bool checkExtension = false;
  bool singularExtension = true;  // needs tt
  bool doubleExtension = true;    // these three need singularExtension
  bool multiCut = true;
  bool negativeExtension = true;
  // These adjust late move reductions, and need them.
  bool historyReductions = true;
  bool cutNodeReductions = true;
  bool allNodeReductions = false;
  bool tablePvReductions = false;
  bool cutoffReductions = true;
  bool tableCaptureReductions = false;
  bool correctionHistory = true;
  bool correctionPieces = false;  // needs correctionHistory

  // Only what never changes a result, nothing that prunes, and no table or quiescence: the search is then plain
  // minimax, faster.
  static constexpr Techniques sound() {
    Techniques t;
    t.tt = t.quiescence = t.nullMove = t.lmr = t.lateMovePruning = t.reverseFutility = false;
    t.razoring = t.futility = t.seePruning = t.deltaPruning = t.iir = false;
    t.historyPruning = t.probCut = t.checkExtension = t.singularExtension = t.correctionHistory = false;
    return t;
  }
};

}  // namespace tabiya
