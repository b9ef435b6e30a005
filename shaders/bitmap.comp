#version 450
#extension GL_GOOGLE_include_directive : require
// Which examples have which input on in their own view: 768 x 128 bits a workgroup, set in shared memory, where the
// order of setting cannot matter. The other view's row of an input is this bitmap's row of its mirror.
#include "common.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Inputs { uint inputs[]; };
layout(std430, set = 0, binding = 1) readonly buffer Facts { uvec2 facts[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Bitmap { uint bitmap[]; };  // (768, viewRows / 32)

const uint kWords = kBitmapExamples / 32;
shared uint bits[kInputs * kWords];

void main() {
  uint thread = gl_LocalInvocationID.x, begin = gl_WorkGroupID.x * kBitmapExamples;
  for (uint i = thread; i < kInputs * kWords; i += gl_WorkGroupSize.x) bits[i] = 0;
  barrier();
  for (uint j = thread; j < kBitmapExamples; j += gl_WorkGroupSize.x) {
    uint example = begin + j;
    uint count = example < push.examples ? facts[example].x : 0;
    for (uint k = 0; k < count; ++k)
      atomicOr(bits[(inputs[example * kMaxInputs + k] & 0xffffu) * kWords + j / 32], 1u << (j & 31));
  }
  barrier();
  for (uint i = thread; i < kInputs * kWords; i += gl_WorkGroupSize.x)
    bitmap[i / kWords * (push.viewRows / 32) + begin / 32 + i % kWords] = bits[i];
}
