// The twin that proves perft: pieces step along the board square by square, every pseudo-legal move is played on a bare
// 64-square board, and thrown away if a king can then be taken. Only the reading of the position is shared.
#include <array>
#include <cstdlib>
#include <vector>

#include "engine/movegen/perft.h"

namespace tabiya {
namespace {

struct Step {
  int east;
  int north;
};
constexpr std::array<Step, 8> kAround{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 8> kJumps{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

struct SlowMove {
  int from;
  int to;
  char promotion = 0;
  int castlingRook = -1;
};

// Letters as in a FEN, '.' where nothing stands.
struct SlowBoard {
  std::array<char, 64> squares;
  bool whiteToMove;
  int enPassant = -1;        // the square passed over by the last move, whoever may use it
  std::array<int, 4> rooks;  // that may still castle: white king's and queen's side, black's

  static SlowBoard from(const Position& p) {
    SlowBoard b{};
    for (int i = 0; i < 64; ++i) b.squares[i] = toChar(p.pieceAt(squareAt(i)));
    b.whiteToMove = p.sideToMove() == Color::White;
    b.enPassant = p.enPassant() == Square::None ? -1 : index(p.enPassant());
    for (int i = 0; i < 4; ++i) {
      const Square rook = p.castling().rookOf(kColors[i / 2], kCastlingSides[i % 2]);
      b.rooks[i] = rook == Square::None ? -1 : index(rook);
    }
    return b;
  }

  static bool isWhite(char piece) { return piece >= 'A' && piece <= 'Z'; }
  static char kind(char piece) { return static_cast<char>(piece | 0x20); }
  bool isOwn(int square) const { return squares[square] != '.' && isWhite(squares[square]) == whiteToMove; }
  bool isEnemy(int square) const { return squares[square] != '.' && isWhite(squares[square]) != whiteToMove; }
  char own(char letter) const { return static_cast<char>(whiteToMove ? letter & ~0x20 : letter | 0x20); }

  // The square a step away, or -1 off the board.
  static int next(int square, Step s) {
    const int file = square % 8 + s.east, rank = square / 8 + s.north;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
  }

  int kingOf(bool white) const {
    for (int i = 0; i < 64; ++i)
      if (squares[i] == (white ? 'K' : 'k')) return i;
    return -1;
  }

  // Whether a piece of that colour could capture on the square, whatever stands there.
  bool attacked(int square, bool byWhite) const {
    for (int from = 0; from < 64; ++from) {
      const char piece = squares[from];
      if (piece == '.' || isWhite(piece) != byWhite || from == square) continue;
      const char k = kind(piece);
      if (k == 'p') {
        for (const int east : {-1, 1})
          if (next(from, {east, byWhite ? 1 : -1}) == square) return true;
      } else if (k == 'n' || k == 'k') {
        for (const Step s : k == 'n' ? kJumps : kAround)
          if (next(from, s) == square) return true;
      } else {
        for (int d = k == 'b' ? 4 : 0; d < (k == 'r' ? 4 : 8); ++d) {
          int at = next(from, kAround[d]);
          while (at >= 0 && at != square && squares[at] == '.') at = next(at, kAround[d]);
          if (at == square) return true;
        }
      }
    }
    return false;
  }

  void addPawn(int from, int to, std::vector<SlowMove>& moves) const {
    if (to / 8 == 0 || to / 8 == 7) {
      for (const char piece : {'q', 'r', 'b', 'n'}) moves.push_back({from, to, own(piece)});
    } else {
      moves.push_back({from, to});
    }
  }

  void pawnMoves(int from, std::vector<SlowMove>& moves) const {
    const int north = whiteToMove ? 1 : -1;
    const int once = from + 8 * north;
    if (squares[once] == '.') {
      addPawn(from, once, moves);
      if (from / 8 == (whiteToMove ? 1 : 6) && squares[once + 8 * north] == '.')
        moves.push_back({from, once + 8 * north});
    }
    for (const int east : {-1, 1}) {
      const int to = next(from, {east, north});
      if (to >= 0 && (isEnemy(to) || to == enPassant)) addPawn(from, to, moves);
    }
  }

  void castlingMoves(std::vector<SlowMove>& moves) const {
    const int king = kingOf(whiteToMove), home = whiteToMove ? 0 : 56;
    for (const int side : {0, 1}) {
      const int rook = rooks[(whiteToMove ? 0 : 2) + side];
      if (rook < 0) continue;
      const int kingTo = home + (side == 0 ? 6 : 2), rookTo = home + (side == 0 ? 5 : 3);
      bool possible = true;
      const auto visit = [&](int from, int to, bool isKing) {
        for (int at = from;; at += to > from ? 1 : -1) {
          if (at != king && at != rook && squares[at] != '.') possible = false;
          if (isKing && attacked(at, !whiteToMove)) possible = false;
          if (at == to) break;
        }
      };
      visit(king, kingTo, true);
      visit(rook, rookTo, false);
      if (possible) moves.push_back({king, kingTo, 0, rook});
    }
  }

  std::vector<SlowMove> pseudoLegalMoves() const {
    std::vector<SlowMove> moves;
    for (int from = 0; from < 64; ++from) {
      if (!isOwn(from)) continue;
      const char k = kind(squares[from]);
      if (k == 'p') {
        pawnMoves(from, moves);
        continue;
      }
      const bool slides = k == 'b' || k == 'r' || k == 'q';
      for (int d = k == 'b' ? 4 : 0; d < (k == 'r' ? 4 : 8); ++d) {
        const Step s = k == 'n' ? kJumps[d] : kAround[d];
        for (int to = next(from, s); to >= 0 && !isOwn(to); to = next(to, s)) {
          moves.push_back({from, to});
          if (!slides || squares[to] != '.') break;
        }
      }
    }
    castlingMoves(moves);
    return moves;
  }

  SlowBoard after(const SlowMove& m) const {
    SlowBoard b = *this;
    const char piece = squares[m.from];
    b.squares[m.from] = '.';
    if (m.castlingRook >= 0) {
      const char rook = squares[m.castlingRook];
      b.squares[m.castlingRook] = '.';
      b.squares[m.to] = piece;
      b.squares[m.to % 8 == 6 ? m.to - 1 : m.to + 1] = rook;
    } else {
      if (kind(piece) == 'p' && m.to == enPassant) b.squares[m.from / 8 * 8 + m.to % 8] = '.';
      b.squares[m.to] = m.promotion != 0 ? m.promotion : piece;
    }
    b.enPassant = kind(piece) == 'p' && std::abs(m.to - m.from) == 16 ? (m.from + m.to) / 2 : -1;
    for (int i = 0; i < 4; ++i) {
      const bool ownRight = (i < 2) == whiteToMove;
      if (b.rooks[i] == m.from || b.rooks[i] == m.to || (ownRight && kind(piece) == 'k')) b.rooks[i] = -1;
    }
    b.whiteToMove = !whiteToMove;
    return b;
  }

  u64 count(int depth) const {
    if (depth <= 0) return 1;
    u64 leaves = 0;
    for (const SlowMove& m : pseudoLegalMoves()) {
      const SlowBoard child = after(m);
      if (!child.attacked(child.kingOf(whiteToMove), !whiteToMove)) leaves += child.count(depth - 1);
    }
    return leaves;
  }
};

}  // namespace

u64 perftSlow(const Position& position, int depth) {
  return SlowBoard::from(position).count(depth);
}

}  // namespace tabiya
