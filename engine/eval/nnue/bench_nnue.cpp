// How fast each kernel variant brings a layer up to date and evaluates, with Google Benchmark (TABIYA_BENCHMARKS=ON).
//
// "move" is what a search pays for a node: push, update of both views from the parent, output layer, pop.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/board/fen.h"
#include "engine/eval/nnue/accumulator.h"

namespace {

using namespace tabiya;

Network networkOf(int hidden) {
  Random random(1);
  const auto fill = [&random](std::vector<i16>& weights, std::size_t count, int limit) {
    weights.resize(count);
    for (i16& weight : weights) weight = static_cast<i16>(static_cast<int>(random.below(2 * limit + 1)) - limit);
  };
  Network network;
  network.arch.hidden = hidden;
  fill(network.inputWeights, static_cast<std::size_t>(kPlainInputs) * hidden, 100);
  fill(network.inputBiases, hidden, 100);
  fill(network.outputWeights, 2 * hidden, 100);
  network.outputBiases = {0};
  return network;
}

// Kiwipete, where one move of each kind of change is at hand.
Position kiwipete() {
  return *readFen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
}

std::shared_ptr<const PreparedNetwork> prepared(const Kernels* kernels, int hidden) {
  return std::make_shared<const PreparedNetwork>(networkOf(hidden), *kernels);
}

void moveAndEvaluate(benchmark::State& state, const Kernels* kernels, int hidden, Move move) {
  AccumulatorStack stack(prepared(kernels, hidden));
  stack.setChecking(false);
  const Position root = kiwipete();
  Position child = root;
  child.makeMove(move);
  const MoveChanges changes = root.changes(move);
  stack.reset(root);
  for (auto _ : state) {
    stack.push(changes);
    benchmark::DoNotOptimize(stack.evaluate(child));
    stack.pop();
  }
}

void outputOnly(benchmark::State& state, const Kernels* kernels, int hidden) {
  AccumulatorStack stack(prepared(kernels, hidden));
  stack.setChecking(false);
  const Position root = kiwipete();
  stack.reset(root);
  for (auto _ : state) benchmark::DoNotOptimize(stack.evaluate(root));
}

void fromNothing(benchmark::State& state, const Kernels* kernels, int hidden) {
  AccumulatorStack stack(prepared(kernels, hidden));
  stack.setChecking(false);
  const Position root = kiwipete();
  for (auto _ : state) {
    stack.reset(root);
    benchmark::DoNotOptimize(stack.evaluate(root));
  }
}

void registerAll() {
  const Move quiet(Square::A2, Square::A3), capture(Square::E2, Square::A6);
  const Move castling(Square::E1, Square::H1, MoveKind::Castling);
  for (const int hidden : {64, 256, 1024})
    for (const Kernels* kernels : availableKernels()) {
      const std::string name = std::string(kernels->name) + "/" + std::to_string(hidden) + "/";
      benchmark::RegisterBenchmark((name + "move_quiet").c_str(), moveAndEvaluate, kernels, hidden, quiet);
      benchmark::RegisterBenchmark((name + "move_capture").c_str(), moveAndEvaluate, kernels, hidden, capture);
      benchmark::RegisterBenchmark((name + "move_castling").c_str(), moveAndEvaluate, kernels, hidden, castling);
      benchmark::RegisterBenchmark((name + "output_only").c_str(), outputOnly, kernels, hidden);
      benchmark::RegisterBenchmark((name + "from_nothing").c_str(), fromNothing, kernels, hidden);
    }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  registerAll();
  benchmark::RunSpecifiedBenchmarks();
}
