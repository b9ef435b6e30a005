#include "trainer/batch.h"

#include <cmath>
#include <utility>

#include "engine/base/random.h"
#include "nets/features.h"

namespace tabiya {
namespace {

// The part of the run's seed that shuffles.
constexpr u64 kShuffleStream = 2;

}  // namespace

void decode(const Record& record, bool turned, Example& example) {
  const Color us = record.sideToMove();
  // A left-right turn flips the three low bits of a square, and those are the three low bits of a plain input.
  const u16 turn = turned ? 7 : 0;
  int n = 0;
  record.forEachPiece([&](Piece piece, Square square) {
    example.own[n] = static_cast<u16>(plainInput(us, piece, square) ^ turn);
    example.other[n] = static_cast<u16>(plainInput(~us, piece, square) ^ turn);
    ++n;
  });
  example.count = n;
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
