// Records in other programs' forms and back.
#include "records/convert.h"

#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::fen;
using testing::randomGame;

std::string hex(const BulletRecord& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    char two[4];
    std::snprintf(two, sizeof two, "%s%02x", i && i % 8 == 0 ? " " : "", bytes[i]);
    text += two;
  }
  return text;
}

TEST(Bulletformat, StartPositionHasItsGoldenBytes) {
  const Record record = packRecord(Position::startpos(), WhiteScore{25}, GameResult::WhiteWins);
  EXPECT_EQ(hex(toBullet(record)), "ffff00000000ffff 1342253100000000 888888889bcaadb9 1900020404000000");
}

TEST(Bulletformat, BlackToMoveSeesItsOwnPiecesBelow) {
  // Black's king g8 is g1 to itself, White's on a1 stands on a8.
  const Record record = packRecord(fen("6k1/7p/8/8/8/8/8/KR6 b - - 0 1"), WhiteScore{300}, GameResult::WhiteWins);
  const BulletRecord bullet = toBullet(record);
  // g1 king 5, h2 pawn 0, a8 opponent's king 13, b8 opponent's rook 11.
  EXPECT_EQ(hex(bullet), "4080000000000003 05bd000000000000 0000000000000000 d4fe000600000000");
}

TEST(Bulletformat, IsReadBackFromTheSideToMovesView) {
  for (const auto& [position, move] : randomGame(Position::startpos(), 11, 150)) {
    const Record record = packRecord(position, WhiteScore{-120}, GameResult::BlackWins, move);
    const BulletRecord bullet = toBullet(record);
    auto back = fromBullet(bullet);
    ASSERT_TRUE(back.ok()) << back.error();
    EXPECT_EQ(back->sideToMove(), Color::White);
    EXPECT_EQ(back->score().cp, position.sideToMove() == Color::White ? -120 : 120);
    EXPECT_EQ(back->resultCode(), position.sideToMove() == Color::White ? 0 : 2);
    EXPECT_EQ(toBullet(*back), bullet);
  }
}

TEST(Bulletformat, BadBytesAreRefused) {
  const BulletRecord good = toBullet(packRecord(Position::startpos(), {}, GameResult::Draw));
  BulletRecord bad = good;
  bad[8] = 0x16;
  EXPECT_EQ(fromBullet(bad).error(), "a piece has the code 6 or 14, which bullet has not");
  bad = good;
  bad[26] = 3;
  EXPECT_EQ(fromBullet(bad).error(), "result over 2");
  bad = good;
  bad[27] = 5;
  EXPECT_EQ(fromBullet(bad).error(), "king squares that are not where the kings stand");
  EXPECT_FALSE(fromBullet(BulletRecord{}).ok());
}

TEST(TextRecords, AreFenScoreAndResult) {
  const Record record = packRecord(fen("r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 4 31"), WhiteScore{-17}, GameResult::Draw);
  EXPECT_EQ(toText(record), "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 4 31 | -17 | 0.5");
  EXPECT_EQ(*fromText(toText(record)), record);
}

TEST(TextRecords, EveryPositionOfRandomGamesIsReadBack) {
  for (int n : {518, 0, 700})
    for (const auto& [position, move] : randomGame(*chess960Start(n), static_cast<u64>(n), 150)) {
      const Record record = packRecord(position, WhiteScore{900}, GameResult::WhiteWins);
      ASSERT_EQ(*fromText(toText(record)), record) << toText(record);
    }
}

TEST(TextRecords, ResultsComeInManyForms) {
  const std::string start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | +12 |";
  const std::vector<std::pair<std::string, int>> forms{{"1.0", 2}, {"1", 2},   {"1-0", 2},     {"[1.0]", 2},
                                                       {"0.5", 1}, {"1/2", 1}, {"1/2-1/2", 1}, {"[0.5]", 1},
                                                       {"0.0", 0}, {"0", 0},   {"0-1", 0},     {" [0.0] \r", 0}};
  for (const auto& [form, code] : forms) {
    const auto record = fromText(start + form);
    ASSERT_TRUE(record.ok()) << form << ": " << record.error();
    EXPECT_EQ(record->resultCode(), code) << form;
    EXPECT_EQ(record->score().cp, 12);
  }
}

TEST(TextRecords, BadLinesAreRefusedEachForItsReason) {
  const std::string kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(fromText("").error(), "1 fields between bars, expected FEN | score | result");
  EXPECT_EQ(fromText(kings + " | 3").error(), "2 fields between bars, expected FEN | score | result");
  EXPECT_EQ(fromText(kings + " | 3.5 | 1.0").error(), "the score is '3.5', expected a whole number of centipawns");
  EXPECT_EQ(fromText(kings + " | | 1.0").error(), "the score is '', expected a whole number of centipawns");
  EXPECT_EQ(fromText(kings + " | 99999999999 | 1.0").error(),
            "the score is '99999999999', expected a whole number of centipawns");
  EXPECT_EQ(fromText(kings + " | 3 | 1/3").error(), "the result is '1/3', expected 1.0, 0.5 or 0.0");
  // A draw's letters in the FEN make no draw.
  EXPECT_FALSE(fromText("4k3/8/8/8/8/8/8/1/2K5 w - - 0 1 | 3 | 1.0").ok());
  EXPECT_FALSE(fromText("8/8/8/8/8/8/8/8 w - - 0 1 | 3 | 1.0").ok());
}

}  // namespace
}  // namespace tabiya
