#version 450
#extension GL_GOOGLE_include_directive : require
// AdamW of the own rows, whose room depends on their shared rows after the step; and the merged rows, own plus shared,
// that the forward kernel reads.
#include "common.glsl"
#include "adamw.glsl"

layout(constant_id = 10) const uint kStep = 1;  // 0: merge only
layout(std430, set = 0, binding = 4) writeonly buffer Merged { float merged[]; };

void main() {
  uint at = gl_GlobalInvocationID.x;
  if (at >= kInputs * kHidden) return;
  uint f = at / kHidden, column = at % kHidden;
  float common_ = 0.0;
  if (kShared != 0)
    common_ = weights[(kPieceRow + pieceGroup(f)) * kHidden + column] +
              weights[(kFileRow + fileGroup(f)) * kHidden + column] +
              weights[(kRankRow + rankGroup(f)) * kHidden + column];
  float own = weights[at];
  if (kStep != 0) {
    own = adamW(at, push.ownDecay);
    float sum = own + common_, clipped = clamp(sum, -kLimit, kLimit);
    own = clipped == sum ? own : clipped - common_;
    weights[at] = own;
  }
  merged[at] = own + common_;
}
