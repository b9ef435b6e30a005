// The hot loops over one tile of hidden columns: forward, backward and AdamW. Called through tables, one entry a tile
// width and activation.
//
// A tile is kWidth columns of the parameter matrix (model.h), stored by itself row after row. One thread at a time
// works on a tile, and every sum runs in the order of the examples, so the numbers do not depend on the number of
// threads.
#pragma once

#include "trainer/model.h"
#include "trainer/optimiser.h"

namespace tabiya::cpu {

// All arrays are 64-byte aligned; `width` columns a row.
struct Tile {
  float* weights;   // (matrix rows, width)
  float* first;     // AdamW's moments, likewise
  float* second;    //
  float* gradient;  // likewise; of merged input rows before finishing
  float* merged;    // (768, width): own plus shared rows; is `weights` itself without shared rows
  float* hidden;    // (sub-batch, 2, width): hidden values before the activation
  float* partial;   // (sub-batch): this tile's part of the output
};

// Decoded examples of a sub-batch.
struct Inputs {
  const u16* inputs;  // (examples, 32, 2): the side to move's view and the other's, side by side
  const u8* counts;   // inputs of each example
  int examples;
};

struct Kernels {
  int width;
  // Fills hidden and partial.
  void (*forward)(const Tile& tile, const MatrixRows& rows, const Inputs& inputs);
  // Adds to the gradient, given d loss / d output of each example.
  void (*backward)(const Tile& tile, const MatrixRows& rows, const Inputs& inputs, const float* slopes);
  // Sums the shared rows' gradients from the input rows'.
  void (*gatherShared)(const Tile& tile, const MatrixRows& rows);
  // AdamW and clipping of every row, then fold; clears the gradient.
  void (*update)(const Tile& tile, const MatrixRows& rows, bool sharedRows, const StepSettings& settings, u64 step);
  // merged = own + shared.
  void (*fold)(const Tile& tile, const MatrixRows& rows);
};

// By hidden size (a multiple of 16) and activation alone: threads and machine do not matter.
const Kernels& kernelsFor(int hidden, Activation activation);

}  // namespace tabiya::cpu
