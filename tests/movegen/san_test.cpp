// SAN: exact out, forgiving in, and every move of a walk there and back.
#include "engine/movegen/san.h"

#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

void checkTexts(const Position& p) {
  for (const auto style : {FenCastling::XFen, FenCastling::Shredder}) {
    const std::string fen = writeFen(p, style);
    const Result<Position> back = readFen(fen);
    ASSERT_TRUE(back) << fen << ": " << back.error();
    ASSERT_EQ(*back, p) << fen;
    ASSERT_EQ(writeFen(*back, style), fen);
  }
  for (const Move m : legalMoves(p)) {
    const std::string san = toSan(p, m);
    const Result<Move> fromSan = readSan(p, san);
    ASSERT_TRUE(fromSan) << writeFen(p) << " " << san << ": " << fromSan.error();
    ASSERT_EQ(*fromSan, m) << writeFen(p) << " " << san;
    for (const bool chess960 : {false, true}) {
      const std::string uci = toUci(p, m, chess960);
      const Result<Move> fromUci = readUci(p, uci);
      ASSERT_TRUE(fromUci) << writeFen(p) << " " << uci << ": " << fromUci.error();
      ASSERT_EQ(*fromUci, m) << writeFen(p) << " " << uci;
    }
  }
}

TEST(San, FenSanAndUciComeBackOnEveryMoveOfAWalk) {
  walkAll(1, checkTexts);
}

TEST(San, FenSanAndUciComeBackOnEveryMoveOfALongerWalk_slow) {
  walkAll(2, checkTexts);
}

struct Written {
  const char* fen;
  const char* uci;
  const char* san;
};
constexpr Written kWritten[] = {Written{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
                                Written{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
                                Written{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
                                Written{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
                                Written{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
                                Written{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
                                // By file, by rank, by both.
                                Written{"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"},
                                Written{"4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a1b3", "N1b3"},
                                Written{"1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
                                // The other knight is pinned, so nothing needs to be told apart.
                                Written{"4r2k/8/8/8/8/8/4N3/2N1K3 w - - 0 1", "c1d3", "Nd3"},
                                Written{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
                                Written{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
                                Written{"5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O+"},
                                Written{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"}};

TEST(San, IsWrittenExactly) {
  for (const auto& c : kWritten) {
    const Position p = fromFen(c.fen);
    const Result<Move> m = readUci(p, c.uci);
    ASSERT_TRUE(m) << c.fen << ": " << m.error();
    EXPECT_EQ(toSan(p, *m), c.san) << c.fen;
  }
}

struct Read {
  const char* fen;
  const char* text;
  const char* uci;
};
constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kPromotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
constexpr const char* kCastling = "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
constexpr const char* kEnPassant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

constexpr Read kRead[] = {
    Read{kStart, "Nf3!?", "g1f3"},     Read{kStart, "Ng1f3", "g1f3"},          Read{kStart, "Ng1-f3", "g1f3"},
    Read{kStart, "Ngf3", "g1f3"},      Read{kStart, "N1f3", "g1f3"},           Read{kStart, "g1f3", "g1f3"},
    Read{kStart, "Pe4", "e2e4"},       Read{kStart, "e2-e4", "e2e4"},          Read{kStart, "e4+", "e2e4"},
    Read{kPromotion, "a8Q", "a7a8q"},  Read{kPromotion, "a8(Q)", "a7a8q"},     Read{kPromotion, "a8/R", "a7a8r"},
    Read{kPromotion, "a8=n", "a7a8n"}, Read{kPromotion, "axb8=Q#??", "a7b8q"}, Read{kPromotion, "a7b8b", "a7b8b"},
    Read{kCastling, "O-O", "e1g1"},    Read{kCastling, "0-0+", "e1g1"},        Read{kCastling, "o-o-o", "e1c1"},
    Read{kCastling, "0-0-0!", "e1c1"}, Read{kCastling, "OO", "e1g1"},          Read{kCastling, "e1h1", "e1g1"},
    Read{kEnPassant, "exd6", "e5d6"},  Read{kEnPassant, "exd6 e.p.", "e5d6"},  Read{kEnPassant, "exd6ep", "e5d6"},
    Read{kEnPassant, "ed6", "e5d6"},   Read{kEnPassant, "e5:d6", "e5d6"}};

TEST(San, IsReadForgivingly) {
  for (const auto& c : kRead) {
    const Position p = fromFen(c.fen);
    const Result<Move> m = readSan(p, c.text);
    ASSERT_TRUE(m) << c.fen << ": " << m.error();
    EXPECT_EQ(toUci(p, *m), c.uci) << c.text;
  }
}

TEST(San, WhatCannotBeReadSaysWhy) {
  const Position start = Position::startpos();
  EXPECT_EQ(readSan(start, "hello").error(), "'hello' is not a move: expected one like Nf3, exd5, e8=Q, O-O or e2e4");
  EXPECT_EQ(readSan(start, "").error(), "'' is not a move: expected one like Nf3, exd5, e8=Q, O-O or e2e4");
  EXPECT_EQ(readSan(start, "Ne5").error(), "'Ne5' is not legal here");
  EXPECT_EQ(readSan(start, "O-O").error(), "castling 'O-O' is not legal here");
  EXPECT_EQ(readSan(fromFen("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), "Nd2").error(), "'Nd2' fits both Nbd2 and Nfd2");
  EXPECT_EQ(readSan(fromFen(kPromotion), "a8").error(), "'a8' is not legal here");
  EXPECT_EQ(readSan(fromFen(kPromotion), "a8=K").error(),
            "'a8=K' is not a move: expected one like Nf3, exd5, e8=Q, O-O or e2e4");
}

}  // namespace
}  // namespace tabiya
