#version 450
#extension GL_GOOGLE_include_directive : require
// Counts to beginnings, of lists and of their segments, and how many workgroups the segment sums need: one workgroup of
// 256, three inputs an invocation.
#include "common.glsl"

layout(constant_id = 4) const uint kSegmentsAGroup = 1;
layout(constant_id = 5) const uint kColumnGroups = 1;

layout(std430, set = 0, binding = 0) buffer Sort { uint sorted[]; };

shared uvec2 sums[256];

void main() {
  uint thread = gl_LocalInvocationID.x;
  uvec2 counts[3], total = uvec2(0);
  for (uint i = 0; i < 3; ++i) {
    uint n = sorted[kListOffsets + 3 * thread + i];
    counts[i] = uvec2(n, (n + kSegmentRows - 1) / kSegmentRows);
    total += counts[i];
  }
  sums[thread] = total;
  barrier();
  for (uint reach = 1; reach < 256; reach <<= 1) {
    uvec2 before = thread >= reach ? sums[thread - reach] : uvec2(0);
    barrier();
    sums[thread] += before;
    barrier();
  }
  uvec2 at = sums[thread] - total;
  for (uint i = 0; i < 3; ++i) {
    sorted[kListOffsets + 3 * thread + i] = at.x;
    sorted[kSegmentOffsets + 3 * thread + i] = at.y;
    at += counts[i];
  }
  if (thread != 255) return;
  sorted[kListOffsets + kInputs] = at.x;
  sorted[kSegmentOffsets + kInputs] = at.y;
  sorted[kIndirect] = (at.y + kSegmentsAGroup - 1) / kSegmentsAGroup;
  sorted[kIndirect + 1] = kColumnGroups;
  sorted[kIndirect + 2] = 1;
}
