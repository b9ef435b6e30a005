// Which squares a piece attacks. Leapers from tables, sliders by magic multiplication or PEXT (attacks.cpp).
//
// The slow ray walk is the definition; a test runs every relevant occupancy of every square against it.
#pragma once

#include "engine/board/bitboard.h"

namespace tabiya {

Bitboard pawnAttacks(Color color, Square square);
Bitboard knightAttacks(Square square);
Bitboard kingAttacks(Square square);
// Up to and including the first occupied square of each ray.
Bitboard bishopAttacks(Square square, Bitboard occupied);
Bitboard rookAttacks(Square square, Bitboard occupied);
inline Bitboard queenAttacks(Square square, Bitboard occupied) {
  return bishopAttacks(square, occupied) | rookAttacks(square, occupied);
}

// The squares strictly between two squares of one line, else nothing.
Bitboard between(Square a, Square b);
// The whole line (edge to edge) through two different squares of one rank, file or diagonal, else nothing.
Bitboard lineThrough(Square a, Square b);

// The definition: walks each ray square by square.
Bitboard bishopAttacksByRays(Square square, Bitboard occupied);
Bitboard rookAttacksByRays(Square square, Bitboard occupied);

// All squares that a side's pawns attack.
constexpr Bitboard pawnAttacks(Color color, Bitboard pawns) {
  const u64 notA = pawns.bits & ~kFileA.bits, notH = pawns.bits & ~kFileH.bits;
  return color == Color::White ? Bitboard(notA << 7 | notH << 9) : Bitboard(notA >> 9 | notH >> 7);
}

}  // namespace tabiya
