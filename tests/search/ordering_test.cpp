// In which order moves are tried, and what the search learns about it.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/bench.h"
#include "engine/movegen/san.h"
#include "engine/movegen/see.h"
#include "engine/search/picker.h"
#include "engine/search/reduce.h"
#include "tests/search/search_helpers.h"

namespace tabiya {
namespace {

Move uci(const Position& position, std::string_view text) {
  return readUci(position, text).value();
}

std::vector<Move> pickAll(MovePicker picker) {
  std::vector<Move> moves;
  while (const Move m = picker.next()) moves.push_back(m);
  return moves;
}

TEST(Picker, HandsOutEveryLegalMoveOnce) {
  const MoveHistory history;
  for (const std::string_view fen : kBenchPositions) {
    const Position position = read(fen);
    for (const bool mvvLva : {true, false}) {
      for (const bool seeOrdering : {true, false}) {
        Techniques techniques;
        techniques.mvvLva = mvvLva;
        techniques.seeOrdering = seeOrdering;
        for (const Move tableMove : {kNoMove, legalMoves(position)[0]}) {
          std::vector<Move> picked = pickAll({position, tableMove, 0, {}, {}, history, techniques});
          const MoveList legal = legalMoves(position);
          std::vector<Move> expected(legal.begin(), legal.end());
          if (tableMove) {
            EXPECT_EQ(picked.front(), tableMove);
          }
          std::ranges::sort(picked);
          std::ranges::sort(expected);
          EXPECT_EQ(picked, expected) << fen;
        }
      }
    }
  }
}

TEST(Picker, GoesThroughTheBandsInOrder) {
  // A pawn takes a queen, a rook takes a defended pawn, and quiet moves.
  const Position position = read("4k3/1p6/p2q4/2P5/8/R7/8/4K3 w - - 0 1");
  MoveHistory history;
  const Move killer = uci(position, "a3h3");
  const Move oldKiller = uci(position, "a3g3");
  const Move counter = uci(position, "a3b3");
  const Move good = uci(position, "a3c3");
  const PlayedMove previous{Move(Square::D7, Square::D6), makePiece(Color::Black, PieceType::Queen)};
  history.recordCutoff(position, good, {}, 9, 5, {}, {});
  history.recordCutoff(position, counter, {}, 9, 1, {previous}, {});
  history.recordCutoff(position, oldKiller, {}, 3, 1, {}, {});
  history.recordCutoff(position, killer, {}, 3, 1, {}, {});
  const Move tableMove = uci(position, "e1e2");

  const std::vector<Move> moves =
      pickAll({position, tableMove, 3, {previous}, QuietScores(history, Color::White, {previous}, {}), history, {}});
  ASSERT_GE(moves.size(), 7u);
  EXPECT_EQ(moves[0], tableMove);
  EXPECT_EQ(moves[1], uci(position, "c5d6"));
  EXPECT_EQ(moves[2], killer);
  EXPECT_EQ(moves[3], oldKiller);
  EXPECT_EQ(moves[4], counter);
  EXPECT_EQ(moves[5], good);
  EXPECT_EQ(moves.back(), uci(position, "a3a6"));
}

TEST(Picker, ALesserPromotionIsQuietEvenWhenItCaptures) {
  const Position position = read("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(isNoisy(position, uci(position, "a7b8q")));
  EXPECT_TRUE(isNoisy(position, uci(position, "a7a8q")));
  EXPECT_FALSE(isNoisy(position, uci(position, "a7b8r")));
  EXPECT_FALSE(isNoisy(position, uci(position, "a7a8n")));
}

TEST(Picker, TheQuiescenceSearchGetsNoisyMovesOnly) {
  const MoveHistory history;
  for (const std::string_view fen : kBenchPositions) {
    const Position position = read(fen);
    if (position.inCheck()) continue;
    std::vector<Move> expected;
    for (const Move m : legalMoves(position)) {
      if (isNoisy(position, m)) expected.push_back(m);
    }
    std::vector<Move> picked = pickAll({position, history, {}});
    std::ranges::sort(picked);
    std::ranges::sort(expected);
    EXPECT_EQ(picked, expected) << fen;
  }
}

TEST(Picker, InCheckTheQuiescenceSearchGetsEveryEvasion) {
  const Position position = read("4k3/8/8/8/7q/8/3P4/3QK2R w K - 0 1");
  EXPECT_EQ(pickAll({position, MoveHistory(), {}}).size(), static_cast<std::size_t>(countLegal(position)));
}

TEST(MvvLva, TheVictimDecidesThenTheAttacker) {
  const Position position = read("4k3/8/8/2q1r3/1P1P4/4N3/8/Q3K3 w - - 0 1");
  const int pawnTakesQueen = mvvLva(position, uci(position, "b4c5"));
  const int pawnTakesRook = mvvLva(position, uci(position, "d4e5"));
  EXPECT_EQ(pawnTakesQueen, 5 * 8 - 1);
  EXPECT_EQ(pawnTakesRook, 4 * 8 - 1);
  EXPECT_EQ(mvvLva(position, uci(position, "d4c5")), pawnTakesQueen);
}

TEST(History, GravityKeepsScoresWithinTheirLimit) {
  i16 score = 0;
  for (int i = 0; i < 1000; ++i) addWithGravity(score, 900);
  EXPECT_LE(score, kHistoryMax);
  EXPECT_GT(score, kHistoryMax * 9 / 10);
  const i16 high = score;
  addWithGravity(score, -900);
  EXPECT_LT(score, high - 900);
  for (int i = 0; i < 1000; ++i) addWithGravity(score, -kHistoryMax);
  EXPECT_EQ(score, -kHistoryMax);
}

TEST(History, ACutoffRaisesItsMoveAndLowersThoseTriedBefore) {
  MoveHistory history;
  const Move best(Square::G1, Square::F3), tried(Square::B1, Square::C3);
  history.recordCutoff(Position::startpos(), best, std::span(&tried, 1), 4, 5, {}, {});
  EXPECT_EQ(history.score(Color::White, best), 25);
  EXPECT_EQ(history.score(Color::White, tried), -25);
  EXPECT_EQ(history.score(Color::Black, best), 0);
  EXPECT_EQ(history.killers(4)[0], best);
}

TEST(History, BetweenSearchesKillersGoHistoriesHalveAndCountermovesStay) {
  MoveHistory history;
  const Move best(Square::G1, Square::F3);
  const PlayedMove previous{Move(Square::E7, Square::E5), makePiece(Color::Black, PieceType::Pawn)};
  history.recordCutoff(Position::startpos(), best, {}, 4, 6, {previous}, {});
  history.newSearch();
  EXPECT_EQ(history.killers(4)[0], kNoMove);
  EXPECT_EQ(history.score(Color::White, best), 18);
  EXPECT_EQ(history.countermove(previous), best);
  history.clear();
  EXPECT_EQ(history.countermove(previous), kNoMove);
  EXPECT_EQ(history.score(Color::White, best), 0);
}

TEST(History, AMoveIsRememberedAfterTheTwoBeforeIt) {
  MoveHistory history;
  const Position position = Position::startpos();
  const Move best(Square::G1, Square::F3);
  const Piece knight = makePiece(Color::White, PieceType::Knight);
  const PlayedMove reply{Move(Square::E7, Square::E5), makePiece(Color::Black, PieceType::Pawn)};
  const PlayedMove own{Move(Square::E2, Square::E4), makePiece(Color::White, PieceType::Pawn)};
  history.recordCutoff(position, best, {}, 4, 6, {reply, own}, {});
  const auto scoreAfter = [&](const PreviousMoves& previous) {
    return QuietScores(history, Color::White, previous, {})(knight, best);
  };
  EXPECT_EQ(scoreAfter({}), 36);
  EXPECT_EQ(scoreAfter({reply}), 72);
  EXPECT_EQ(scoreAfter({reply, own}), 108);
  EXPECT_EQ(scoreAfter({own, reply}), 36);
  history.newSearch();
  EXPECT_EQ(scoreAfter({reply, own}), 54);
  history.clear();
  EXPECT_EQ(scoreAfter({reply, own}), 0);
}

TEST(History, ContinuationThatIsOffIsNeitherReadNorWritten) {
  MoveHistory history;
  const Position position = Position::startpos();
  const Move best(Square::G1, Square::F3);
  const Piece knight = makePiece(Color::White, PieceType::Knight);
  const PreviousMoves previous{PlayedMove{Move(Square::E7, Square::E5), makePiece(Color::Black, PieceType::Pawn)}};
  Techniques off;
  off.continuationHistory = false;
  history.recordCutoff(position, best, {}, 4, 6, previous, off);
  EXPECT_EQ(QuietScores(history, Color::White, previous, {})(knight, best), 36);
  history.recordCutoff(position, best, {}, 4, 6, previous, {});
  EXPECT_EQ(QuietScores(history, Color::White, previous, off)(knight, best), 72);
}

TEST(CaptureHistory, OrdersCapturesOfOnePieceAndNeverLiftsAPawnAboveAQueen) {
  // A pawn and a knight may take the knight; the rook may take a pawn or the queen, neither defended.
  const Position position = read("6k1/8/8/3n1q2/2P5/p3N3/8/R4RK1 w - - 0 1");
  Techniques techniques;
  techniques.captureHistory = true;
  MoveHistory history;
  const Move byPawn = uci(position, "c4d5"), byKnight = uci(position, "e3d5");
  const Move queen = uci(position, "f1f5"), pawn = uci(position, "a1a3");
  const auto order = [&](Move m) {
    const std::vector<Move> moves = pickAll({position, kNoMove, 0, {}, {}, history, techniques});
    return std::ranges::find(moves, m) - moves.begin();
  };
  EXPECT_LT(order(byPawn), order(byKnight));
  EXPECT_LT(order(byKnight), order(pawn));
  for (int i = 0; i < 2000; ++i) {
    history.recordCaptures(position, byKnight, std::span(&byPawn, 1), 10);
    history.recordCaptures(position, pawn, {}, 10);
  }
  EXPECT_LT(order(byKnight), order(byPawn));
  EXPECT_LT(order(pawn), order(byPawn));
  EXPECT_LT(order(queen), order(pawn));
}

TEST(Reductions, FollowTheFormula) {
  const ReductionTable table{SearchParams()};
  // floor(0.75 + ln(10) ln(20) / 2.25) = floor(3.81); floor(0.75 + ln(3) ln(3) / 2.25) = floor(1.28)
  EXPECT_EQ(table(10, 20), 3);
  EXPECT_EQ(table(3, 3), 1);
  EXPECT_EQ(table(1, 1), 0);
  EXPECT_EQ(table(0, 5), 0);
  EXPECT_EQ(table(63, 63), 8);
  EXPECT_EQ(table(200, 200), 8);
}

}  // namespace
}  // namespace tabiya
