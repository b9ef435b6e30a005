#version 450
#extension GL_GOOGLE_include_directive : require
// Records to inputs: one invocation a square; how many pieces stand before it gives the input's slot.
#include "common.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Records { uint records[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Inputs { uint inputs[]; };  // (examples, 32): own | other << 16
layout(std430, set = 0, binding = 2) writeonly buffer Facts { uvec2 facts[]; };   // count, target's bits

void main() {
  uint example = gl_GlobalInvocationID.x / 64, square = gl_GlobalInvocationID.x % 64;
  if (example >= push.examples) return;
  uint at = (push.firstRecord + example) * kRecordWords;
  uint low = records[at], high = records[at + 1];
  uint state = records[at + 6];
  if (square == 0) facts[example] = uvec2(min(uint(bitCount(low) + bitCount(high)), kMaxInputs), records[at + 7]);

  uint word = square < 32 ? low : high;
  uint bit = 1u << (square & 31);
  if ((word & bit) == 0) return;
  uint slot = uint(bitCount(word & (bit - 1)) + (square < 32 ? 0 : bitCount(low)));
  if (slot >= kMaxInputs) return;
  uint code = records[at + 2 + (slot >> 3)] >> ((slot & 7) * 4) & 15u;
  uint type = code & 7;
  type = type == 6 ? 3 : min(type, 5u);  // a castling rook is a rook
  bool black = (state & kBlackBit) != 0;
  bool other = ((code & 8) != 0) != black;
  uint flip = (black ? 56u : 0u) ^ ((state & kTurnedBit) != 0 ? 7u : 0u);
  uint f = (other ? kHalfInputs : 0) + type * 64 + (square ^ flip);
  inputs[example * kMaxInputs + slot] = f | otherView(f) << 16;
}
