// FEN: what is read, what is written, and the sentence for each fault.
#include "engine/board/fen.h"

#include <gtest/gtest.h>

#include <iterator>

#include "engine/base/random.h"

namespace tabiya {
namespace {

constexpr const char* kGoodFens[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
                                     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "8/8/8/8/8/8/8/K1k5 b - - 99 200",
                                     // An inner rook by its file, the outermost by K and Q.
                                     "5k2/8/8/8/8/8/8/RR1KR1R1 w EB - 0 1", "5k2/8/8/8/8/8/8/RR1KR1R1 w KQ - 0 1",
                                     "bbrkrqnn/pppppppp/8/8/8/8/PPPPPPPP/BBRKRQNN w KQkq - 0 1"};

TEST(Fen, GoodOnesComeBackAsTheyWere) {
  for (const auto& c : kGoodFens) {
    const Result<Position> p = readFen(c);
    ASSERT_TRUE(p) << p.error();
    EXPECT_TRUE(p->isConsistent());
    EXPECT_EQ(writeFen(*p), c);
  }
}

TEST(Fen, ShredderCastlingNamesTheFile) {
  EXPECT_EQ(writeFen(Position::startpos(), FenCastling::Shredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  EXPECT_EQ(*readFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"), Position::startpos());
  EXPECT_EQ(writeFen(*readFen("5k2/8/8/8/8/8/8/RR1KR1R1 w EB - 0 1"), FenCastling::Shredder),
            "5k2/8/8/8/8/8/8/RR1KR1R1 w EB - 0 1");
}

TEST(Fen, TheOutermostRookIsMeantByKAndQ) {
  const Position p = *readFen("1r2kr1r/4p3/8/8/8/8/8/RR1KR1R1 w KQkq - 0 1");
  EXPECT_EQ(p.castling().rookOf(Color::White, CastlingSide::King), Square::G1);
  EXPECT_EQ(p.castling().rookOf(Color::White, CastlingSide::Queen), Square::A1);
  EXPECT_EQ(p.castling().rookOf(Color::Black, CastlingSide::King), Square::H8);
  EXPECT_EQ(p.castling().rookOf(Color::Black, CastlingSide::Queen), Square::B8);
}

TEST(Fen, MissingFieldsAreAsAtTheStartOfNothing) {
  const char* full = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
  for (const char* shorter : {"4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b -", "4k3/8/8/8/8/8/8/4K3 b - -",
                              "4k3/8/8/8/8/8/8/4K3 b - - 0", "  4k3/8/8/8/8/8/8/4K3   b - -  0 1\r\n"})
    EXPECT_EQ(writeFen(*readFen(shorter)), full) << shorter;
}

TEST(Fen, MoveNumberZeroIsOne) {
  EXPECT_EQ(readFen("4k3/8/8/8/8/8/8/4K3 w - - 0 0")->fullmoveNumber(), 1);
}

TEST(Fen, AnEnPassantSquareNobodyCanUseIsReadAndForgotten) {
  for (const char* fen : {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "8/8/8/8/R1pP2k1/8/8/4K3 b - d3 0 1"})
    EXPECT_EQ(readFen(fen)->enPassant(), Square::None) << fen;
}

struct BadFen {
  const char* fen;
  const char* sentence;
};
constexpr BadFen kBadFens[] = {
    BadFen{"", "the text is empty"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "7 fields, expected at most 6"},
    BadFen{"4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has 7 ranks, expected 8 with '/' between them"},
    BadFen{"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "the board has 9 ranks, expected 8 with '/' between them"},
    BadFen{"4k3/8/8/4x3/8/8/8/4K3 w - - 0 1", "'x' in rank 5: expected a piece letter or a digit from 1 to 8"},
    BadFen{"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "'9' in rank 5: expected a piece letter or a digit from 1 to 8"},
    BadFen{"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 describes 9 squares, expected 8"},
    BadFen{"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 describes 7 squares, expected 8"},
    BadFen{"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king: each side needs exactly one"},
    BadFen{"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings: each side needs exactly one"},
    BadFen{"rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPPP/RNBQKBNR w - - 0 1", "33 pieces on the board: a game has at most 32"},
    BadFen{"4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b - - 0 1", "White has 17 pieces: a side has at most 16"},
    BadFen{"4k3/ppppp3/pppp4/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns: a side has at most 8"},
    BadFen{"4k3/8/8/8/8/8/8/3pK3 w - - 0 1", "pawn on d1: a pawn never stands on the first or last rank"},
    BadFen{"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on a8: a pawn never stands on the first or last rank"},
    BadFen{"4k3/8/8/8/8/8/8/4K3", "the side to move is missing, expected w or b"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move 'white', expected w or b"},
    BadFen{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check from e1, but White is to move"},
    BadFen{"8/8/8/3k4/3K4/8/8/8 w - - 0 1", "Black is in check from d4, but White is to move"},
    BadFen{"4k3/8/8/8/8/8/8/R3K3 w KQkqK - 0 1", "castling field 'KQkqK' is longer than the four rights there can be"},
    BadFen{"4k3/8/8/8/8/8/8/R3K3 w Qz - 0 1", "castling field 'Qz': 'z' is neither K, Q, k, q nor a file letter"},
    BadFen{"4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
           "castling right K: no white rook on the first rank on the king's side of its king"},
    BadFen{"r3k3/8/8/8/8/8/8/4K3 b qh - 0 1", "castling right h: no black rook on h8"},
    BadFen{"4k3/8/8/8/8/8/4K3/R7 w Q - 0 1", "castling right Q: the white king on e2 is not on its first rank"},
    BadFen{"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castling right H: White already has a right on that side of its king"},
    BadFen{"4k3/8/8/8/8/8/8/R3K3 w QQ - 0 1", "castling right Q: White already has a right on that side of its king"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field 'e9' is neither a square nor -"},
    BadFen{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "en passant square e3: with White to move it can only be on rank 6"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "en passant square d6: no black pawn on d5 has just made a double step"},
    BadFen{"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
           "en passant square d6: the pawn on d5 cannot have come from d7, because d7 is occupied"},
    BadFen{"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
           "en passant square d6: the pawn on d5 cannot have come from d7, because d6 is occupied"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock 'x' is not a number from 0 to 9999"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock '-1' is not a number from 0 to 9999"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", "fullmove number '1.5' is not a number from 0 to 65535"},
    BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 70000", "fullmove number '70000' is not a number from 0 to 65535"}};

TEST(Fen, EachFaultHasItsOwnSentence) {
  for (const auto& c : kBadFens) {
    const Result<Position> p = readFen(c.fen);
    ASSERT_FALSE(p) << c.fen;
    EXPECT_EQ(p.error(), std::string("Invalid FEN: ") + c.sentence);
  }
}

// Damage of one to three characters: either refused with a sentence, or a sound position.
TEST(Fen, DamagedTextIsRefusedOrSound) {
  constexpr std::string_view kLetters = "pnbrqkPNBRQK12345678/ -wKQabch9xZ";
  Random random(5);
  int refused = 0, read = 0;
  for (int n = 0; n < 20'000; ++n) {
    std::string fen = kGoodFens[random.below(std::size(kGoodFens))];
    for (u64 damage = 1 + random.below(3); damage > 0; --damage) {
      const std::size_t at = random.below(fen.size());
      const char letter = kLetters[random.below(kLetters.size())];
      switch (random.below(3)) {
        case 0:
          fen[at] = letter;
          break;
        case 1:
          fen.erase(at, 1);
          break;
        default:
          fen.insert(at, 1, letter);
      }
    }
    const Result<Position> p = readFen(fen);
    ++(p ? read : refused);
    if (!p) {
      ASSERT_EQ(p.error().substr(0, 13), "Invalid FEN: ") << fen;
      continue;
    }
    ASSERT_TRUE(p->isConsistent()) << fen;
    ASSERT_EQ(*readFen(writeFen(*p)), *p) << fen;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(read, 300);
}

TEST(LenientFen, DropsImpossibleRightsAndEnPassantAndSaysSo) {
  std::vector<std::string> notes;
  const Result<Position> p = readFenLenient("r3k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1", notes);
  ASSERT_TRUE(p);
  EXPECT_EQ(writeFen(*p), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
  EXPECT_EQ(notes, (std::vector<std::string>{
                       "dropped castling right Q: no white rook on the first rank on the queen's side of its king",
                       "dropped castling right k: no black rook on the first rank on the king's side of its king",
                       "dropped en passant square e3: with White to move it can only be on rank 6"}));
}

TEST(LenientFen, StillRefusesWhatIsDamaged) {
  std::vector<std::string> notes;
  EXPECT_FALSE(readFenLenient("4k3/8/8/8/8/8/8/4K3 w Z - 0 1", notes));
  EXPECT_FALSE(readFenLenient("4k3/8/8/8/8/8/8/3pK3 w - - 0 1", notes));
  EXPECT_TRUE(notes.empty());
}

TEST(LenientFen, HasNothingToSayAboutAGoodFen) {
  std::vector<std::string> notes;
  EXPECT_EQ(*readFenLenient(kStartFen, notes), Position::startpos());
  EXPECT_TRUE(notes.empty());
}

}  // namespace
}  // namespace tabiya
