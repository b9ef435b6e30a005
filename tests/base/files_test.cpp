// Files that are whole or not there.
#include "engine/base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace tabiya {
namespace {

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("tabiya_files_" + std::to_string(::getpid()) + "_" +
                                                        testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

TEST_F(Files, WhatIsWrittenIsRead) {
  const std::vector<u8> bytes{0, 255, 10, 13};
  writeWholeFile(path("a"), bytes);
  const auto back = readWholeFile(path("a"));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, bytes);
}

TEST_F(Files, AMissingFileIsASentenceWithItsPath) {
  const auto read = readWholeFile(path("nothing"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error(), "cannot read " + path("nothing") + ": No such file or directory");
}

TEST_F(Files, ADirectoryIsNoFile) {
  const auto read = readWholeFile(folder_.string());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error(), "cannot read " + folder_.string() + ": it is a directory");
}

TEST_F(Files, WhatHasNoEndIsNotRead) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::string& name : {std::string("/dev/zero"), path("pipe")}) {
    const auto read = readWholeFile(name);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error(), "cannot read " + name + ": it is no regular file");
  }
}

TEST_F(Files, TheFinalNameAppearsOnlyWithCommit) {
  AtomicFile file(path("a"));
  file.write("half", 4);
  EXPECT_FALSE(std::filesystem::exists(path("a")));
  file.write("whole", 5);
  file.commit();
  EXPECT_EQ(std::filesystem::file_size(path("a")), 9u);
  EXPECT_FALSE(std::filesystem::exists(path("a.part")));
}

TEST_F(Files, WithoutCommitTheOldFileStaysAndNothingElse) {
  writeWholeFile(path("a"), std::string("old"));
  {
    AtomicFile file(path("a"));
    file.write("new and longer", 14);
  }
  EXPECT_EQ(std::filesystem::file_size(path("a")), 3u);
  EXPECT_FALSE(std::filesystem::exists(path("a.part")));
}

TEST_F(Files, ADeviceIsNeverReplacedByAFile) {
  EXPECT_THROW(AtomicFile("/dev/null"), std::runtime_error);
}

TEST_F(Files, ALinkStaysALinkAndItsTargetIsWritten) {
  writeWholeFile(path("target"), std::string("old"));
  std::filesystem::create_symlink(path("target"), path("link"));
  writeWholeFile(path("link"), std::string("newer"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(std::filesystem::file_size(path("target")), 5u);
  std::filesystem::create_symlink(path("nothing"), path("dangling"));
  EXPECT_THROW(AtomicFile(path("dangling")), std::runtime_error);
}

TEST_F(Files, ADirectoryIsRefusedBeforeAnythingIsWritten) {
  std::filesystem::create_directory(path("folder"));
  EXPECT_THROW(AtomicFile(path("folder")), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(path("folder.part")));
}

TEST_F(Files, AFolderThatIsNotThereIsAnException) {
  try {
    AtomicFile file(path("no/folder/a"));
    FAIL() << "opened a file in a folder that does not exist";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write " + path("no/folder/a.part") + ": No such file or directory");
  }
}

}  // namespace
}  // namespace tabiya
