#version 450
#extension GL_GOOGLE_include_directive : require
// How many rows each input is on in, both views together: a workgroup an input.
#include "common.glsl"
#include "bitmap.glsl"

layout(std430, set = 0, binding = 1) writeonly buffer Sort { uint sorted[]; };

shared uint sums[gl_WorkGroupSize.x];

void main() {
  uint thread = gl_LocalInvocationID.x, f = gl_WorkGroupID.x, sum = 0;
  for (uint word = thread; word < push.viewRows / 16; word += gl_WorkGroupSize.x)
    sum += uint(bitCount(bitmapWord(f, word)));
  sums[thread] = sum;
  barrier();
  for (uint reach = gl_WorkGroupSize.x / 2; reach > 0; reach >>= 1) {
    if (thread < reach) sums[thread] += sums[thread + reach];
    barrier();
  }
  if (thread == 0) sorted[kListOffsets + f] = sums[0];
}
