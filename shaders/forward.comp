#version 450
#extension GL_GOOGLE_include_directive : require
// Forward, output and loss of 32 examples a workgroup, and back to the hidden layer's slopes, without leaving the
// registers. A workgroup is lanes x columns: each lane works through its own examples, each invocation for its columns
// (one or two vec4). What biases and output weights collect leaves as one row of partial sums a workgroup.
#include "common.glsl"

layout(constant_id = 4) const uint kColumns = 64;   // invocations a lane
layout(constant_id = 5) const uint kVectors = 1;    // vec4 columns an invocation, kColumns apart
layout(constant_id = 6) const uint kLanes = 4;      // a power of two
layout(constant_id = 7) const uint kTogether = 4;   // examples of a lane between two barriers
layout(constant_id = 8) const uint kPadded = 64;    // kColumns rounded up to a power of two
layout(constant_id = 9) const uint kBackward = 1;   // 0: the loss alone

layout(std430, set = 0, binding = 0) readonly buffer Inputs { uint inputs[]; };
layout(std430, set = 0, binding = 1) readonly buffer Facts { uvec2 facts[]; };
layout(std430, set = 0, binding = 2) readonly buffer Merged { vec4 merged[]; };      // (768, hidden)
layout(std430, set = 0, binding = 3) readonly buffer Weights { float weights[]; };   // the parameter matrix
layout(std430, set = 0, binding = 3) readonly buffer Weights4 { vec4 weights4[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Slopes { vec4 slopes[]; };     // (2, viewRows, hidden)
layout(std430, set = 0, binding = 5) writeonly buffer Partials { float partials[]; };  // (workgroups, 3 hidden + 2)

shared float sums[4 * gl_WorkGroupSize.x];

vec4 activate(vec4 x) {
  vec4 c = clamp(x, 0.0, 1.0);
  return kSquared != 0 ? c * c : c;
}
vec4 slopeAt(vec4 x) {
  vec4 inside = vec4(greaterThan(x, vec4(0.0))) * vec4(lessThan(x, vec4(1.0)));
  return kSquared != 0 ? 2.0 * clamp(x, 0.0, 1.0) * inside : inside;
}

// exp(x) to the last bits. Drivers may be off by several units in the last place and all in one direction, and what is
// summed over a batch shows that: the gradient of the output bias is a small difference of large sums. x = n ln 2 + r,
// ln 2 in two parts, and the series of exp(r) to its sixth power (|r| <= ln 2 / 2).
float exactExp(float x) {
  x = clamp(x, -80.0, 80.0);
  float n = round(x * 1.44269504);
  precise float r = x - n * 0.693359375;
  r = r + n * 2.12194440e-4;
  precise float series = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
  return ldexp(series, int(n));
}

// Adds up what the lanes hold of a partial sum, in their order.
void leave(uint at, uint lane, uint column, vec4 value) {
  uint thread = gl_LocalInvocationID.x;
  barrier();
  for (uint i = 0; i < 4; ++i) sums[4 * thread + i] = value[i];
  barrier();
  if (lane != 0) return;
  vec4 total = value;
  for (uint other = 1; other < kLanes; ++other)
    for (uint i = 0; i < 4; ++i) total[i] += sums[4 * (other * kColumns + column) + i];
  for (uint i = 0; i < 4; ++i) partials[at + i] = total[i];
}

void main() {
  uint thread = gl_LocalInvocationID.x, lane = thread / kColumns, column = thread % kColumns;
  uint each = kGroupExamples / kLanes;
  uint begin = gl_WorkGroupID.x * kGroupExamples + lane * each;
  float outputBias = weights[kOutputBias];

  vec4 bias[kVectors], outOwn[kVectors], outOther[kVectors];
  vec4 biasSum[kVectors], ownSum[kVectors], otherSum[kVectors];
  for (uint v = 0; v < kVectors; ++v) {
    uint c = v * kColumns + column;
    bias[v] = weights4[kBiasRow * kHidden4 + c];
    outOwn[v] = weights4[kOutputRow * kHidden4 + c];
    outOther[v] = weights4[(kOutputRow + 1) * kHidden4 + c];
    biasSum[v] = ownSum[v] = otherSum[v] = vec4(0.0);
  }
  float slopeSum = 0.0, lossSum = 0.0;

  for (uint at = 0; at < each; at += kTogether) {
    vec4 own[kVectors * kTogether], other[kVectors * kTogether];
    for (uint j = 0; j < kTogether; ++j) {
      uint example = begin + at + j;
      uint count = example < push.examples ? facts[example].x : 0;
      float sum = 0.0;
      for (uint v = 0; v < kVectors; ++v) {
        uint c = v * kColumns + column;
        vec4 x = bias[v], y = bias[v];
        uint k = 0;
        for (; k + 4 <= count; k += 4) {  // the rows are on their way together, and added in their order
          uint first = example * kMaxInputs + k;
          uint f0 = inputs[first], f1 = inputs[first + 1], f2 = inputs[first + 2], f3 = inputs[first + 3];
          vec4 x0 = merged[(f0 & 0xffffu) * kHidden4 + c], y0 = merged[(f0 >> 16) * kHidden4 + c];
          vec4 x1 = merged[(f1 & 0xffffu) * kHidden4 + c], y1 = merged[(f1 >> 16) * kHidden4 + c];
          vec4 x2 = merged[(f2 & 0xffffu) * kHidden4 + c], y2 = merged[(f2 >> 16) * kHidden4 + c];
          vec4 x3 = merged[(f3 & 0xffffu) * kHidden4 + c], y3 = merged[(f3 >> 16) * kHidden4 + c];
          x += x0; x += x1; x += x2; x += x3;
          y += y0; y += y1; y += y2; y += y3;
        }
        for (; k < count; ++k) {
          uint f = inputs[example * kMaxInputs + k];
          x += merged[(f & 0xffffu) * kHidden4 + c];
          y += merged[(f >> 16) * kHidden4 + c];
        }
        own[j * kVectors + v] = x;
        other[j * kVectors + v] = y;
        sum += dot(activate(x), outOwn[v]) + dot(activate(y), outOther[v]);
      }
      sums[j * gl_WorkGroupSize.x + thread] = sum;
    }
    barrier();
    for (uint reach = kPadded / 2; reach > 0; reach >>= 1) {
      if (column < reach && column + reach < kColumns)
        for (uint j = 0; j < kTogether; ++j)
          sums[j * gl_WorkGroupSize.x + thread] += sums[j * gl_WorkGroupSize.x + thread + reach];
      barrier();
    }
    for (uint j = 0; j < kTogether; ++j) {
      uint example = begin + at + j;
      if (example >= push.examples) break;
      float p = 1.0 / (1.0 + exactExp(-(sums[j * gl_WorkGroupSize.x + lane * kColumns] + outputBias)));
      float error = p - uintBitsToFloat(facts[example].y);
      lossSum += error * error;
      if (kBackward == 0) continue;
      float slope = push.slopeScale * error * p * (1.0 - p);
      slopeSum += slope;
      for (uint v = 0; v < kVectors; ++v) {
        uint c = v * kColumns + column;
        vec4 x = own[j * kVectors + v], y = other[j * kVectors + v];
        vec4 dx = slope * outOwn[v] * slopeAt(x), dy = slope * outOther[v] * slopeAt(y);
        slopes[example * kHidden4 + c] = dx;
        slopes[(push.viewRows + example) * kHidden4 + c] = dy;
        biasSum[v] += dx + dy;
        ownSum[v] += slope * activate(x);
        otherSum[v] += slope * activate(y);
      }
    }
    barrier();
  }

  uint row = gl_WorkGroupID.x * (3 * kHidden + 2);
  if (kBackward != 0) {
    for (uint v = 0; v < kVectors; ++v) {
      uint c = 4 * (v * kColumns + column);
      leave(row + c, lane, column, biasSum[v]);
      leave(row + kHidden + c, lane, column, ownSum[v]);
      leave(row + 2 * kHidden + c, lane, column, otherSum[v]);
    }
  }
  // Every column of a lane holds the same two sums.
  barrier();
  sums[2 * thread] = slopeSum;
  sums[2 * thread + 1] = lossSum;
  barrier();
  if (thread != 0) return;
  for (uint other = 1; other < kLanes; ++other) {
    slopeSum += sums[2 * other * kColumns];
    lossSum += sums[2 * other * kColumns + 1];
  }
  partials[row + 3 * kHidden] = slopeSum;
  partials[row + 3 * kHidden + 1] = lossSum;
}
