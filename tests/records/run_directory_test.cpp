// A run directory is one run's: created, locked, gone on with, refused or set aside.
#include "records/run_directory.h"

#include "tests/records/support.h"

namespace tabiya {
namespace {

using nlohmann::json;
using testing::contentOf;
using testing::namesIn;
using testing::TemporaryDirectory;
using testing::writeText;

const json kSettings = {{"nodes", 6000}, {"net", {{"hidden", 64}, {"scale", 0.1}}}, {"book", nullptr}};
const json kNotes = {{"threads", 2}};

std::string errorOf(const std::string& path, const json& settings, bool fresh = false) {
  auto run = RunDirectory::open(path, settings, kNotes, fresh);
  return run ? "no error" : run.error();
}

TEST(RunDirectories, FirstStartWritesSettingsAndNotes) {
  TemporaryDirectory directory;
  auto run = RunDirectory::open(directory.file("a/b/run/"), kSettings, kNotes, false);
  ASSERT_TRUE(run.ok()) << run.error();
  EXPECT_FALSE(run->continued());
  EXPECT_EQ(run->path(), directory.file("a/b/run"));
  EXPECT_EQ(run->file("x"), directory.file("a/b/run/x"));
  const json stored = json::parse(contentOf(run->file("run.json")));
  EXPECT_EQ(stored["settings"], kSettings);
  EXPECT_EQ(stored["notes"], kNotes);
}

TEST(RunDirectories, SameSettingsGoOnWhateverTheNotes) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  ASSERT_TRUE(RunDirectory::open(path, kSettings, kNotes, false).ok());
  const std::string before = contentOf(path + "/run.json");
  writeText(path + "/data", "x");
  auto again = RunDirectory::open(path, kSettings, {{"threads", 99}}, false);
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_TRUE(again->continued());
  EXPECT_EQ(contentOf(path + "/run.json"), before);
}

TEST(RunDirectories, OtherSettingsAreRefusedNamingTheFirstDifference) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  ASSERT_TRUE(RunDirectory::open(path, kSettings, kNotes, false).ok());
  json other = kSettings;
  other["net"]["hidden"] = 128;
  other["nodes"] = 5000;
  EXPECT_EQ(errorOf(path, other),
            path +
                " holds a run with other settings: net.hidden is 64 there and 128 now; give the same ones to go "
                "on, choose another directory, or set the old run aside with --fresh");
  other = kSettings;
  other.erase("nodes");
  EXPECT_NE(errorOf(path, other).find("nodes is 6000 there and not set now"), std::string::npos);
  other = kSettings;
  other["seed"] = "a";
  EXPECT_NE(errorOf(path, other).find("seed is not set there and \"a\" now"), std::string::npos);
  other = kSettings;
  other["net"] = "none";
  EXPECT_NE(errorOf(path, other).find("net is {\"hidden\":64,\"scale\":0.1} there and \"none\" now"),
            std::string::npos);
  EXPECT_EQ(errorOf(path, kSettings), "no error");
}

TEST(RunDirectories, OtherListsAreToldByTheirFirstDifference) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  const auto with = [](const json& data) { return json{{"data", data}}; };
  const json a = {{"records", 10}, {"xxh3", "aa"}}, b = {{"records", 20}, {"xxh3", "bb"}};
  ASSERT_TRUE(RunDirectory::open(path, with(json::array({a, b})), kNotes, false).ok());
  EXPECT_NE(errorOf(path, with(json::array({a, a}))).find(": data[1].records is 20 there and 10 now;"),
            std::string::npos);
  EXPECT_NE(errorOf(path, with(json::array({a}))).find(": data has 2 entries there and 1 entry now;"),
            std::string::npos);
  EXPECT_EQ(errorOf(path, with(json::array({a, b}))), "no error");
}

TEST(RunDirectories, AnotherToolsRunIsRefusedAndNeverSetAside) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  const auto open = [&](const json& notes, bool fresh) {
    auto run = RunDirectory::open(path, {{"nodes", 5000}}, notes, fresh);
    return run ? "no error" : run.error();
  };
  ASSERT_EQ(open({{"tool", "tabiya-datagen"}}, false), "no error");
  for (bool fresh : {false, true})
    EXPECT_EQ(open({{"tool", "tabiya-train"}}, fresh),
              path + " holds a run of tabiya-datagen, not of tabiya-train; choose another directory");
  EXPECT_EQ(namesIn(directory.path()), "run");
  EXPECT_EQ(open({{"tool", "tabiya-datagen"}}, false), "no error");
}

