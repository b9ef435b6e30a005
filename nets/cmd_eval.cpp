// tabiya-net eval: one position's value by the definition, by every kernel of this CPU, and without rounding.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "engine/board/fen.h"
#include "engine/eval/nnue/prepared.h"
#include "nets/commands.h"
#include "nets/features.h"
#include "nets/reference.h"

namespace tabiya {
namespace {

// The quantised weights in floating point, so that only the last division's rounding is missing.
double valueInFloat(const Network& network, const Position& position) {
  const NetArch& arch = network.arch;
  const int bucket = outputBucket(arch, position.occupied().count());
  double output = network.outputBiases[bucket] / (static_cast<double>(kQA) * kQB);
  for (const Color view : {position.sideToMove(), ~position.sideToMove()}) {
    const bool second = view != position.sideToMove();
    for (int i = 0; i < arch.hidden; ++i) {
      double value = network.inputBiases[i];
      for (const Square square : position.occupied()) {
        const int input =
            inputIndex(arch, network.kingMap, view, position.kingSquare(view), position.pieceAt(square), square);
        value += network.inputWeights[static_cast<std::size_t>(input) * arch.hidden + i];
      }
      const double x = std::clamp(value / kQA, 0.0, 1.0);
      const double weight = network.outputWeights[(2 * static_cast<std::size_t>(bucket) + second) * arch.hidden + i];
      output += (arch.activation == Activation::SCReLU ? x * x : x) * weight / kQB;
    }
  }
  return output * arch.evalScaleMilli / 1000.0;
}

int evaluate(const std::string& file, const std::vector<std::string>& words) {
  const auto network = openNet(file);
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  const auto position = readFen(text);
  if (!position) throw ToolFailure(position.error());
  const int value = evaluateReference(*network, *position);
  fmt::print("{} cp for {} to move\n", value, position->sideToMove() == Color::White ? "White" : "Black");
  fmt::print("  without rounding {:.2f}\n", valueInFloat(*network, *position));
  for (const Kernels* kernels : availableKernels()) {
    const int fast = evaluateFresh(PreparedNetwork(*network, *kernels), *position);
    fmt::print("  {:<16} {}\n", kernels->name, fast);
    if (fast != value)
      throw ToolFailure(fmt::format("the {} kernels give {}, the definition {}", kernels->name, fast, value));
  }
  return 0;
}

}  // namespace

void addEval(CLI::App& app, std::function<int()>& run) {
  CLI::App* command = app.add_subcommand("eval", "A position's value");
  command->footer("Example: tabiya-net eval builtin 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'");
  auto file = std::make_shared<std::string>();
  auto fen = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *file, "The network")->required();
  command->add_option("FEN", *fen, "The position, quoted or not")->required();
  command->callback([=, &run] { run = [=] { return evaluate(*file, *fen); }; });
}

}  // namespace tabiya
