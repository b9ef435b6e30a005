#version 450
#extension GL_GOOGLE_include_directive : require
// Adds up the forward kernel's partial sums: 32 columns a workgroup, each in slices that are then added in their order.
// The gradients of biases, output weights and output bias, and the batch's loss.
#include "common.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Partials { float partials[]; };
layout(std430, set = 0, binding = 1) buffer Gradient { float gradient[]; };  // the parameter matrix's
layout(std430, set = 0, binding = 2) buffer Losses { float losses[]; };      // sums over a batch, a ring

shared float sums[32 * kColumnSlices];

void main() {
  uint thread = gl_LocalInvocationID.x, slice = thread / 32;
  uint width = 3 * kHidden + 2, column = gl_WorkGroupID.x * 32 + thread % 32;
  uint rows = (push.examples + kGroupExamples - 1) / kGroupExamples, each = (rows + kColumnSlices - 1) / kColumnSlices;
  float sum = 0.0;
  if (column < width)
    for (uint row = slice * each; row < min((slice + 1) * each, rows); ++row) sum += partials[row * width + column];
  sums[thread] = sum;
  barrier();
  if (slice != 0 || column >= width) return;
  for (uint other = 1; other < kColumnSlices; ++other) sum += sums[32 * other + thread];
  if (column == width - 1) {
    losses[push.lossSlot] = push.accumulate != 0 ? losses[push.lossSlot] + sum : sum;
  } else {
    uint at = kBiasRow * kHidden + column;
    gradient[at] = push.accumulate != 0 ? gradient[at] + sum : sum;
  }
}