TEST(RunDirectories, ARunThatDoesNotNameItsToolGoesOn) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  for (const json& notes : {json{{"threads", 2}}, json(), json{{"tool", 3}}}) {
    ASSERT_TRUE(RunDirectory::open(path, kSettings, notes, true).ok());
    auto again = RunDirectory::open(path, kSettings, {{"tool", "tabiya-train"}}, false);
    ASSERT_TRUE(again.ok()) << again.error();
    EXPECT_TRUE(again->continued());
  }
}

TEST(RunDirectories, SecondProcessIsRefusedWhileTheFirstWorks) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  {
    auto first = RunDirectory::open(path, kSettings, kNotes, false);
    ASSERT_TRUE(first.ok());
    const std::string refusal =
        "another process is at work in " + path + "; wait until it ends, or choose another directory";
    EXPECT_EQ(errorOf(path, kSettings), refusal);
    EXPECT_EQ(errorOf(path, kSettings, true), refusal);
    RunDirectory moved = std::move(*first);
    EXPECT_EQ(errorOf(path, kSettings), refusal);
  }
  EXPECT_EQ(errorOf(path, kSettings), "no error");
}

TEST(RunDirectories, FreshSetsTheOldRunAside) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  ASSERT_TRUE(RunDirectory::open(path, kSettings, kNotes, true).ok());
  EXPECT_EQ(namesIn(directory.path()), "run");
  for (int n = 1; n <= 2; ++n) {
    writeText(path + "/data", std::to_string(n));
    auto fresh = RunDirectory::open(path, {{"n", n}}, kNotes, true);
    ASSERT_TRUE(fresh.ok()) << fresh.error();
    EXPECT_FALSE(fresh->continued());
    EXPECT_EQ(errorOf(path, {{"n", n}}).find("another process"), 0u);
  }
  EXPECT_EQ(namesIn(directory.path()), "run run.old-1 run.old-2");
  EXPECT_EQ(contentOf(directory.file("run.old-2/data")), "2");
  EXPECT_EQ(namesIn(path), ".lock run.json");
}

TEST(RunDirectories, ForeignDirectoryIsRefusedAndLeftAlone) {
  TemporaryDirectory directory;
  const std::string path = directory.file("home");
  std::filesystem::create_directory(path);
  writeText(path + "/letter.txt", "x");
  for (bool fresh : {false, true})
    EXPECT_EQ(errorOf(path, kSettings, fresh),
              path + " holds other things (letter.txt) but no run.json, so it is no run directory; choose another");
  EXPECT_EQ(namesIn(directory.path()), "home");
  EXPECT_EQ(namesIn(path), "letter.txt");
}

TEST(RunDirectories, LeavingsOfAKilledFirstStartAreNoObstacle) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  std::filesystem::create_directory(path);
  writeText(path + "/.lock", "");
  writeText(path + "/run.json.part", "{\"set");
  auto run = RunDirectory::open(path, kSettings, kNotes, false);
  ASSERT_TRUE(run.ok()) << run.error();
  EXPECT_EQ(namesIn(path), ".lock run.json");
}

TEST(RunDirectories, DamagedRunFileIsNamedAndCanBeSetAside) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  ASSERT_TRUE(RunDirectory::open(path, kSettings, kNotes, false).ok());
  for (const char* text : {"", "{\"settings\": {\"nodes\": 60", "[1, 2]", "{\"notes\": 1}", "{\"settings\": null}"}) {
    writeText(path + "/run.json", text);
    EXPECT_EQ(errorOf(path, kSettings),
              path + "/run.json is damaged: no JSON object with settings; --fresh sets the directory aside");
  }
  EXPECT_EQ(errorOf(path, kSettings, true), "no error");
}

TEST(RunDirectories, FileInThePlaceOfADirectoryIsRefused) {
  TemporaryDirectory directory;
  const std::string path = directory.file("run");
  writeText(path, "x");
  EXPECT_EQ(errorOf(path, kSettings), path + " is no directory, so it cannot hold a run");
  EXPECT_EQ(errorOf(path + "/below", kSettings).find("cannot make the directory " + path + "/below: "), 0u);
  EXPECT_EQ(errorOf("", kSettings), "the run directory has no name");
}

}  // namespace
}  // namespace tabiya
