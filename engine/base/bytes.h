// Little-endian integers in byte buffers, written and read on purpose, whatever the machine's own order.
#pragma once

#include <type_traits>

#include "engine/base/types.h"

namespace tabiya {

template <class T>
inline void storeLittle(u8* to, T value) {
  static_assert(std::is_integral_v<T>);
  auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) to[i] = static_cast<u8>(static_cast<u64>(bits) >> (8 * i));
}

template <class T>
inline T loadLittle(const u8* from) {
  static_assert(std::is_integral_v<T>);
  u64 bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) bits |= static_cast<u64>(from[i]) << (8 * i);
  return static_cast<T>(bits);
}

// FNV-1a, 64 bits: the damage check of a .nnue file. Chain calls by passing the last value.
inline constexpr u64 kFnvStart = 0xcbf29ce484222325ULL;
inline u64 fnv1a64(const u8* data, std::size_t size, u64 hash = kFnvStart) {
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ data[i]) * 0x100000001b3ULL;
  return hash;
}

}  // namespace tabiya
