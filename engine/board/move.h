// A move in 16 bits, laid out as in the game log (viriformat; design of the file formats in records/README.md).
//
// Bits 0-5 from, 6-11 to, 12-13 promotion piece (knight 0, bishop 1, rook 2, queen 3), 14-15 kind.
// Castling is the king taking its own rook. Whether a move captures is the position's knowledge. 0 is no move.
#pragma once

#include "engine/board/types.h"

namespace tabiya {

enum class MoveKind : u8 { Normal, EnPassant, Castling, Promotion };

class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Normal)
      : bits_(static_cast<u16>(index(from) | index(to) << 6 | static_cast<int>(kind) << 14)) {}
  static constexpr Move promotion(Square from, Square to, PieceType piece) {
    Move m(from, to, MoveKind::Promotion);
    m.bits_ = static_cast<u16>(m.bits_ | (index(piece) - 1) << 12);
    return m;
  }
  static constexpr Move fromBits(u16 bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }

  constexpr Square from() const { return squareAt(bits_ & 63); }
  constexpr Square to() const { return squareAt((bits_ >> 6) & 63); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
  // The piece a pawn becomes; PieceType::None when the move is no promotion.
  constexpr PieceType promotionType() const {
    return kind() == MoveKind::Promotion ? static_cast<PieceType>(((bits_ >> 12) & 3) + 1) : PieceType::None;
  }
  constexpr u16 bits() const { return bits_; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  constexpr auto operator<=>(const Move&) const = default;

 private:
  u16 bits_ = 0;
};

inline constexpr Move kNoMove{};

}  // namespace tabiya
