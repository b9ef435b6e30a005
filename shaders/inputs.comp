#version 450
#extension GL_GOOGLE_include_directive : require
// An input's gradient row: the sums of its segments, in their order. One invocation an input and vec4 column.
#include "common.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Sort { uint sorted[]; };
layout(std430, set = 0, binding = 1) readonly buffer SegmentSums { vec4 segmentSums[]; };
layout(std430, set = 0, binding = 2) buffer Gradient { vec4 gradient[]; };

void main() {
  uint at = gl_GlobalInvocationID.x;
  if (at >= kInputs * kHidden4) return;
  uint f = at / kHidden4, column = at % kHidden4;
  vec4 sum = vec4(0.0);
  for (uint s = sorted[kSegmentOffsets + f]; s < sorted[kSegmentOffsets + f + 1]; ++s)
    sum += segmentSums[s * kHidden4 + column];
  gradient[at] = push.accumulate != 0 ? gradient[at] + sum : sum;
}
