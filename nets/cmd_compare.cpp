// tabiya-net compare: how far two networks are apart over many positions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "engine/base/command_line.h"
#include "engine/base/random.h"
#include "engine/board/fen.h"
#include "engine/eval/nnue/prepared.h"
#include "engine/movegen/epd.h"
#include "engine/movegen/movegen.h"
#include "nets/commands.h"

namespace tabiya {
namespace {

// The positions of random games from the start, the same on every machine: at most 60 plies of each, the first four
// left out.
std::vector<Position> walkedPositions(int count) {
  constexpr int kLongest = 60, kLeftOut = 4;
  std::vector<Position> positions;
  Random random(21);
  while (static_cast<int>(positions.size()) < count) {
    Position position = Position::startpos();
    for (int ply = 1; ply <= kLongest && static_cast<int>(positions.size()) < count; ++ply) {
      const MoveList moves = legalMoves(position);
      if (moves.empty()) break;
      position.makeMove(moves[static_cast<int>(random.below(moves.size()))]);
      if (ply > kLeftOut) positions.push_back(position);
    }
  }
  return positions;
}

std::vector<Position> positionsOf(const std::string& file, int count) {
  if (file.empty()) return walkedPositions(count);
  const auto lines = readEpdFile(file);
  if (!lines) throw ToolFailure(lines.error());
  if (lines->empty()) throw ToolFailure(file + ": holds no positions");
  std::vector<Position> positions;
  for (const EpdLine& line : *lines) positions.push_back(line.position);
  return positions;
}

// Sums over pairs of values; the correlation is Pearson's.
struct Pairs {
  double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0, absA = 0, absB = 0, apart = 0;
  int sameSign = 0;

  void add(double x, double y) {
    n += 1, a += x, b += y, aa += x * x, bb += y * y, ab += x * y;
    absA += std::abs(x), absB += std::abs(y), apart += std::abs(x - y);
    sameSign += (x > 0) == (y > 0) && (x < 0) == (y < 0);
  }
  double correlation() const {
    const double spread = std::sqrt((n * aa - a * a) * (n * bb - b * b));
    return spread > 0 ? (n * ab - a * b) / spread : 0;
  }
};

int compare(const std::string& fileA, const std::string& fileB, const std::string& fens, int count) {
  const PreparedNetwork a(*openNet(fileA)), b(*openNet(fileB));
  const std::vector<Position> positions = positionsOf(fens, count);
  Pairs pairs;
  std::size_t furthest = 0;
  int most = -1, mostA = 0, mostB = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const int valueA = evaluateFresh(a, positions[i]), valueB = evaluateFresh(b, positions[i]);
    pairs.add(valueA, valueB);
    if (const int apart = std::abs(valueA - valueB); apart > most)
      most = apart, furthest = i, mostA = valueA, mostB = valueB;
  }
  fmt::print("positions        {} ({})\n", positions.size(), fens.empty() ? "random games" : fens);
  fmt::print("mean difference  {:.2f} cp\n", pairs.apart / pairs.n);
  fmt::print("max difference   {} cp: {} and {} in {}\n", most, mostA, mostB, writeFen(positions[furthest]));
  fmt::print("mean |value|     {:.2f} and {:.2f} cp\n", pairs.absA / pairs.n, pairs.absB / pairs.n);
  fmt::print("same side ahead  {:.2f} %\n", 100.0 * pairs.sameSign / pairs.n);
  fmt::print("correlation      {:.4f}\n", pairs.correlation());
  return 0;
}

}  // namespace

void addCompare(CLI::App& app, std::function<int()>& run) {
  struct Options {
    std::string a, b, fens;
    int positions = 2000;
  };
  CLI::App* command = app.add_subcommand("compare", "How far two networks are apart over many positions");
  command->footer("Example: tabiya-net compare builtin runs/net/best.nnue --positions 10000");
  auto options = std::make_shared<Options>();
  command->add_option("A", options->a, "A network")->required();
  command->add_option("B", options->b, "Another one")->required();
  auto* fens = command->add_option("--fens", options->fens, "An EPD or FEN file of positions, instead of random games");
  command->add_option("--positions", options->positions, "How many positions of random games")
      ->check(wholeNumberFault)
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str()
      ->excludes(fens);
  command->callback(
      [=, &run] { run = [=] { return compare(options->a, options->b, options->fens, options->positions); }; });
}

}  // namespace tabiya
