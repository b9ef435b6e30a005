// The hand-crafted evaluation: colours are equal, phases blend, and the trace adds up to the value.
#include "engine/eval/hce/hce.h"

#include <gtest/gtest.h>

#include "engine/base/random.h"
#include "engine/bench.h"
#include "engine/board/fen.h"
#include "engine/eval/eval_limit.h"
#include "engine/movegen/movegen.h"

namespace tabiya {
namespace {

constexpr EvalSwitches kMaterial = [] {
  EvalSwitches s = EvalSwitches::none();
  s.pst = false;
  return s;
}();

Position read(std::string_view fen) {
  return readFen(fen).value();
}

// Colours exchanged, the board upside down, the other side to move.
Position mirrored(const Position& position) {
  Position mirror;
  for (const Square s : position.occupied()) {
    const Piece p = position.pieceAt(s);
    mirror.putPiece(flipRank(s), makePiece(~colorOf(p), typeOf(p)));
  }
  mirror.setSideToMove(~position.sideToMove());
  mirror.finishSetup();
  return mirror;
}

// The bench positions and what random play makes of them: thousands of positions, each exactly equal to its mirror.
TEST(Hce, MirroredPositionsScoreTheSame) {
  Random random(15);
  int seen = 0;
  for (const std::string_view fen : kBenchPositions) {
    for (int walk = 0; walk < 4; ++walk) {
      Position position = read(fen);
      for (int ply = 0; ply < 60; ++ply) {
        const Position mirror = mirrored(position);
        ASSERT_EQ(hce::evaluate(position, {}), hce::evaluate(mirror, {})) << writeFen(position);
        const hce::Trace there = hce::trace(position, {}), here = hce::trace(mirror, {});
        for (const hce::Group group : hce::kGroups) {
          ASSERT_EQ(there[group][0], here[group][1]) << writeFen(position) << " group " << hce::index(group);
          ASSERT_EQ(there[group][1], here[group][0]) << writeFen(position) << " group " << hce::index(group);
        }
        ++seen;
        const MoveList moves = legalMoves(position);
        if (moves.empty()) break;
        position.makeMove(moves[static_cast<int>(random.below(static_cast<u64>(moves.size())))]);
      }
    }
  }
  EXPECT_GT(seen, 2000);
}

TEST(Hce, TheTraceAddsUpToTheValue) {
  for (const std::string_view fen : kBenchPositions) {
    const Position position = read(fen);
    const int white = hce::trace(position, {}).total;
    EXPECT_EQ(position.sideToMove() == Color::White ? white : -white, hce::evaluate(position, {})) << fen;
  }
}

TEST(Hce, TheStartIsLevelAndAllMiddlegame) {
  const hce::Trace trace = hce::trace(Position::startpos(), {});
  EXPECT_EQ(trace.total, 10);  // the move
  EXPECT_EQ(trace.phase, 24);
  EXPECT_EQ(trace[hce::Group::Material][0], hce::Score(3940, 4200));
}

TEST(Hce, APackedScoreKeepsBothHalvesThroughEverySign) {
  for (const int mg : {-13'000, -1, 0, 1, 13'000}) {
    for (const int eg : {-13'000, -1, 0, 1, 13'000}) {
      const hce::Score score = hce::Score(mg, eg) + hce::Score(-7, 7) - hce::Score(-7, 7);
      EXPECT_EQ(score.mg(), mg);
      EXPECT_EQ(score.eg(), eg);
    }
  }
}

TEST(Hce, MaterialIsMiddlegameWithPiecesAndEndgameWithout) {
  // A pawn up with nothing else: all endgame.
  EXPECT_EQ(hce::evaluate(read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), kMaterial), 120);
  EXPECT_EQ(hce::evaluate(read("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), kMaterial), -120);
  // With all other pieces on the board: all middlegame.
  EXPECT_EQ(hce::evaluate(read("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), kMaterial), 100);
  // A rook each is 4 of 24 parts middlegame: (100 * 4 + 120 * 20) / 24.
  EXPECT_EQ(hce::evaluate(read("r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1"), kMaterial), 116);
}

TEST(Hce, WithoutTaperingOnlyTheMiddlegameCounts) {
  EvalSwitches untapered = kMaterial;
  untapered.tapered = false;
  EXPECT_EQ(hce::evaluate(read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), untapered), 100);
}

TEST(Hce, AKingInTheCentreIsBadEarlyAndGoodLate) {
  const auto gain = [](const char* centre, const char* corner) {
    return hce::evaluate(read(centre), {}) - hce::evaluate(read(corner), {});
  };
  EXPECT_LT(gain("rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ3R w kq - 0 1",
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ2KR w kq - 0 1"),
            0);
  EXPECT_GT(gain("6k1/ppp5/8/8/4K3/8/PPP5/8 w - - 0 1", "6k1/ppp5/8/8/8/8/PPP5/6K1 w - - 0 1"), 0);
}

TEST(Hce, EvenNineQueensStayWithinTheLimit) {
  const int value = -hce::evaluate(read("7k/8/8/8/QQQQQQQQ/8/8/QRBNKBNR b - - 0 1"), {});
  EXPECT_GT(value, 9000);
  EXPECT_LT(value, kEvalLimit);
}

}  // namespace
}  // namespace tabiya
