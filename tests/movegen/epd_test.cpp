// EPD lines and files.
#include "engine/movegen/epd.h"

#include <unistd.h>

#include <filesystem>

#include "engine/base/files.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

TEST(Epd, FourFieldsWithOperations) {
  const auto line = readEpdLine(R"(4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id "one; two"; hmvc 5; fmvn 40;)");
  ASSERT_TRUE(line) << line.error();
  EXPECT_EQ(line->fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 5 40");
  EXPECT_EQ(line->position.halfmoveClock(), 5);
  ASSERT_NE(line->find("bm"), nullptr);
  EXPECT_EQ(*line->find("bm"), "e4 e3");
  EXPECT_EQ(*line->find("id"), "one; two");
  EXPECT_EQ(line->find("am"), nullptr);
}

TEST(Epd, SixFields) {
  const auto line = readEpdLine("4k3/8/8/8/8/8/4P3/4K3 w - - 3 17");
  ASSERT_TRUE(line) << line.error();
  EXPECT_EQ(line->fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 17");
  EXPECT_TRUE(line->operations.empty());
}

TEST(Epd, PerftCounts) {
  const auto line = readEpdLine("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25");
  ASSERT_TRUE(line) << line.error();
  EXPECT_EQ(line->operations, (std::vector<std::pair<std::string, std::string>>{{"D1", "5"}, {"D2", "25"}}));
}

TEST(Epd, FewFieldsAreFilledAsInAFen) {
  EXPECT_EQ(readEpdLine("4k3/8/8/8/8/8/8/4K3 b ;D1 5")->fen, "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

class EpdFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = (std::filesystem::temp_directory_path() / ("tabiya_epd_" + std::to_string(::getpid()))).string();
};

TEST_F(EpdFile, SkipsEmptyLinesAndCommentsAndCountsThem) {
  writeWholeFile(path_, std::string("# a comment\r\n\r\n4k3/8/8/8/8/8/8/4K3 w - - ce 1;\r\n4k3/8/8/8/8/8/8/4K3 b - -"));
  const auto lines = readEpdFile(path_);
  ASSERT_TRUE(lines) << lines.error();
  ASSERT_EQ(lines->size(), 2u);
  EXPECT_EQ((*lines)[0].lineNumber, 3);
  EXPECT_EQ(*(*lines)[0].find("ce"), "1");
  EXPECT_EQ((*lines)[1].lineNumber, 4);
}

TEST_F(EpdFile, AnErrorNamesFileAndLine) {
  writeWholeFile(path_, std::string("4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3 x - -\n"));
  EXPECT_EQ(readEpdFile(path_).error(), path_ + ", line 2: Invalid FEN: side to move 'x', expected w or b");
}

TEST_F(EpdFile, AMissingFileIsASentence) {
  EXPECT_EQ(readEpdFile(path_).error(), "cannot read " + path_ + ": No such file or directory");
}

}  // namespace
}  // namespace tabiya
