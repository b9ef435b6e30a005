// Attack tables against the ray walk, for every relevant occupancy of every square, by magics and by PEXT.
#include "engine/board/attacks.h"

#include <gtest/gtest.h>

#include <memory>

#include "engine/base/cpu.h"
#include "engine/base/random.h"
#include "engine/board/magic_numbers.h"

namespace tabiya {
namespace {

// Calls `visit` with every subset of `mask`.
template <class Visit>
void forEachSubset(Bitboard mask, Visit visit) {
  u64 subset = 0;
  do {
    visit(Bitboard(subset));
    subset = (subset - mask.bits) & mask.bits;
  } while (subset != 0);
}

// Compares two lookups with the rays everywhere, with pieces added where they must not matter. Returns how many
// occupancies were tried.
template <class Bishop, class Rook>
std::size_t compareWithRays(Bishop bishop, Rook rook) {
  Random random(3);
  std::size_t tried = 0;
  for (int i = 0; i < 64; ++i) {
    const Square s = squareAt(i);
    forEachSubset(bishopRelevant(s), [&](Bitboard occupied) {
      const Bitboard noise = Bitboard(random.next()) & ~bishopRelevant(s);
      const Bitboard expected = bishopAttacksByRays(s, occupied);
      EXPECT_EQ(bishop(s, occupied), expected) << toString(s) << " " << occupied.bits;
      EXPECT_EQ(bishop(s, occupied | noise), expected) << toString(s) << " " << occupied.bits;
      ++tried;
    });
    forEachSubset(rookRelevant(s), [&](Bitboard occupied) {
      const Bitboard noise = Bitboard(random.next()) & ~rookRelevant(s);
      const Bitboard expected = rookAttacksByRays(s, occupied);
      EXPECT_EQ(rook(s, occupied), expected) << toString(s) << " " << occupied.bits;
      EXPECT_EQ(rook(s, occupied | noise), expected) << toString(s) << " " << occupied.bits;
      ++tried;
    });
  }
  return tried;
}

std::size_t compareTableWithRays(bool pext) {
  const auto table = std::make_unique<detail::SliderTables>(pext);
  return compareWithRays(
      [&](Square s, Bitboard occupied) { return table->lookup(table->bishop[index(s)], occupied, pext); },
      [&](Square s, Bitboard occupied) { return table->lookup(table->rook[index(s)], occupied, pext); });
}

TEST(Attacks, OfThisBuildEqualTheRays) {
  EXPECT_EQ(compareWithRays([](Square s, Bitboard o) { return bishopAttacks(s, o); },
                            [](Square s, Bitboard o) { return rookAttacks(s, o); }),
            detail::SliderTables::kEntries);
}

TEST(Attacks, ByMagicsEqualTheRays) {
  EXPECT_EQ(compareTableWithRays(false), detail::SliderTables::kEntries);
}

TEST(Attacks, ByPextEqualTheRays) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("bmi2")) GTEST_SKIP() << "this CPU has no PEXT";
#endif
  EXPECT_EQ(compareTableWithRays(true), detail::SliderTables::kEntries);
}

TEST(Attacks, RayWalkStopsAtTheFirstPieceAndIncludesIt) {
  // A rook on b2 with pieces on b5 and d2.
  const Bitboard occupied = Bitboard(Square::B5) | Bitboard(Square::D2) | Bitboard(Square::B7);
  EXPECT_EQ(rookAttacksByRays(Square::B2, occupied),
            Bitboard(Square::B1) | Bitboard(Square::B3) | Bitboard(Square::B4) | Bitboard(Square::B5) |
                Bitboard(Square::A2) | Bitboard(Square::C2) | Bitboard(Square::D2));
  // A bishop on b2 with a piece on d4.
  EXPECT_EQ(bishopAttacksByRays(Square::B2, Bitboard(Square::D4)), Bitboard(Square::A1) | Bitboard(Square::C1) |
                                                                       Bitboard(Square::A3) | Bitboard(Square::C3) |
                                                                       Bitboard(Square::D4));
}

TEST(Attacks, OfAQueenAreBoth) {
  const Bitboard occupied(0x00ff00000000ff00ULL);
  EXPECT_EQ(queenAttacks(Square::D4, occupied),
            bishopAttacksByRays(Square::D4, occupied) | rookAttacksByRays(Square::D4, occupied));
}

TEST(Attacks, LeapersDoNotWrapAroundTheBoard) {
  EXPECT_EQ(knightAttacks(Square::A1), Bitboard(Square::B3) | Bitboard(Square::C2));
  EXPECT_EQ(knightAttacks(Square::G1), Bitboard(Square::E2) | Bitboard(Square::F3) | Bitboard(Square::H3));
  EXPECT_EQ(kingAttacks(Square::H8), Bitboard(Square::G8) | Bitboard(Square::G7) | Bitboard(Square::H7));
  EXPECT_EQ(pawnAttacks(Color::White, Square::A2), Bitboard(Square::B3));
  EXPECT_EQ(pawnAttacks(Color::Black, Square::H5), Bitboard(Square::G4));
  EXPECT_TRUE(pawnAttacks(Color::White, Square::C8).empty());
}

TEST(Attacks, PawnSetsAttackWhatTheirPawnsDo) {
  Random random(4);
  for (int n = 0; n < 1000; ++n) {
    const Bitboard pawns(random.next() & random.next());
    for (const Color c : kColors) {
      Bitboard expected;
      for (const Square s : pawns) expected |= pawnAttacks(c, s);
      EXPECT_EQ(pawnAttacks(c, pawns), expected);
    }
  }
}

TEST(Attacks, TheLineIsWhatBothSquaresSeeAndBetweenIsItsPartWithBlockers) {
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b < 64; ++b) {
      const Square from = squareAt(a), to = squareAt(b);
      Bitboard expectedLine, expectedBetween;
      for (const auto attacks : {rookAttacksByRays, bishopAttacksByRays}) {
        if (!attacks(from, Bitboard()).contains(to)) continue;
        const Bitboard ends = Bitboard(from) | Bitboard(to);
        expectedLine = (attacks(from, Bitboard()) & attacks(to, Bitboard())) | ends;
        // A walk from each end stops at the other end; only what lies between is seen from both and on the line.
        expectedBetween = attacks(from, ends) & attacks(to, ends) & expectedLine & ~ends;
      }
      EXPECT_EQ(lineThrough(from, to), expectedLine) << toString(from) << toString(to);
      EXPECT_EQ(between(from, to), expectedBetween) << toString(from) << toString(to);
    }
  }
}

TEST(Attacks, TheDiagonalsThroughASquare) {
  EXPECT_EQ(diagonalThrough(Square::B1), Bitboard(Square::B1) | Bitboard(Square::C2) | Bitboard(Square::D3) |
                                             Bitboard(Square::E4) | Bitboard(Square::F5) | Bitboard(Square::G6) |
                                             Bitboard(Square::H7));
  EXPECT_EQ(antidiagonalThrough(Square::B1), Bitboard(Square::A2) | Bitboard(Square::B1));
}

}  // namespace
}  // namespace tabiya
