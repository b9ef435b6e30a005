#version 450
#extension GL_GOOGLE_include_directive : require
// AdamW of everything but the own rows: shared rows, biases, output weights and output bias.
#include "common.glsl"
#include "adamw.glsl"

void main() {
  uint at = kInputs * kHidden + gl_GlobalInvocationID.x;
  if (at > kOutputBias) return;
  if (at == kOutputBias) {
    weights[at] = adamW(at, 0.0);  // neither decays nor is clipped
  } else {
    weights[at] = clamp(adamW(at, push.decay), -kLimit, kLimit);
  }
}
