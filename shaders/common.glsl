// What every kernel begins with: its size, the net's shape, and the numbers pushed with it.
#include "shared/step.h"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kHidden = 256;
layout(constant_id = 2) const uint kSquared = 1;  // SCReLU, else CReLU
layout(constant_id = 3) const uint kShared = 1;   // with shared rows
const uint kHidden4 = kHidden / 4;

// First rows in the parameter matrix (rows, hidden); the output bias is the number after it.
const uint kPieceRow = kInputs;
const uint kFileRow = kPieceRow + kPieceRows;
const uint kRankRow = kFileRow + kLineRows;
const uint kBiasRow = kShared != 0 ? kInputs + kSharedRowCount : kInputs;
const uint kOutputRow = kBiasRow + 1;
const uint kOutputBias = (kOutputRow + 2) * kHidden;

layout(push_constant) uniform PushConstants { Push push; };

uint pieceGroup(uint f) { return f / 64; }
uint fileGroup(uint f) { return f / 64 * 8 + f % 8; }
uint rankGroup(uint f) { return f / 64 * 8 + f / 8 % 8; }

// The same piece on the same square in the other side's eyes.
uint otherView(uint f) { return (f < kHalfInputs ? f + kHalfInputs : f - kHalfInputs) ^ 56u; }
