#version 450
#extension GL_GOOGLE_include_directive : require
// The gradients of shared rows: the sums over the inputs that share them, in the order of the inputs. One invocation a
// row and column.
#include "common.glsl"

layout(std430, set = 0, binding = 0) buffer Gradient { float gradient[]; };

void main() {
  uint row = gl_GlobalInvocationID.x / kHidden, column = gl_GlobalInvocationID.x % kHidden;
  if (row >= kSharedRowCount) return;
  uint first, step, count;
  if (row < kPieceRows) {
    first = row * 64, step = 1, count = 64;
  } else if (row < kPieceRows + kLineRows) {
    uint group = row - kPieceRows;
    first = group / 8 * 64 + group % 8, step = 8, count = 8;
  } else {
    uint group = row - kPieceRows - kLineRows;
    first = group * 8, step = 1, count = 8;
  }
  float sum = 0.0;
  for (uint i = 0; i < count; ++i) sum += gradient[(first + i * step) * kHidden + column];
  gradient[(kPieceRow + row) * kHidden + column] = sum;
}
