// The generator's parts agree with each other and with positions kept from scratch, on every node of a walk.
#include "engine/movegen/movegen.h"

#include <algorithm>

#include "engine/movegen/perft.h"
#include "engine/movegen/san.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

std::vector<u16> sortedBits(const MoveList& list) {
  std::vector<u16> bits;
  for (const Move m : list) bits.push_back(m.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

std::vector<std::string> sans(const Position& p, const MoveList& list) {
  std::vector<std::string> texts;
  for (const Move m : list) texts.push_back(toSan(p, m));
  std::sort(texts.begin(), texts.end());
  return texts;
}

void checkNode(const Position& p) {
  ASSERT_TRUE(p.isConsistent()) << writeFen(p);
  ASSERT_EQ(p.key(), p.keyFromScratch()) << writeFen(p);

  const MoveList all = legalMoves(p);
  ASSERT_EQ(countLegal(p), all.size()) << writeFen(p);
  ASSERT_EQ(hasLegalMove(p), !all.empty()) << writeFen(p);
  const std::vector<u16> bits = sortedBits(all);
  ASSERT_TRUE(std::adjacent_find(bits.begin(), bits.end()) == bits.end()) << "a move twice in " << writeFen(p);

  MoveList both;
  generateNoisy(p, both);
  for (const Move m : both)
    ASSERT_TRUE(p.isCapture(m) || m.kind() == MoveKind::Promotion) << writeFen(p) << " " << toUci(p, m);
  const int noisy = both.size();
  generateQuiet(p, both);
  for (int i = noisy; i < both.size(); ++i)
    ASSERT_FALSE(p.isCapture(both[i]) || both[i].kind() == MoveKind::Promotion)
        << writeFen(p) << " " << toUci(p, both[i]);
  ASSERT_EQ(sortedBits(both), bits) << writeFen(p);

  for (const Move m : all) {
    ASSERT_TRUE(isLegal(p, m)) << writeFen(p) << " " << toUci(p, m);
    // The changes a move announces are the ones it makes.
    Position child = p;
    child.makeMove(m);
    const MoveChanges c = p.changes(m);
    Position rebuilt = p;
    for (int i = 0; i < c.removedCount; ++i) {
      ASSERT_EQ(p.pieceAt(c.removed[i].square), c.removed[i].piece);
      rebuilt.removePiece(c.removed[i].square);
    }
    for (int i = 0; i < c.addedCount; ++i) rebuilt.putPiece(c.added[i].square, c.added[i].piece);
    for (const PieceType t : kPieceTypes)
      ASSERT_EQ(rebuilt.pieces(t), child.pieces(t)) << writeFen(p) << " " << toUci(p, m);
    ASSERT_EQ(rebuilt.pieces(Color::White), child.pieces(Color::White));
  }
}

void checkAllSixteenBitMoves(const Position& p) {
  const std::vector<u16> bits = sortedBits(legalMoves(p));
  for (u32 b = 0; b < 65536; ++b) {
    const Move m = Move::fromBits(static_cast<u16>(b));
    ASSERT_EQ(isLegal(p, m), std::binary_search(bits.begin(), bits.end(), m.bits())) << writeFen(p) << " bits " << b;
  }
}

TEST(Movegen, EveryNodeOfAWalkIsConsistent) {
  walkAll(2, checkNode);
}

TEST(Movegen, EveryNodeOfALongerWalkIsConsistent_slow) {
  for (const char* name : {"perft.epd", "perft_traps.epd"})
    for (const EpdLine& line : *readEpdFile(dataFile(name))) walk(line.position, 3, checkNode);
}

TEST(Movegen, IsLegalKnowsEverySixteenBitMove) {
  walkAll(0, checkAllSixteenBitMoves);
}

TEST(Movegen, IsLegalKnowsEverySixteenBitMoveAfterEachMove_slow) {
  walkAll(1, checkAllSixteenBitMoves);
}

TEST(Movegen, NoisyMovesAreCapturesAndPromotions) {
  const Position p = fromFen("1r2k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1");
  EXPECT_EQ(sans(p, noisyMoves(p)), (std::vector<std::string>{"a8=B", "a8=N", "a8=Q", "a8=R", "axb8=B", "axb8=N",
                                                              "axb8=Q+", "axb8=R+", "exd6"}));
}

TEST(Movegen, InDoubleCheckOnlyTheKingMoves) {
  const Position p = fromFen("4r2k/8/8/8/8/3n4/Q7/4K3 w - - 0 1");
  EXPECT_EQ(sans(p, legalMoves(p)), (std::vector<std::string>{"Kd1", "Kd2", "Kf1"}));
}

TEST(Movegen, ACheckIsBlockedOrItsPieceTaken) {
  const Position p = fromFen("4r2k/8/8/1B6/8/2N5/R7/4K3 w - - 0 1");
  EXPECT_EQ(sans(p, legalMoves(p)),
            (std::vector<std::string>{"Be2", "Bxe8", "Kd1", "Kd2", "Kf1", "Kf2", "Ne2", "Ne4", "Re2"}));
}

// The position with the most moves that is known (Nenad Petrovic, 1964).
TEST(Movegen, TwoHundredAndEighteenMoves) {
  const Position p = fromFen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
  EXPECT_EQ(legalMoves(p).size(), 218);
  EXPECT_EQ(countLegal(p), 218);
}

// No game reaches fifteen queens, but a FEN may.
TEST(Movegen, AListHoldsWhateverAFenMayAskFor) {
  const Position p = fromFen("2Q1Q2Q/KQ5Q/3Q4/Q5Q1/2Q5/Q6Q/5k2/QQ1Q3Q w - - 0 1");
  EXPECT_EQ(legalMoves(p).size(), 225);
  EXPECT_EQ(perftSlow(p, 1), 225u);
}

TEST(Movegen, NoMoveInMateAndStalemate) {
  EXPECT_FALSE(hasLegalMove(fromFen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")));
  EXPECT_FALSE(hasLegalMove(fromFen("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")));
}

}  // namespace
}  // namespace tabiya
