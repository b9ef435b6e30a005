// The switch table: every row reads and writes its own member, and wrong words are answered with the nearest right one.
#include "engine/search/settings.h"

#include <gtest/gtest.h>

#include <set>

namespace tabiya {
namespace {

TEST(Settings, EveryRowChangesOneThingAndOnlyItself) {
  std::set<std::string_view> names;
  for (const SettingRow& row : settingRows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
    EXPECT_FALSE(row.help.empty()) << row.name;
    Settings settings;
    const int before = row.get(settings);
    EXPECT_GE(before, row.min) << row.name;
    EXPECT_LE(before, row.max) << row.name;
    const int other = before == row.max ? row.min : row.max;
    row.set(settings, other);
    for (const SettingRow& r : settingRows()) {
      EXPECT_EQ(r.get(settings), r.name == row.name ? other : r.get(Settings())) << r.name << " after " << row.name;
    }
  }
}

TEST(Settings, SwitchesTakeOnOffTrueFalseInAnyCase) {
  Settings settings;
  for (const char* off : {"off", "false", "OFF", "False"}) {
    settings.techniques.nullMove = true;
    ASSERT_TRUE(setSetting(settings, "NullMove", off).ok());
    EXPECT_FALSE(settings.techniques.nullMove);
  }
  ASSERT_TRUE(setSetting(settings, "nullmove", "true").ok());
  EXPECT_TRUE(settings.techniques.nullMove);
}

TEST(Settings, NumbersAreChecked) {
  Settings settings;
  ASSERT_TRUE(setSetting(settings, "rfp_margin", "120").ok());
  EXPECT_EQ(settings.params.rfpMargin, 120);
  for (const char* bad : {"-1", "1001", "12x", "", "on"}) {
    const Result<void> result = setSetting(settings, "rfp_margin", bad);
    ASSERT_FALSE(result.ok()) << bad;
    EXPECT_NE(result.error().find("0 to 1000"), std::string::npos);
  }
  EXPECT_EQ(settings.params.rfpMargin, 120);
}

TEST(Settings, AnUnknownNameIsAnsweredWithTheNearest) {
  Settings settings;
  const Result<void> result = setSetting(settings, "nulmove", "on");
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().find("nullmove"), std::string::npos);
}

}  // namespace
}  // namespace tabiya
