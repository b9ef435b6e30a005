// Numbers as people read them.
#include "records/progress.h"

#include <gtest/gtest.h>

#include <limits>

namespace tabiya {
namespace {

TEST(HumanTime, HasTwoUnitsAtMost) {
  EXPECT_EQ(humanTime(0), "0 s");
  EXPECT_EQ(humanTime(12.4), "12 s");
  EXPECT_EQ(humanTime(59.6), "1 min 00 s");
  EXPECT_EQ(humanTime(187), "3 min 07 s");
  EXPECT_EQ(humanTime(3720), "1 h 02 min");
  EXPECT_EQ(humanTime(100 * 3600), "100 h 00 min");
  EXPECT_EQ(humanTime(std::numeric_limits<double>::infinity()), "?");
  EXPECT_EQ(humanTime(std::numeric_limits<double>::quiet_NaN()), "?");
  EXPECT_EQ(humanTime(-1), "?");
}

TEST(HumanCount, HasThreeFiguresAndAUnit) {
  EXPECT_EQ(humanCount(0), "0");
  EXPECT_EQ(humanCount(42), "42");
  EXPECT_EQ(humanCount(999.6), "1.00 k");
  EXPECT_EQ(humanCount(1234), "1.23 k");
  EXPECT_EQ(humanCount(31000), "31.0 k");
  EXPECT_EQ(humanCount(310000), "310 k");
  EXPECT_EQ(humanCount(999600), "1.00 M");
  EXPECT_EQ(humanCount(1.25e6), "1.25 M");
  EXPECT_EQ(humanCount(3.2e9), "3.20 G");
  EXPECT_EQ(humanCount(std::numeric_limits<double>::infinity()), "?");
}

TEST(Counted, OneIsNoPlural) {
  EXPECT_EQ(counted(0, "record"), "0 records");
  EXPECT_EQ(counted(1, "record"), "1 record");
  EXPECT_EQ(counted(2, "record"), "2 records");
}

}  // namespace
}  // namespace tabiya
