// AdamW's step of one number, and the clipping of weights: as trainer/optimiser.h defines them.
layout(std430, set = 0, binding = 0) buffer Weights { float weights[]; };
layout(std430, set = 0, binding = 1) buffer First { float first[]; };
layout(std430, set = 0, binding = 2) buffer Second { float second[]; };
layout(std430, set = 0, binding = 3) readonly buffer Gradient { float gradient[]; };

layout(constant_id = 4) const float kBeta1 = 0.9;
layout(constant_id = 5) const float kRest1 = 0.1;  // 1 - beta1
layout(constant_id = 6) const float kBeta2 = 0.999;
layout(constant_id = 7) const float kRest2 = 0.001;
layout(constant_id = 8) const float kEpsilon = 1e-8;
layout(constant_id = 9) const float kLimit = 1.98;

float adamW(uint at, float decay) {
  float g = gradient[at], weight = weights[at];
  float m = kBeta1 * first[at] + kRest1 * g;
  float v = kBeta2 * second[at] + kRest2 * (g * g);
  first[at] = m;
  second[at] = v;
  float direction = m * push.correct1 / (sqrt(v * push.correct2) + kEpsilon);
  return weight - push.rate * (direction + decay * weight);
}
