// The 32 bytes of a record, and that they stand for exactly one position.
#include "records/format.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::fen;
using testing::randomGame;

std::string hex(const Record& record) {
  std::string text;
  for (std::size_t i = 0; i < record.bytes.size(); ++i) {
    char two[4];
    std::snprintf(two, sizeof two, "%s%02x", i && i % 8 == 0 ? " " : "", record.bytes[i]);
    text += two;
  }
  return text;
}

Record recordOf(const std::string& text) {
  return packRecord(fen(text), WhiteScore{0}, GameResult::Draw);
}

RecordFault faultOf(Record record) {
  return checkRecord(record, nullptr);
}

// A record of pieces put down without any rule, as foreign bytes may be.
Record rawRecord(const std::vector<std::pair<Square, int>>& codes, Color side = Color::White) {
  Record record;
  auto sorted = codes;
  std::sort(sorted.begin(), sorted.end());
  u64 occupied = 0;
  int i = 0;
  for (const auto& [square, code] : sorted) {
    occupied |= 1ULL << index(square);
    record.bytes[8 + i / 2] = static_cast<u8>(record.bytes[8 + i / 2] | code << (4 * (i & 1)));
    ++i;
  }
  storeLittle<u64>(record.bytes.data(), occupied);
  record.bytes[24] = side == Color::Black ? 0xc0 : 0x40;
  record.bytes[26] = 1;
  return record;
}

TEST(RecordFormat, StartPositionHasItsGoldenBytes) {
  const Record record = packRecord(Position::startpos(), WhiteScore{0}, GameResult::Draw);
  EXPECT_EQ(hex(record), "ffff00000000ffff 1642256100000000 888888889ecaade9 4000010000000100");
}

TEST(RecordFormat, EveryFieldHasItsGoldenBytes) {
  const Position position = fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 7 300");
  const Move enPassant(Square::D4, Square::E3, MoveKind::EnPassant);
  const Record record = packRecord(position, WhiteScore{-250}, GameResult::WhiteWins, enPassant);
  EXPECT_EQ(hex(record), "1000001800000010 85d0000000000000 0000000000000000 94072c0106ff0207");
  EXPECT_EQ(record.sideToMove(), Color::Black);
  EXPECT_EQ(record.enPassantCode(), index(Square::E3));
  EXPECT_EQ(record.halfmoveClock(), 7);
  EXPECT_EQ(record.fullmoveNumber(), 300);
  EXPECT_EQ(record.score().cp, -250);
  EXPECT_EQ(record.result(), GameResult::WhiteWins);
  EXPECT_EQ(*playedMove(record), enPassant);
}

TEST(RecordFormat, ScoreIsWhitesWhoeverIsToMove) {
  EXPECT_EQ(WhiteScore::fromSideToMove(30, Color::Black).cp, -30);
  EXPECT_EQ(WhiteScore{-30}.forSide(Color::Black), 30);
  EXPECT_EQ(WhiteScore{-30}.forSide(Color::White), -30);
}

TEST(RecordFormat, ScoresAndClocksAreClampedToTheirFields) {
  Position position = Position::startpos();
  position.setClocks(300, 9);
  EXPECT_EQ(packRecord(position, WhiteScore{100000}, GameResult::Draw).score().cp, 32767);
  EXPECT_EQ(packRecord(position, WhiteScore{-100000}, GameResult::Draw).score().cp, -32767);
  EXPECT_EQ(packRecord(position, WhiteScore{0}, GameResult::Draw).halfmoveClock(), 255);
}

TEST(RecordFormat, EnPassantIsStoredOnlyWhenACaptureIsLegal) {
  EXPECT_EQ(recordOf("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").enPassantCode(), index(Square::E3));
  // No pawn beside the square.
  EXPECT_EQ(recordOf("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").enPassantCode(), kNoEnPassantCode);
  // The capturing pawn shields its king on the rank.
  EXPECT_EQ(recordOf("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1").enPassantCode(), kNoEnPassantCode);
}

