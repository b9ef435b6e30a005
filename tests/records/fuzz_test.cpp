// Bytes from anywhere never break the record reader, and what it accepts is a position of chess.
#include <gtest/gtest.h>

#include "tests/records/support.h"

namespace tabiya {
namespace {

using testing::randomGame;

// What an accepted record must be; whether it was accepted.
bool acceptedIsSound(Record record) {
  const auto unpacked = unpackRecord(record);
  RecordMends mends;
  Record mended = record;
  OpenedRecord opened;
  const RecordFault fault = openRecord(mended, &mends, opened);
  Record checked = record;
  RecordMends otherMends;
  EXPECT_EQ(checkRecord(checked, &otherMends), fault);
  EXPECT_EQ(checked, mended);
  if (fault != RecordFault::None) {
    EXPECT_FALSE(unpacked.ok());
    return false;
  }
  const Position& position = opened.position;
  EXPECT_TRUE(position.isConsistent());
  const Color us = position.sideToMove();
  EXPECT_TRUE((position.attackersTo(position.kingSquare(~us), position.occupied()) & position.pieces(us)).empty());
  EXPECT_LE(legalMoves(position).size(), 218);
  // What FEN stands for the same position (clocks in a FEN are not so narrow).
  const auto again = readFen(writeFen(position, FenCastling::Shredder));
  EXPECT_TRUE(again.ok()) << again.error();
  if (again.ok()) {
    EXPECT_EQ(*again, position);
  }
  // A mended record is one of ours.
  EXPECT_EQ(packRecord(position, mended.score(), mended.result(), opened.played), mended);
  EXPECT_EQ(checkRecord(mended, nullptr), RecordFault::None);
  return true;
}

TEST(RecordFuzz, RandomBytesAreRefusedOrSound) {
  Random random(2026);
  for (int i = 0; i < 200000; ++i) {
    Record record;
    for (std::size_t at = 0; at < kRecordSize; at += 8) storeLittle<u64>(&record.bytes[at], random.next());
    // Half of them sparse, so that not all fail on the number of pieces.
    if (random.coin()) storeLittle<u64>(record.bytes.data(), random.next() & random.next() & random.next());
    acceptedIsSound(record);
    if (HasFailure()) return;
  }
}

TEST(RecordFuzz, DamagedRecordsAreRefusedOrSound) {
  Random random(7);
  int accepted = 0;
  for (u64 seed = 0; seed < 40; ++seed) {
    const Position start = seed % 2 ? *chess960Start(static_cast<int>(random.below(960))) : Position::startpos();
    for (const auto& [position, move] : randomGame(start, seed, 150)) {
      for (int damage = 0; damage < 6; ++damage) {
        Record record = packRecord(position, WhiteScore{0}, GameResult::Draw, move);
        for (u64 n = 1 + random.below(3); n > 0; --n)
          record.bytes[random.below(kRecordSize)] ^= static_cast<u8>(1 << random.below(8));
        accepted += acceptedIsSound(record);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(accepted, 1000);
}

// Few pieces, kings and castling codes everywhere: the faults behind the count of pieces.
TEST(RecordFuzz, CrowdedCodesAreRefusedOrSound) {
  Random random(99);
  int accepted = 0;
  constexpr std::array<u8, 10> kCodes{0, 1, 2, 3, 4, 6, 8, 11, 12, 14};
  for (int i = 0; i < 100000; ++i) {
    Record record;
    u64 occupied = 0;
    const int pieces = 2 + static_cast<int>(random.below(12));
    while (std::popcount(occupied) < pieces) {
      // Mostly the back ranks, where rights live.
      const u64 square = random.coin() ? random.below(64) : random.below(8) + (random.coin() ? 56 : 0);
      occupied |= 1ULL << square;
    }
    storeLittle<u64>(record.bytes.data(), occupied);
    const u64 white = random.below(static_cast<u64>(pieces)), black = random.below(static_cast<u64>(pieces));
    for (int n = 0; n < pieces; ++n) {
      const u8 code = static_cast<u64>(n) == white   ? u8{5}
                      : static_cast<u64>(n) == black ? u8{13}
                                                     : kCodes[random.below(kCodes.size())];
      record.bytes[8 + n / 2] = static_cast<u8>(record.bytes[8 + n / 2] | code << (4 * (n & 1)));
    }
    record.bytes[24] = static_cast<u8>((random.coin() ? 0x80 : 0) | random.below(65));
    record.bytes[25] = static_cast<u8>(random.below(256));
    record.bytes[26] = static_cast<u8>(random.below(256));
    record.bytes[30] = static_cast<u8>(random.below(3));
    accepted += acceptedIsSound(record);
    if (HasFailure()) return;
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace tabiya
