// Deterministic random numbers: the same seed gives the same sequence on every machine.
//
// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). The standard library's
// distributions are not used, because they may differ between libraries.
#pragma once

#include "engine/base/types.h"

namespace tabiya {

// A bijective scramble of 64 bits.
constexpr u64 mix64(u64 x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The seed of part `n` of a run: neighbouring runs and neighbouring parts have nothing in common.
constexpr u64 deriveSeed(u64 runSeed, u64 n) {
  return mix64(mix64(runSeed + 0x9e3779b97f4a7c15ULL) ^ mix64(n + 0xd1b54a32d192ed03ULL));
}

class Random {
 public:
  constexpr explicit Random(u64 seed) : state_(seed) {}

  constexpr u64 next() { return mix64(state_ += 0x9e3779b97f4a7c15ULL); }

  // Uniform in [0, bound), bound > 0, without bias (Lemire, "Fast random integer generation in an interval", 2019).
  constexpr u64 below(u64 bound) {
    for (;;) {
      const unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
      const u64 low = static_cast<u64>(product);
      if (low >= bound || low >= (0 - bound) % bound) return static_cast<u64>(product >> 64);
    }
  }

  // Uniform in [0, 1), 53 bits.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  constexpr bool coin() { return (next() >> 63) != 0; }

  // The whole state: Random(state()) goes on where this one stands.
  constexpr u64 state() const { return state_; }

 private:
  u64 state_;
};

}  // namespace tabiya
