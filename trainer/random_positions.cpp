#include "trainer/random_positions.h"

#include <cmath>

#include "engine/base/random.h"
#include "engine/movegen/movegen.h"
#include "trainer/baseline.h"

namespace tabiya {
namespace {

constexpr int kGamePlies = 80;
constexpr double kScale = 160;

}  // namespace

std::vector<Record> randomRecords(std::size_t count, u64 seed) {
  std::vector<Record> records;
  Random random(seed);
  while (records.size() < count) {
    Position position = Position::startpos();
    const std::size_t first = records.size();
    int lastScore = 0;
    for (int ply = 0; ply < kGamePlies && records.size() < count; ++ply) {
      const MoveList moves = legalMoves(position);
      if (moves.empty()) break;
      const Move move = moves[static_cast<int>(random.below(static_cast<u64>(moves.size())))];
      Record record = packRecord(position, {}, GameResult::Draw, move);
      const int noise = static_cast<int>(random.below(121)) - 60;
      const WhiteScore score =
          WhiteScore::fromSideToMove(100 * materialDifference(record) + noise, position.sideToMove());
      if (ply >= 8) records.push_back(packRecord(position, score, GameResult::Draw, move));
      lastScore = score.cp;
      position.makeMove(move);
    }
    // The game's result, from its last score.
    const double win = 1 / (1 + std::exp(-lastScore / kScale));
    const double draw = random.unit();
    const u8 result = draw < win * win ? 2 : draw < 1 - (1 - win) * (1 - win) ? 1 : 0;
    for (std::size_t i = first; i < records.size(); ++i) records[i].bytes[30] = result;
  }
  return records;
}

}  // namespace tabiya