TEST(RecordFormat, CastlingRooksAreCodeSixAndRookToReaders) {
  const Record record = recordOf("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
  EXPECT_EQ(record.code(0), index(PieceType::Rook));  // a1
  EXPECT_EQ(record.code(2), kCastlingRookCode);       // h1
  EXPECT_EQ(record.code(3), kCastlingRookCode | 8);   // a8
  int rooks = 0;
  record.forEachPiece([&](Piece piece, Square) { rooks += typeOf(piece) == PieceType::Rook; });
  EXPECT_EQ(rooks, 4);
  EXPECT_EQ(writeFen(*unpackRecord(record)), "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
}

TEST(RecordFormat, Chess960RightsBelongToTheirRooks) {
  // Two rooks on one side of the king: the inner one may castle.
  for (const char* text : {"1r1k1rr1/8/8/8/8/8/8/1R1K1RR1 w FBfb - 0 1", "4k3/8/8/8/8/8/8/RRK4R w HB - 0 1",
                           "rk5r/8/8/8/8/8/8/RK5R b HAha - 3 40"}) {
    const Position position = fen(text);
    EXPECT_EQ(writeFen(*unpackRecord(packRecord(position, {}, GameResult::Draw)), FenCastling::Shredder), text);
  }
}

TEST(RecordFormat, UnpackingGivesBackEveryPositionOfRandomGames) {
  int positions = 0, castling = 0, enPassant = 0;
  for (u64 seed = 0; seed < 60; ++seed) {
    // Every third game is standard chess, the others are Chess960 and double Chess960.
    const int white = static_cast<int>(deriveSeed(1, seed) % 960), black = static_cast<int>(deriveSeed(2, seed) % 960);
    const Position start = seed % 3 == 0   ? Position::startpos()
                           : seed % 3 == 1 ? *chess960Start(white)
                                           : *doubleChess960Start(white, black);
    for (const auto& [position, move] : randomGame(start, seed, 200)) {
      const Record record = packRecord(position, WhiteScore{17}, GameResult::BlackWins, move);
      auto unpacked = unpackRecord(record);
      ASSERT_TRUE(unpacked.ok()) << writeFen(position) << ": " << unpacked.error();
      ASSERT_EQ(*unpacked, position) << writeFen(position);
      ASSERT_TRUE(unpacked->isConsistent());
      ASSERT_EQ(*playedMove(record), move) << writeFen(position);
      ++positions;
      castling += position.castling().any();
      enPassant += position.enPassant() != Square::None;
    }
  }
  EXPECT_GT(positions, 5000);
  EXPECT_GT(castling, 500);
  EXPECT_GT(enPassant, 10);
}

TEST(RecordFormat, ExtraByteCountsTheLegalMovesByTheirSixteenBits) {
  const Position position = Position::startpos();
  const MoveList list = legalMoves(position);
  std::vector<Move> moves(list.begin(), list.end());
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
  for (std::size_t i = 0; i < moves.size(); ++i)
    EXPECT_EQ(packRecord(position, {}, GameResult::Draw, moves[i]).extra(), static_cast<int>(i) + 1);
  EXPECT_EQ(packRecord(position, {}, GameResult::Draw).extra(), 0);
  EXPECT_EQ(*playedMove(packRecord(position, {}, GameResult::Draw)), kNoMove);
}

TEST(RecordFormat, MostLegalMovesOfAnyPositionStillFit) {
  // 218 moves (Petrovic, 1964).
  const Position position = fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
  const MoveList list = legalMoves(position);
  ASSERT_EQ(list.size(), 218);
  const Move last = *std::max_element(list.begin(), list.end());
  const Record record = packRecord(position, {}, GameResult::WhiteWins, last);
  EXPECT_EQ(record.extra(), 218);
  EXPECT_EQ(*playedMove(record), last);
}

TEST(RecordFaults, EachKindIsFoundByItsOwnReason) {
  using enum Square;
  constexpr int kPawn = 0, kRookCode = 3, kQueen = 4, kKing = 5, kBlack = 8;
  EXPECT_EQ(faultOf(Record{}), RecordFault::KingCount);  // all zeros
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {D1, kKing}, {E8, kKing | kBlack}})), RecordFault::KingCount);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}})), RecordFault::KingCount);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {A4, 7}, {E8, kKing | kBlack}})), RecordFault::BadPieceCode);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {A4, 15}, {E8, kKing | kBlack}})), RecordFault::BadPieceCode);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {A1, kPawn}, {E8, kKing | kBlack}})), RecordFault::PawnOnBackRank);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {A8, kPawn}, {E8, kKing | kBlack}})), RecordFault::PawnOnBackRank);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {A8, kRookCode}, {E8, kKing | kBlack}})), RecordFault::KingCapturable);
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing}, {D2, kKing | kBlack}})), RecordFault::KingCapturable);
  Record all;
  storeLittle<u64>(all.bytes.data(), ~0ULL >> 31);
  EXPECT_EQ(faultOf(all), RecordFault::TooManyPieces);
  // 33 squares aside, ten queens need more pawns than a side has.
  EXPECT_EQ(faultOf(rawRecord({{E1, kKing},
                               {A8, kKing | kBlack},
                               {B2, kQueen},
                               {B3, kQueen},
                               {B4, kQueen},
                               {B5, kQueen},
                               {C2, kQueen},
                               {D2, kQueen},
                               {F2, kQueen},
                               {G2, kQueen},
                               {H2, kQueen},
                               {H3, kQueen}})),
            RecordFault::TooManyPieces);
  Record result = rawRecord({{E1, kKing}, {E8, kKing | kBlack}});
  result.bytes[30] = 3;
  EXPECT_EQ(faultOf(result), RecordFault::BadResult);
  Record move = rawRecord({{E1, kKing}, {E8, kKing | kBlack}});
  move.bytes[31] = 5;
  EXPECT_EQ(faultOf(move), RecordFault::None);  // five moves
  move.bytes[31] = 6;
  EXPECT_EQ(faultOf(move), RecordFault::BadMove);
}

