// Static exchange evaluation: examples worked by hand, and a plain minimax of the captures on one square.
#include "engine/movegen/see.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/movegen/san.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

// The twin: letters on 64 squares and attackers found by walking, one capture at a time.
class PlainExchange {
 public:
  PlainExchange(const Position& p, Move m) : square_(index(m.to())) {
    for (int i = 0; i < 64; ++i) board_[i] = toChar(p.pieceAt(squareAt(i)));
    char mover = board_[index(m.from())];
    gain_ = board_[square_] == '.' ? 0 : value(board_[square_]);
    if (m.kind() == MoveKind::EnPassant) {
      const int victim = rankOf(m.from()) * 8 + fileOf(m.to());
      gain_ = value(board_[victim]);
      board_[victim] = '.';
    }
    if (m.kind() == MoveKind::Promotion) {
      const char piece = "nbrq"[index(m.promotionType()) - 1];
      gain_ += value(piece) - value('p');
      mover = static_cast<char>(std::isupper(mover) ? std::toupper(piece) : piece);
    }
    board_[index(m.from())] = '.';
    board_[square_] = mover;
    whiteNext_ = p.sideToMove() == Color::Black;
  }

  int value() const { return gain_ - best(board_, whiteNext_); }

 private:
  using Board = std::array<char, 64>;

  static int value(char piece) {
    switch (std::tolower(piece)) {
      case 'p':
        return 100;
      case 'n':
        return 320;
      case 'b':
        return 330;
      case 'r':
        return 500;
      case 'q':
        return 900;
      default:
        return 0;
    }
  }

  // Squares with pieces of that colour that could capture on the square, least valuable first.
  std::vector<int> attackers(const Board& board, bool white) const {
    std::vector<int> found;
    for (int from = 0; from < 64; ++from) {
      const char piece = board[from];
      if (piece == '.' || from == square_ || (std::isupper(piece) != 0) != white) continue;
      const int east = square_ % 8 - from % 8, north = square_ / 8 - from / 8;
      const int far = std::max(std::abs(east), std::abs(north)), near = std::min(std::abs(east), std::abs(north));
      bool reaches = false;
      switch (std::tolower(piece)) {
        case 'p':
          reaches = std::abs(east) == 1 && north == (white ? 1 : -1);
          break;
        case 'n':
          reaches = far == 2 && near == 1;
          break;
        case 'k':
          reaches = far == 1;
          break;
        case 'b':
          reaches = near == far;
          break;
        case 'r':
          reaches = near == 0;
          break;
        default:
          reaches = near == 0 || near == far;
      }
      if (reaches && std::tolower(piece) != 'n') {
        for (int i = 1; i < far; ++i)
          if (board[from + i * (east / far + 8 * (north / far))] != '.') reaches = false;
      }
      if (reaches) found.push_back(from);
    }
    // The king, worth nothing in the table, comes last.
    const auto cost = [&](int s) { return std::tolower(board[s]) == 'k' ? 10'000 : value(board[s]); };
    std::stable_sort(found.begin(), found.end(), [&](int a, int b) { return cost(a) < cost(b); });
    return found;
  }

  // What the side wins at most by capturing now, or by leaving it.
  int best(const Board& board, bool white) const {
    const std::vector<int> own = attackers(board, white);
    if (own.empty()) return 0;
    Board after = board;
    after[square_] = board[own[0]];
    after[own[0]] = '.';
    if (std::tolower(board[own[0]]) == 'k' && !attackers(after, !white).empty()) return 0;
    return std::max(0, value(board[square_]) - best(after, !white));
  }

  Board board_;
  int square_;
  int gain_;
  bool whiteNext_;
};

void checkExchanges(const Position& p) {
  for (const Move m : legalMoves(p)) {
    const int value = see(p, m);
    const int expected = m.kind() == MoveKind::Castling ? 0 : PlainExchange(p, m).value();
    ASSERT_EQ(value, expected) << writeFen(p) << " " << toUci(p, m);
    for (const int threshold : {value - 1, value, value + 1, -100, 0, 1, 100, 320})
      ASSERT_EQ(seeAtLeast(p, m, threshold), value >= threshold)
          << writeFen(p) << " " << toUci(p, m) << " " << threshold;
  }
}

TEST(See, EqualsAPlainMinimaxOnEveryMoveOfAWalk) {
  walkAll(1, checkExchanges);
}

TEST(See, EqualsAPlainMinimaxOnEveryMoveOfALongerWalk_slow) {
  walkAll(2, checkExchanges);
}

struct Example {
  const char* fen;
  const char* uci;
  int value;
  const char* why;
};
constexpr Example kExamples[] = {
    Example{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100, "an undefended pawn"},
    Example{"4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -800, "the queen is lost for a pawn"},
    Example{"3r2k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", 100, "the rook behind joins in, Black stops"},
    Example{"3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", -400, "two against two"},
    Example{"4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 220, "knight for pawn"},
    Example{"4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d5", -900, "a quiet move onto an attacked square"},
    Example{"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d5", 0, "a quiet move onto a safe square"},
    Example{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100, "en passant"},
    Example{"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, taken back"},
    Example{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100, "the new queen is taken by the rook"},
    Example{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300, "a rook and a queen for a pawn"},
    Example{"4k3/4r3/8/8/4p3/8/3K4/8 b - - 0 1", "e4e3", 0, "the king may not take what the rook guards"},
    Example{"4k3/4r3/8/8/4p3/8/3K4/4R3 b - - 0 1", "e4e3", -100, "the king takes last"},
    Example{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, "castling"}};

TEST(See, ExamplesWorkedByHand) {
  for (const auto& c : kExamples) {
    const Position p = fromFen(c.fen);
    const Result<Move> m = readUci(p, c.uci);
    ASSERT_TRUE(m) << c.fen << ": " << m.error();
    EXPECT_EQ(see(p, *m), c.value) << c.fen << " " << c.uci << ": " << c.why;
  }
}

}  // namespace
}  // namespace tabiya
