#version 450
#extension GL_GOOGLE_include_directive : require
// The bitmap row of an input to its list of rows, in their order, and the list to segments: a workgroup an input.
#include "common.glsl"
#include "bitmap.glsl"

layout(std430, set = 0, binding = 1) readonly buffer Sort { uint sorted[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Lists { uint lists[]; };        // rows: view * viewRows + example
layout(std430, set = 0, binding = 3) writeonly buffer Segments { uvec2 segments[]; };  // [begin, end) in the lists

shared uint sums[gl_WorkGroupSize.x];

void main() {
  uint thread = gl_LocalInvocationID.x, f = gl_WorkGroupID.x, words = push.viewRows / 16;
  uint each = (words + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
  uint first = min(thread * each, words), last = min(first + each, words), count = 0;
  for (uint word = first; word < last; ++word) count += uint(bitCount(bitmapWord(f, word)));
  sums[thread] = count;
  barrier();
  for (uint reach = 1; reach < gl_WorkGroupSize.x; reach <<= 1) {
    uint before = thread >= reach ? sums[thread - reach] : 0;
    barrier();
    sums[thread] += before;
    barrier();
  }
  uint begin = sorted[kListOffsets + f], end = sorted[kListOffsets + f + 1];
  uint at = begin + sums[thread] - count;
  for (uint word = first; word < last; ++word)
    for (uint bits = bitmapWord(f, word); bits != 0; bits &= bits - 1) lists[at++] = word * 32 + uint(findLSB(bits));
  uint segment = sorted[kSegmentOffsets + f], n = sorted[kSegmentOffsets + f + 1] - segment;
  for (uint i = thread; i < n; i += gl_WorkGroupSize.x)
    segments[segment + i] = uvec2(begin + i * kSegmentRows, min(begin + (i + 1) * kSegmentRows, end));
}
