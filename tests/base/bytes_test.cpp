// Little-endian integers and the FNV-1a hash, against values worked out elsewhere.
#include "engine/base/bytes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tabiya {
namespace {

TEST(Bytes, StoresTheLowestByteFirst) {
  std::vector<u8> bytes(4);
  storeLittle<u32>(bytes.data(), 0x01020304);
  EXPECT_EQ(bytes, (std::vector<u8>{4, 3, 2, 1}));
}

TEST(Bytes, NegativeNumbersAreTwosComplement) {
  std::vector<u8> bytes(2);
  storeLittle<i16>(bytes.data(), -2);
  EXPECT_EQ(bytes, (std::vector<u8>{0xfe, 0xff}));
  EXPECT_EQ(loadLittle<i16>(bytes.data()), -2);
  EXPECT_EQ(loadLittle<u16>(bytes.data()), 0xfffe);
}

TEST(Bytes, EveryWidthComesBack) {
  u8 bytes[8];
  storeLittle<u64>(bytes, 0xfedcba9876543210ULL);
  EXPECT_EQ(loadLittle<u64>(bytes), 0xfedcba9876543210ULL);
  EXPECT_EQ(loadLittle<u32>(bytes), 0x76543210u);
  EXPECT_EQ(loadLittle<u8>(bytes), 0x10);
  storeLittle<i32>(bytes, -2'000'000'000);
  EXPECT_EQ(loadLittle<i32>(bytes), -2'000'000'000);
}

u64 hashOf(const std::string& text) {
  return fnv1a64(reinterpret_cast<const u8*>(text.data()), text.size());
}

// From the reference test suite of the FNV authors.
TEST(Bytes, Fnv1aHasItsPublishedValues) {
  EXPECT_EQ(hashOf(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(hashOf("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(hashOf("foobar"), 0x85944171f73967e8ULL);
}

TEST(Bytes, Fnv1aChains) {
  const std::string head = "foo", tail = "bar";
  const u64 first = fnv1a64(reinterpret_cast<const u8*>(head.data()), head.size());
  EXPECT_EQ(fnv1a64(reinterpret_cast<const u8*>(tail.data()), tail.size(), first), hashOf("foobar"));
}

}  // namespace
}  // namespace tabiya
