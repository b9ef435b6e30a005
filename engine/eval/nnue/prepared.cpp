// Copies a network into padded rows and runs it on one position.
#include "engine/eval/nnue/prepared.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "nets/features.h"
#include "nets/reference.h"

namespace tabiya {
namespace {

constexpr int kMaxPieces = 32;

int paddedWidth(int hidden) {
  return (hidden + kKernelWidthStep - 1) / kKernelWidthStep * kKernelWidthStep;
}

// `rows` rows of `hidden` numbers into rows of `width`, zeros behind each.
AlignedRow padded(const std::vector<i16>& from, std::size_t rows, int hidden, int width) {
  assert(from.size() == rows * hidden);
  AlignedRow to(rows * width);
  for (std::size_t row = 0; row < rows; ++row) {
    i16* target = std::copy_n(from.data() + row * hidden, hidden, to.data() + row * width);
    std::fill_n(target, width - hidden, i16{0});
  }
  return to;
}

}  // namespace

Result<void> evaluatorSupports(const NetArch& arch) {
  return checkArch(arch);
}

PreparedNetwork::PreparedNetwork(const Network& network, const Kernels& kernels)
    : arch_(network.arch),
      kingMap_(network.kingMap),
      kernels_(&kernels),
      width_(paddedWidth(arch_.hidden)),
      inputs_(padded(network.inputWeights, arch_.inputs(), arch_.hidden, width_)),
      biases_(padded(network.inputBiases, 1, arch_.hidden, width_)),
      outputs_(padded(network.outputWeights, arch_.outputBuckets * 2, arch_.hidden, width_)),
      outputBiases_(network.outputBiases) {}

void PreparedNetwork::refresh(const Position& position, Color view, i16* out) const {
  std::array<Kernels::Row, kMaxPieces> rows;
  const Square king = position.kingSquare(view);
  int count = 0;
  for (const Square square : position.occupied()) {
    assert(count < kMaxPieces);
    rows[count++] = inputRow(inputIndex(arch_, kingMap_, view, king, position.pieceAt(square), square));
  }
  kernels_->refresh(inputBiases(), out, rows.data(), count, width_);
}

int PreparedNetwork::evaluate(const i16* accumulator, Color sideToMove, int pieces) const {
  const int bucket = outputBucket(arch_, pieces);
  const i16* weights = outputs_.data() + static_cast<std::size_t>(bucket) * 2 * width_;
  const i16* ours = accumulator + index(sideToMove) * width_;
  const i16* theirs = accumulator + index(~sideToMove) * width_;
  const auto dot = arch_.activation == Activation::SCReLU ? kernels_->dotScrelu : kernels_->dotCrelu;
  return centipawns(arch_, dot(ours, theirs, weights, width_), outputBiases_[bucket]);
}

int evaluateFresh(const PreparedNetwork& network, const Position& position) {
  AlignedRow accumulator(2 * static_cast<std::size_t>(network.width()));
  for (const Color view : kColors) network.refresh(position, view, accumulator.data() + index(view) * network.width());
  return network.evaluate(accumulator.data(), position.sideToMove(), position.occupied().count());
}

}  // namespace tabiya
