#version 450
#extension GL_GOOGLE_include_directive : require
// The slopes of a segment's rows, added up in their order. A workgroup is segments x columns; workgroups go through all
// segments of some columns before the next columns, so that wide layers' slopes come from the cache.
#include "common.glsl"

layout(constant_id = 4) const uint kSegmentsAGroup = 1;
layout(constant_id = 5) const uint kColumns = 64;  // vec4 columns a workgroup

layout(std430, set = 0, binding = 0) readonly buffer Sort { uint sorted[]; };
layout(std430, set = 0, binding = 1) readonly buffer Lists { uint lists[]; };
layout(std430, set = 0, binding = 2) readonly buffer Segments { uvec2 segments[]; };
layout(std430, set = 0, binding = 3) readonly buffer Slopes { vec4 slopes[]; };
layout(std430, set = 0, binding = 4) writeonly buffer SegmentSums { vec4 segmentSums[]; };  // (segments, hidden)

void main() {
  uint thread = gl_LocalInvocationID.x;
  // One segment a workgroup is known to be the same for all its invocations: some drivers load its rows' numbers once.
  uint segment = kSegmentsAGroup == 1 ? gl_WorkGroupID.x : gl_WorkGroupID.x * kSegmentsAGroup + thread / kColumns;
  uint column = gl_WorkGroupID.y * kColumns + thread % kColumns;
  if (segment >= sorted[kSegmentOffsets + kInputs] || column >= kHidden4) return;
  uvec2 range = segments[segment];
  vec4 sum = vec4(0.0);
  uint i = range.x;
  for (; i + 4 <= range.y; i += 4) {  // the rows are on their way together, and added in their order
    vec4 a = slopes[lists[i] * kHidden4 + column], b = slopes[lists[i + 1] * kHidden4 + column];
    vec4 c = slopes[lists[i + 2] * kHidden4 + column], d = slopes[lists[i + 3] * kHidden4 + column];
    sum += a; sum += b; sum += c; sum += d;
  }
  for (; i < range.y; ++i) sum += slopes[lists[i] * kHidden4 + column];
  segmentSums[segment * kHidden4 + column] = sum;
}
