// What the search learns about the evaluation.
#include "engine/search/correction.h"

#include <gtest/gtest.h>

#include "tests/search/search_helpers.h"

namespace tabiya {
namespace {

const SearchParams kParams;

TEST(Correction, APositionNobodyKnowsIsLeftAlone) {
  const CorrectionHistory history;
  EXPECT_EQ(history.corrected(Position::startpos(), 37, kParams, false), 37);
  EXPECT_EQ(history.corrected(Position::startpos(), 37, kParams, true), 37);
}

TEST(Correction, AnEntryMovesTowardsTheErrorByTheWeightOfTheSearch) {
  CorrectionHistory history;
  // A depth of 15 weighs 16/256 of the difference, here cut to 64 centipawns.
  history.learn(Position::startpos(), 15, 0, 200, Bound::Exact, kParams, false);
  EXPECT_EQ(history.corrected(Position::startpos(), 0, kParams, false), 4);
  history.learn(Position::startpos(), 99, 0, 200, Bound::Exact, kParams, false);
  EXPECT_EQ(history.corrected(Position::startpos(), 0, kParams, false), 7);  // 4 * 15/16 + 4
  for (int i = 0; i < 500; ++i) history.learn(Position::startpos(), 15, 0, -200, Bound::Exact, kParams, false);
  EXPECT_NEAR(history.corrected(Position::startpos(), 0, kParams, false), -64, 1);
}

TEST(Correction, KnowsPawnsAndTheSideToMoveAndNothingElse) {
  CorrectionHistory history;
  const Position learnt = read("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
  for (int i = 0; i < 100; ++i) history.learn(learnt, 15, 0, 50, Bound::Exact, kParams, false);
  EXPECT_GT(history.corrected(read("4k2n/pp6/8/8/8/8/PP6/4K2Q w - - 0 1"), 0, kParams, false), 40);
  EXPECT_EQ(history.corrected(read("4k3/pp6/8/8/8/8/PP6/R3K3 b - - 0 1"), 0, kParams, false), 0);
  EXPECT_EQ(history.corrected(read("4k3/pp6/8/8/8/8/P1P5/R3K3 w - - 0 1"), 0, kParams, false), 0);
  // The same squares, the other way round.
  EXPECT_NE(pawnStructureKey(read("4k3/8/8/8/p7/8/P7/4K3 w - - 0 1")),
            pawnStructureKey(read("4k3/8/8/8/P7/8/p7/4K3 w - - 0 1")));
}

TEST(Correction, ThePiecesAddTheirShareWhereThePawnsSayNothing) {
  CorrectionHistory history;
  const Position learnt = read("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
  for (int i = 0; i < 500; ++i) history.learn(learnt, 15, 0, 64, Bound::Exact, kParams, true);
  // Both sides' pieces stand as they did: an eighth of each table's 64 centipawns.
  EXPECT_NEAR(history.corrected(read("4k3/1pp5/8/8/8/8/PP6/R3K3 w - - 0 1"), 0, kParams, true), 16, 1);
  EXPECT_EQ(history.corrected(read("4k3/1pp5/8/8/8/8/PP6/R3K3 w - - 0 1"), 0, kParams, false), 0);
  // The pawns' table in full, and the sum within the limit.
  EXPECT_LE(history.corrected(learnt, 0, kParams, true), 64);
}

TEST(Correction, MatesAndBoundsThatTheEvaluationKeepsTeachNothing) {
  CorrectionHistory history;
  const Position position = Position::startpos();
  history.learn(position, 15, 0, kMate - 5, Bound::Exact, kParams, false);
  history.learn(position, 15, 100, 50, Bound::Lower, kParams, false);
  history.learn(position, 15, -100, -50, Bound::Upper, kParams, false);
  EXPECT_EQ(history.corrected(position, 0, kParams, false), 0);
  history.learn(position, 15, 0, 50, Bound::Lower, kParams, false);
  EXPECT_GT(history.corrected(position, 0, kParams, false), 0);
}

TEST(Correction, StaysClearOfTheMatesAndIsForgottenWhenCleared) {
  CorrectionHistory history;
  const Position position = Position::startpos();
  for (int i = 0; i < 500; ++i) history.learn(position, 15, 0, 64, Bound::Exact, kParams, true);
  EXPECT_EQ(history.corrected(position, kEvalLimit, kParams, true), kEvalLimit);
  EXPECT_EQ(history.corrected(position, kEvalLimit - 1, kParams, false), kEvalLimit);
  history.clear();
  EXPECT_EQ(history.corrected(position, 0, kParams, true), 0);
}

}  // namespace
}  // namespace tabiya
