// A network's weights as the kernels like them: 64-byte aligned, rows padded to full vectors. Made once per network and
// shared by every accumulator stack.
#pragma once

#include <memory>
#include <new>
#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/types.h"
#include "engine/board/position.h"
#include "engine/eval/nnue/kernels.h"
#include "engine/eval/nnue/variants.h"
#include "nets/network.h"

namespace tabiya {

// Whether the search can evaluate with such a network: every architecture that the file format allows. Plain inputs are
// the fast path; mirrored ones compute a view anew whenever its king crosses to the other half or changes its bucket.
Result<void> evaluatorSupports(const NetArch& arch);

// i16 numbers on a 64-byte boundary, not initialised.
class AlignedRow {
 public:
  explicit AlignedRow(std::size_t size)
      : data_(static_cast<i16*>(::operator new (size * sizeof(i16), std::align_val_t{kAlignment}))) {}

  i16* data() { return data_.get(); }
  const i16* data() const { return data_.get(); }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Free {
    void operator()(i16* data) const { ::operator delete (data, std::align_val_t{kAlignment}); }
  };
  std::unique_ptr<i16[], Free> data_;
};

class PreparedNetwork {
 public:
  // A copy: the network may go afterwards.
  explicit PreparedNetwork(const Network& network, const Kernels& kernels = bestKernels());

  const NetArch& arch() const { return arch_; }
  std::span<const u8> kingMap() const { return kingMap_; }
  const Kernels& kernels() const { return *kernels_; }
  // The hidden size rounded up to kKernelWidthStep: the length of every row.
  int width() const { return width_; }
  const i16* inputRow(int input) const { return inputs_.data() + static_cast<std::size_t>(input) * width_; }
  const i16* inputBiases() const { return biases_.data(); }

  // Fills `out`, (width), with one view of the position, from nothing.
  void refresh(const Position& position, Color view, i16* out) const;
  // Centipawns for the side to move from an accumulator (2, width): White's view, then Black's.
  int evaluate(const i16* accumulator, Color sideToMove, int pieces) const;

 private:
  NetArch arch_;
  std::vector<u8> kingMap_;
  const Kernels* kernels_;
  int width_;
  AlignedRow inputs_;   // (inputs, width)
  AlignedRow biases_;   // (width)
  AlignedRow outputs_;  // (outputBuckets, 2, width)
  std::vector<i32> outputBiases_;
};

// One position from nothing, unclamped.
int evaluateFresh(const PreparedNetwork& network, const Position& position);

}  // namespace tabiya
