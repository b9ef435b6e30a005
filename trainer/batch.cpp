#include "trainer/batch.h"

#include <bit>
#include <cmath>
#include <utility>

#include "engine/base/bytes.h"
#include "engine/base/random.h"
#include "nets/features.h"

namespace tabiya {
namespace {

// The part of the run's seed that shuffles.
constexpr u64 kShuffleStream = 2;

// The inputs of every nibble on a1 of its own view, by side to move: own view, other view. A castling rook is a rook.
struct InputBases {
  u16 of[2][16][2]{};

  constexpr InputBases() {
    for (const Color us : kColors) {
      for (const Color owner : kColors) {
        for (int code = 0; code <= kCastlingRookCode; ++code) {
          const PieceType type =
              code == kCastlingRookCode ? PieceType::Rook : kPieceTypes[static_cast<std::size_t>(code)];
          u16* bases = of[index(us)][8 * index(owner) + code];
          bases[0] = static_cast<u16>(plainInput(us, makePiece(owner, type), relativeTo(us, Square::A1)));
          bases[1] = static_cast<u16>(plainInput(~us, makePiece(owner, type), relativeTo(~us, Square::A1)));
        }
      }
    }
  }
};
constexpr InputBases kBases;

}  // namespace

int decodeInputs(const Record& record, bool turned, u16* inputs) {
  const bool black = record.sideToMove() == Color::Black;
  // Black sees the board upside down (^ 56), and a left-right turn is ^ 7: both change the low bits of an input only.
  const int own = (black ? 56 : 0) ^ (turned ? 7 : 0);
  const int other = own ^ 56;
  u64 low = loadLittle<u64>(&record.bytes[8]);
  u64 high = loadLittle<u64>(&record.bytes[16]);
  int n = 0;
  for (u64 occupied = loadLittle<u64>(record.bytes.data()); occupied != 0; occupied &= occupied - 1) {
    const int square = std::countr_zero(occupied);
    const u16* bases = kBases.of[black ? 1 : 0][low & 15];
    low = low >> 4 | high << 60;
    high >>= 4;
    inputs[2 * n] = static_cast<u16>(bases[0] + (square ^ own));
    inputs[2 * n + 1] = static_cast<u16>(bases[1] + (square ^ other));
    ++n;
  }
  return n;
}

u64 epochRandomState(u64 seed, u64 epoch) {
  return deriveSeed(deriveSeed(seed, kShuffleStream), epoch);
}

std::vector<u32> epochOrder(std::size_t records, bool copies, u64 seed, u64 epoch) {
  std::vector<u32> order;
  order.reserve(copies ? 2 * records : records);
  for (std::size_t i = 0; i < records; ++i) {
    order.push_back(exampleOf(i, false));
    if (copies) order.push_back(exampleOf(i, true));
  }
  // Fisher and Yates: every order is equally likely.
  Random random(epochRandomState(seed, epoch));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

std::vector<u32> plainOrder(std::size_t records) {
  std::vector<u32> order(records);
  for (std::size_t i = 0; i < records; ++i) order[i] = exampleOf(i, false);
  return order;
}

double targetOf(const Record& record, double resultWeight, double evalScale) {
  const Color us = record.sideToMove();
  const double score = record.score().forSide(us);
  const double whiteResult = record.resultCode() / 2.0;
  const double result = us == Color::White ? whiteResult : 1.0 - whiteResult;
  return (1.0 - resultWeight) / (1.0 + std::exp(-score / evalScale)) + resultWeight * result;
}

}  // namespace tabiya