TEST(RecordFaults, CastlingRooksMustStandWithTheirKing) {
  using enum Square;
  constexpr int kKing = 5, kBlack = 8;
  const auto withRooks = [&](Square king, std::vector<Square> rooks) {
    std::vector<std::pair<Square, int>> codes{{king, kKing}, {E8, kKing | kBlack}};
    for (Square rook : rooks) codes.push_back({rook, kCastlingRookCode});
    return faultOf(rawRecord(codes, Color::White));
  };
  EXPECT_EQ(withRooks(D1, {A1, H1}), RecordFault::None);
  EXPECT_EQ(withRooks(D1, {A1, B1}), RecordFault::BadCastling);
  EXPECT_EQ(withRooks(D1, {G1, H1}), RecordFault::BadCastling);
  EXPECT_EQ(withRooks(D1, {H3}), RecordFault::BadCastling);
  EXPECT_EQ(withRooks(D3, {H3}), RecordFault::BadCastling);
}

TEST(RecordFaults, ErrorsOfUnpackingSayWhatIsWrong) {
  const auto position = unpackRecord(Record{});
  ASSERT_FALSE(position.ok());
  EXPECT_EQ(position.error(), "a side has no king or more than one");
  EXPECT_FALSE(playedMove(Record{}).ok());
}

TEST(RecordMending, ForeignBlemishesAreMendedInPlaceAndNoted) {
  const Record good = recordOf("4k3/8/8/8/4P3/8/8/4K3 b - - 0 7");
  Record bad = good;
  bad.bytes[26] = 0;                                    // fullmove number 0
  bad.bytes[24] = static_cast<u8>(0x80 | 20);           // e3, where no pawn can capture
  storeLittle<i16>(&bad.bytes[28], -32768);             // no score
  bad.bytes[9] = static_cast<u8>(bad.bytes[9] | 0x90);  // behind the third and last piece
  bad.bytes[20] = 0x11;
  bad.bytes[31] = 200;
  RecordMends mends;
  ASSERT_EQ(checkRecord(bad, &mends), RecordFault::None);
  EXPECT_TRUE(mends.fullmoveZero && mends.enPassantUseless && mends.scoreMinimum && mends.unusedNibbles &&
              mends.moveUnknown);
  EXPECT_EQ(bad.fullmoveNumber(), 1);
  EXPECT_EQ(bad.score().cp, -32767);
  EXPECT_EQ(bad.enPassantCode(), kNoEnPassantCode);
  EXPECT_EQ(bad.extra(), 0);
  Record expected = good;
  expected.bytes[26] = 1;
  storeLittle<i16>(&expected.bytes[28], -32767);
  EXPECT_EQ(hex(bad), hex(expected));
}

TEST(RecordMending, GoodRecordsStayAsTheyAre) {
  for (const auto& [position, move] : randomGame(Position::startpos(), 5, 120)) {
    const Record before = packRecord(position, WhiteScore{-5}, GameResult::Draw, move);
    Record after = before;
    RecordMends mends;
    ASSERT_EQ(checkRecord(after, &mends), RecordFault::None);
    ASSERT_FALSE(mends.any());
    ASSERT_EQ(after, before);
  }
}

TEST(RecordMending, WithoutMendingBlemishesAreLeftAlone) {
  Record record = recordOf("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  record.bytes[26] = 0;
  record.bytes[24] = 20;
  const Record before = record;
  EXPECT_EQ(checkRecord(record, nullptr), RecordFault::None);
  EXPECT_EQ(record, before);
  EXPECT_EQ(unpackRecord(record)->enPassant(), Square::None);
  EXPECT_EQ(unpackRecord(record)->fullmoveNumber(), 1);
}

}  // namespace
}  // namespace tabiya
