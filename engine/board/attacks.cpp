// Fills the attack tables: squares between and in line at compile time, sliders once before main.
#include "engine/board/attacks.h"

#include <stdexcept>
#include <string>

#include "engine/base/cpu.h"
#include "engine/board/magic_numbers.h"

namespace tabiya::detail {
namespace {

constexpr PairTables makePairs() {
  PairTables t{};
  constexpr int kSteps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
  for (int a = 0; a < 64; ++a) {
    for (const auto& [east, north] : kSteps) {
      // The line through a in this direction and its opposite, edge to edge.
      Bitboard line(squareAt(a));
      for (const int sign : {1, -1}) {
        int file = (a & 7) + sign * east, rank = (a >> 3) + sign * north;
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += sign * east, rank += sign * north)
          line = line.with(squareAt(file, rank));
      }
      Bitboard passed;
      int file = (a & 7) + east, rank = (a >> 3) + north;
      for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += east, rank += north) {
        const Square b = squareAt(file, rank);
        t.between[a][index(b)] = passed;
        t.line[a][index(b)] = line;
        passed = passed.with(b);
      }
    }
  }
  return t;
}

}  // namespace

constexpr PairTables kPairs = makePairs();

SliderTables::SliderTables(bool usePext) : usesPext(usePext), attacks{} {
  u32 offset = 0;
  for (const bool isRook : {false, true}) {
    for (int i = 0; i < 64; ++i) {
      const Square square = squareAt(i);
      const Bitboard mask = isRook ? rookRelevant(square) : bishopRelevant(square);
      SliderSquare& s = (isRook ? rook : bishop)[i];
      s = {mask.bits, isRook ? kRookMagics[i] : kBishopMagics[i], offset, static_cast<u32>(64 - mask.count())};
      // Every subset of the mask, by the carry-rippler.
      u64 occupied = 0;
      do {
        const Bitboard reached =
            isRook ? rookAttacksByRays(square, Bitboard(occupied)) : bishopAttacksByRays(square, Bitboard(occupied));
        const u64 place = usePext ? pext(occupied, s.mask) : (occupied * s.magic) >> s.shift;
        Bitboard& entry = attacks[s.offset + place];
        // No attack set is empty, so an empty entry is a free one.
        if (!entry.empty() && entry != reached)
          throw std::logic_error(std::string("the magic number of a ") + (isRook ? "rook" : "bishop") + " on " +
                                 toString(square) + " maps two attack sets to one place");
        entry = reached;
        occupied = (occupied - s.mask) & s.mask;
      } while (occupied != 0);
      offset += 1u << mask.count();
    }
  }
}

// Before every other dynamic initialisation, so that no table of another file can meet it empty.
__attribute__((init_priority(101))) const SliderTables kSliders(kAlwaysPext || cpuFeatures().fastPext);

}  // namespace tabiya::detail
