// Searches the magic numbers of engine/board/magic_numbers.h and prints that file: find_magics > magic_numbers.h
//
// Sparse random candidates, tried until one maps every relevant occupancy without a harmful collision (the method of
// Tord Romstad's public-domain search). The seed is fixed, so the file is the same each time.
#include <cstdio>
#include <vector>

#include "engine/base/random.h"
#include "engine/board/attacks.h"

namespace {

using namespace tabiya;
using Reference = Bitboard (*)(Square, Bitboard);

u64 findMagic(Square square, Bitboard mask, Reference attacks, Random& random) {
  std::vector<u64> occupancies;
  std::vector<Bitboard> reached;
  u64 occupied = 0;
  do {
    occupancies.push_back(occupied);
    reached.push_back(attacks(square, Bitboard(occupied)));
    occupied = (occupied - mask.bits) & mask.bits;
  } while (occupied != 0);

  const int shift = 64 - mask.count();
  std::vector<Bitboard> table(occupancies.size());
  for (;;) {
    const u64 magic = random.next() & random.next() & random.next();
    // A good number gathers many bits of the mask in the top byte.
    if (Bitboard((mask.bits * magic) >> 56).count() < 6) continue;
    table.assign(table.size(), Bitboard());
    bool fits = true;
    for (std::size_t i = 0; fits && i < occupancies.size(); ++i) {
      Bitboard& entry = table[(occupancies[i] * magic) >> shift];
      fits = entry.empty() || entry == reached[i];
      entry = reached[i];
    }
    if (fits) return magic;
  }
}

void printTable(const char* name, Bitboard (*relevant)(Square), Reference attacks, Random& random) {
  std::printf("inline constexpr std::array<u64, 64> %s{\n", name);
  for (int i = 0; i < 64; ++i) {
    const Square square = squareAt(i);
    std::printf("%s0x%016llxULL,%s", i % 4 == 0 ? "    " : " ",
                static_cast<unsigned long long>(findMagic(square, relevant(square), attacks, random)),
                i % 4 == 3 ? "\n" : "");
  }
  std::printf("};\n");
}

}  // namespace

int main() {
  std::printf(
      "// Magic multipliers by square, found by engine/movegen/find_magics.cpp (which prints this file).\n"
      "// The fill of the tables at start checks every one of them.\n"
      "#pragma once\n\n#include <array>\n\n#include \"engine/base/types.h\"\n\nnamespace tabiya::detail {\n\n");
  Random random(2);
  printTable("kBishopMagics", bishopRelevant, bishopAttacksByRays, random);
  std::printf("\n");
  printTable("kRookMagics", rookRelevant, rookAttacksByRays, random);
  std::printf("\n}  // namespace tabiya::detail\n");
  return 0;
}
