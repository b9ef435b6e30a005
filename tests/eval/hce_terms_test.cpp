// Each positional term worked out by hand on a small position, and the book's own example of a whole trace.
#include <gtest/gtest.h>

#include "engine/board/fen.h"
#include "engine/eval/hce/hce.h"
#include "engine/eval/hce/terms.h"

namespace tabiya {
namespace {

using hce::Group;
using hce::Score;

hce::Trace traceOf(std::string_view fen, const EvalSwitches& switches = {}) {
  return hce::trace(readFen(fen).value(), switches);
}

TEST(HceTerms, MobilityCountsSafeSquaresAgainstTheTypicalNumber) {
  // A knight on d4 sees eight squares: four more than typical, 4 * (4, 4).
  EXPECT_EQ(traceOf("7k/8/8/8/3N4/8/8/K7 w - - 0 1")[Group::Mobility][0], Score(16, 16));
  // On a1 it sees two, one of them its own pawn's, the other covered by a black pawn: none, so -4 * (4, 4).
  EXPECT_EQ(traceOf("7k/8/8/8/2p5/8/2P5/N2K4 w - - 0 1")[Group::Mobility][0], Score(-16, -16));
  // A rook on an empty board sees 14: 7 * (2, 4); a bishop on d4 13: 7 * (5, 5); a queen on d4 27: 14 * (1, 2).
  EXPECT_EQ(traceOf("7k/8/8/8/3r4/8/8/K7 w - - 0 1")[Group::Mobility][1], Score(14, 28));
  EXPECT_EQ(traceOf("6k1/8/8/8/3B4/8/8/1K6 w - - 0 1")[Group::Mobility][0], Score(35, 35));
  EXPECT_EQ(traceOf("6k1/8/8/8/3Q4/8/8/1K6 w - - 0 1")[Group::Mobility][0], Score(14, 28));
}

TEST(HceTerms, DoubledPawnsCountOncePerPawnBehindAnother) {
  // Three on the a file, none beside: two doubled, three isolated.
  const hce::Trace trace = traceOf("4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1");
  EXPECT_EQ(trace[Group::PawnStructure][0], Score(2 * -10 + 3 * -10, 2 * -20 + 3 * -15));
  EXPECT_EQ(trace[Group::PawnStructure][1], Score(0, 0));
}

TEST(HceTerms, APawnWithACompanionOnAFileBesideIsNotIsolated) {
  EXPECT_EQ(traceOf("4k3/8/8/8/8/7p/6p1/4K3 w - - 0 1")[Group::PawnStructure][1], Score(0, 0));
  // The a and h files are no neighbours.
  EXPECT_EQ(traceOf("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1")[Group::PawnStructure][0], Score(-20, -30));
}

TEST(HceTerms, APassedPawnIsWorthMoreOnEachRank) {
  const Score byRank[] = {{0, 5}, {5, 10}, {10, 20}, {20, 35}, {35, 60}, {60, 90}};
  for (int rank = 1; rank <= 6; ++rank) {
    Position position = readFen("4k3/8/8/8/8/8/8/K7 w - - 0 1").value();
    position.putPiece(squareAt(6, rank), makePiece(Color::White, PieceType::Pawn));
    position.putPiece(squareAt(1, 7 - rank), makePiece(Color::Black, PieceType::Pawn));
    const hce::Trace trace = hce::trace(position, {});
    EXPECT_EQ(trace[Group::PassedPawns][0], byRank[rank - 1]) << rank;
    EXPECT_EQ(trace[Group::PassedPawns][1], byRank[rank - 1]) << rank;
  }
}

TEST(HceTerms, APawnAheadOnTheFileOrBesideItStopsAPassedPawn) {
  for (const char* fen : {"4k3/3p4/8/8/3P4/8/8/4K3 w - - 0 1", "4k3/4p3/8/8/3P4/8/8/4K3 w - - 0 1",
                          "4k3/8/2p5/8/3P4/8/8/4K3 w - - 0 1"}) {
    EXPECT_EQ(traceOf(fen)[Group::PassedPawns][0], Score(0, 0)) << fen;
  }
  // Beside it on the same rank it is too late, and a file further off it never mattered.
  EXPECT_EQ(traceOf("4k3/8/8/8/2pP4/8/8/4K3 w - - 0 1")[Group::PassedPawns][0], Score(10, 20));
  EXPECT_EQ(traceOf("4k3/5p2/8/8/3P4/8/8/4K3 w - - 0 1")[Group::PassedPawns][0], Score(10, 20));
  EXPECT_EQ(traceOf("4k3/7p/8/8/P7/8/8/4K3 w - - 0 1")[Group::PassedPawns][0], Score(10, 20));
}

TEST(HceTerms, BishopPairAndRooksOnFiles) {
  EXPECT_EQ(traceOf("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1")[Group::Pieces][0], Score(30, 50));
  EXPECT_EQ(traceOf("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")[Group::Pieces][0], Score(0, 0));
  // a: nobody's pawn; b: only Black's; c: White's.
  const hce::Trace trace = traceOf("4k3/1p6/8/8/8/8/2P5/RRR1K3 w - - 0 1");
  EXPECT_EQ(trace[Group::Pieces][0], Score(25 + 12, 10 + 8));
}

TEST(HceTerms, AtMostThreePawnsShieldTheKing) {
  EXPECT_EQ(traceOf("4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1")[Group::KingSafety][0], Score(45, 0));
  EXPECT_EQ(traceOf("4k3/8/8/8/8/5PPP/5PPP/6K1 w - - 0 1")[Group::KingSafety][0], Score(45, 0));
  EXPECT_EQ(traceOf("4k3/8/8/8/7P/6P1/4PP2/6K1 w - - 0 1")[Group::KingSafety][0], Score(30, 0));
  EXPECT_EQ(traceOf("6k1/6p1/7p/8/8/8/8/4K3 w - - 0 1")[Group::KingSafety][1], Score(30, 0));
}

TEST(HceTerms, DangerGrowsWithTheSquareOfTheAttacksAndHasALimit) {
  // The rook on f8 attacks f1 and f2 beside the king on g1: 2 * 3 units, 36 * 35 / 100.
  EXPECT_EQ(traceOf("k4r2/8/8/8/8/8/8/6K1 w - - 0 1")[Group::KingSafety][0], Score(-12, 0));
  // Two rooks on f8 and h8: twice the units, four times the penalty: 144 * 35 / 100.
  EXPECT_EQ(traceOf("k4r1r/8/8/8/8/8/8/6K1 w - - 0 1")[Group::KingSafety][0], Score(-50, 0));
  // Two queens, a bishop and a knight.
  EXPECT_EQ(traceOf("k7/8/8/8/8/5nqb/4q3/6K1 w - - 0 1")[Group::KingSafety][0], Score(-500, 0));
}

TEST(HceTerms, TheMoveIsWorthALittle) {
  EXPECT_EQ(traceOf("4k3/8/8/8/8/8/8/4K3 w - - 0 1")[Group::Tempo][0], Score(10, 5));
  EXPECT_EQ(traceOf("4k3/8/8/8/8/8/8/4K3 b - - 0 1")[Group::Tempo][1], Score(10, 5));
}

// The figures for mobility, pieces, king safety and tempo are the book's; its tables are not ours.
TEST(HceTerms, TheBooksExampleOfATrace) {
  const hce::Trace trace = traceOf("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPPKPPP/R1BQ3R w - - 0 1");
  EXPECT_EQ(trace[Group::Material][0], Score(3940, 4200));
  EXPECT_EQ(trace[Group::Mobility][0], Score(-61, -91));
  EXPECT_EQ(trace[Group::Mobility][1], Score(-61, -96));
  EXPECT_EQ(trace[Group::PawnStructure][0], Score(0, 0));
  EXPECT_EQ(trace[Group::PassedPawns][1], Score(0, 0));
  EXPECT_EQ(trace[Group::Pieces][0], Score(30, 50));
  EXPECT_EQ(trace[Group::KingSafety][0], Score(10, 0));
  EXPECT_EQ(trace[Group::KingSafety][1], Score(44, 0));
  EXPECT_EQ(trace[Group::Tempo][0], Score(10, 5));
  EXPECT_EQ(trace.phase, 24);
}

TEST(HceTerms, AGroupThatIsOffIsNotThere) {
  const std::string_view fen = "r1bq1rk1/p1pp1p1p/2n2n2/2b1p3/2B1P3/2N2N2/P1PPKPPP/R1BQ3R w - - 0 1";
  const EvalSwitches on;
  const struct {
    EvalSwitches switches;
    std::vector<Group> groups;
  } cases[] = {
      {[&] {
         auto s = on;
         s.mobility = false;
         return s;
       }(),
       {Group::Mobility}},
      {[&] {
         auto s = on;
         s.pawns = false;
         return s;
       }(),
       {Group::PawnStructure, Group::PassedPawns}},
      {[&] {
         auto s = on;
         s.pieces = false;
         return s;
       }(),
       {Group::Pieces}},
      {[&] {
         auto s = on;
         s.kingSafety = false;
         return s;
       }(),
       {Group::KingSafety}},
      {[&] {
         auto s = on;
         s.tempo = false;
         return s;
       }(),
       {Group::Tempo}},
      {EvalSwitches::none(),
       {Group::Mobility, Group::PawnStructure, Group::PassedPawns, Group::Pieces, Group::KingSafety, Group::Tempo}}};
  const hce::Trace all = traceOf(fen, on);
  for (const auto& [switches, groups] : cases) {
    const hce::Trace some = traceOf(fen, switches);
    for (const Group group : hce::kGroups) {
      const bool off = std::find(groups.begin(), groups.end(), group) != groups.end();
      const std::array<Score, 2> nothing{};
      EXPECT_EQ(some[group], off ? nothing : all[group]) << hce::index(group);
    }
  }
}

// Squares and pawns set by set, against the same said square by square.
TEST(HceTerms, FillsReachAllSquaresAheadAndNoOthers) {
  for (int i = 0; i < 64; ++i) {
    const Square from = squareAt(i);
    for (const Color color : kColors) {
      Bitboard expected;
      for (int j = 0; j < 64; ++j) {
        const Square to = squareAt(j);
        if (fileOf(to) == fileOf(from) && relativeRank(color, to) > relativeRank(color, from)) expected |= Bitboard(to);
      }
      EXPECT_EQ(hce::ahead(color, Bitboard(from)), expected) << i;
    }
    Bitboard row;
    for (int file = fileOf(from) - 1; file <= fileOf(from) + 1; ++file) {
      if (file >= 0 && file < 8) row |= Bitboard(squareAt(file, rankOf(from)));
    }
    EXPECT_EQ(hce::widened(Bitboard(from)), row) << i;
  }
}

}  // namespace
}  // namespace tabiya
