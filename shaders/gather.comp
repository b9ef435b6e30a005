#version 450
#extension GL_GOOGLE_include_directive : require
// Nothing but rows of the merged matrix, read in a scattered order and added up: how fast the device can gather at all,
// for the benchmark's limit. 64 rows an invocation.
#include "common.glsl"

layout(constant_id = 4) const uint kColumns = 64;
layout(constant_id = 5) const uint kVectors = 1;

layout(std430, set = 0, binding = 0) readonly buffer Merged { vec4 merged[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sums { vec4 sums[]; };  // any: groups take turns

void main() {
  uint lane = gl_GlobalInvocationID.x / kColumns, column = gl_GlobalInvocationID.x % kColumns;
  for (uint v = 0; v < kVectors; ++v) {
    vec4 sum = vec4(0.0);
    uint state = lane * 747796405u + 2891336453u;
    for (uint i = 0; i < 64; i += 4) {
      uint r0 = state >> 8, r1 = r0 * 3 + 1, r2 = r0 * 5 + 2, r3 = r0 * 7 + 3;
      vec4 a = merged[r0 % kInputs * kHidden4 + v * kColumns + column];
      vec4 b = merged[r1 % kInputs * kHidden4 + v * kColumns + column];
      vec4 c = merged[r2 % kInputs * kHidden4 + v * kColumns + column];
      vec4 d = merged[r3 % kInputs * kHidden4 + v * kColumns + column];
      sum += a; sum += b; sum += c; sum += d;
      state = state * 747796405u + 2891336453u;
    }
    sums[(lane % 1024) * kHidden4 + v * kColumns + column] = sum;
  }
}
