// Colours, pieces and squares: small strong types with constexpr functions.
//
// Squares are numbered along the ranks from a1: a1 = 0, h1 = 7, h8 = 63; north is +8, east is +1.
// A piece's number is its type plus 8 for Black, which is also its nibble in a training record (records/README.md).
#pragma once

#include <array>
#include <string>

#include "engine/base/types.h"

namespace tabiya {

enum class Color : u8 { White, Black };
inline constexpr std::array<Color, 2> kColors{Color::White, Color::Black};
constexpr int index(Color c) {
  return static_cast<int>(c);
}
constexpr Color operator~(Color c) {
  return static_cast<Color>(static_cast<int>(c) ^ 1);
}

enum class PieceType : u8 { Pawn, Knight, Bishop, Rook, Queen, King, None };
inline constexpr std::array<PieceType, 6> kPieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                                      PieceType::Rook, PieceType::Queen,  PieceType::King};
constexpr int index(PieceType t) {
  return static_cast<int>(t);
}

// White pawn 0 ... white king 5, black pawn 8 ... black king 13; None = 6.
enum class Piece : u8 { None = 6 };
constexpr int index(Piece p) {
  return static_cast<int>(p);
}
constexpr Piece makePiece(Color c, PieceType t) {
  return static_cast<Piece>(index(t) + 8 * index(c));
}
constexpr PieceType typeOf(Piece p) {
  return static_cast<PieceType>(index(p) & 7);
}
// The colour of a piece that is there (not None).
constexpr Color colorOf(Piece p) {
  return static_cast<Color>(index(p) >> 3);
}

// clang-format off
enum class Square : u8 {
  A1, B1, C1, D1, E1, F1, G1, H1, A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3, A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5, A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7, A8, B8, C8, D8, E8, F8, G8, H8,
  None
};
// clang-format on
constexpr int index(Square s) {
  return static_cast<int>(s);
}
constexpr Square squareAt(int i) {
  return static_cast<Square>(i);
}
// File and rank are plain numbers, 0 to 7.
constexpr Square squareAt(int file, int rank) {
  return static_cast<Square>(rank * 8 + file);
}
constexpr int fileOf(Square s) {
  return index(s) & 7;
}
constexpr int rankOf(Square s) {
  return index(s) >> 3;
}
constexpr Square flipRank(Square s) {
  return static_cast<Square>(index(s) ^ 56);
}
constexpr Square flipFile(Square s) {
  return static_cast<Square>(index(s) ^ 7);
}
// The square as `view` sees it: Black turns the board upside down.
constexpr Square relativeTo(Color view, Square s) {
  return view == Color::White ? s : flipRank(s);
}
constexpr int relativeRank(Color view, Square s) {
  return view == Color::White ? rankOf(s) : 7 - rankOf(s);
}
// +8 for White, -8 for Black.
constexpr int forward(Color c) {
  return c == Color::White ? 8 : -8;
}
constexpr Square step(Square s, int delta) {
  return static_cast<Square>(index(s) + delta);
}

// "e4"; "-" for None.
inline std::string toString(Square s) {
  if (s == Square::None) return "-";
  return {static_cast<char>('a' + fileOf(s)), static_cast<char>('1' + rankOf(s))};
}
// The piece's FEN letter: upper case for White.
constexpr char toChar(Piece p) {
  return p == Piece::None ? '.' : "PNBRQK  pnbrqk"[index(p)];
}

// Which side of the king a castling rook stands on.
enum class CastlingSide : u8 { King, Queen };
inline constexpr std::array<CastlingSide, 2> kCastlingSides{CastlingSide::King, CastlingSide::Queen};
constexpr int index(CastlingSide s) {
  return static_cast<int>(s);
}
// Where the king and the rook land: g and f files, or c and d.
constexpr Square castlingKingTo(Color c, CastlingSide s) {
  return squareAt(s == CastlingSide::King ? 6 : 2, c == Color::White ? 0 : 7);
}
constexpr Square castlingRookTo(Color c, CastlingSide s) {
  return squareAt(s == CastlingSide::King ? 5 : 3, c == Color::White ? 0 : 7);
}

// The result of a game for White.
enum class GameResult : u8 { BlackWins = 0, Draw = 1, WhiteWins = 2 };
constexpr GameResult winFor(Color c) {
  return c == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

}  // namespace tabiya
