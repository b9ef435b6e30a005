// Result: a value or a sentence.
#include "engine/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace tabiya {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return Error{std::to_string(n) + " is odd"};
  return n / 2;
}

TEST(Result, HoldsAValue) {
  const Result<int> r = half(8);
  ASSERT_TRUE(r);
  EXPECT_EQ(*r, 4);
}

TEST(Result, HoldsASentence) {
  const Result<int> r = half(7);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error(), "7 is odd");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> r(std::make_unique<int>(3));
  const std::unique_ptr<int> taken = *std::move(r);
  EXPECT_EQ(*taken, 3);
}

TEST(Result, OfNothingIsSuccessOrASentence) {
  EXPECT_TRUE(Result<void>());
  const Result<void> failed = Error{"no"};
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error(), "no");
}

TEST(Result, AStringIsNoError) {
  const Result<std::string> r(std::string("fine"));
  ASSERT_TRUE(r);
  EXPECT_EQ(r->size(), 4u);
}

}  // namespace
}  // namespace tabiya
