// tabiya-net from outside: what it prints, its sentences and its exit codes.
#include <gtest/gtest.h>

#include "engine/base/files.h"
#include "nets/network.h"
#include "tests/nets/random_network.h"
#include "tests/nets/shell.h"

namespace tabiya {
namespace {

class NetTool : public ::testing::Test {
 protected:
  NetTool() : shell_("net_tool") {
    write("a.nnue", testing::randomNetwork({.hidden = 16}, 1));
    write("b.nnue", testing::randomNetwork({.hidden = 32}, 2));
    write("material.nnue", testing::materialNetwork());
  }

  void write(const std::string& name, const Network& network) { writeNetworkFile(network, shell_.path(name).string()); }
  int net(const std::string& arguments) { return shell_.run(std::string(TABIYA_BIN_DIR) + "/tabiya-net " + arguments); }
  // It failed with this one sentence, of the tool or of a command of it.
  void expectFailure(int exitCode, const std::string& arguments, const std::string& sentence,
                     const std::string& command = "") {
    EXPECT_EQ(net(arguments), exitCode) << arguments;
    EXPECT_EQ(shell_.err, "tabiya-net" + command + ": " + sentence + "\n");
    EXPECT_EQ(shell_.out, "");
  }
  bool said(const std::string& text) const { return shell_.out.find(text) != std::string::npos; }

  testing::Shell shell_;
};

TEST_F(NetTool, InfoShowsTheArchitectureTheHashAndHowItWasMade) {
  writeWholeFile(shell_.path("a.json").string(), std::string(R"({"games": 20000, "parent": "none"})"));
  ASSERT_EQ(net("info a.nnue material.nnue"), 0) << shell_.err;
  EXPECT_TRUE(said("hidden          16, SCReLU\n"));
  EXPECT_TRUE(said("hash            " + networkHash(testing::randomNetwork({.hidden = 16}, 1)) + "\n"));
  EXPECT_TRUE(said("    games              20000\n"));
  EXPECT_TRUE(said("    parent             none\n"));
  EXPECT_TRUE(said("hidden          16, CReLU\n"));
  EXPECT_TRUE(said("eval scale      4000.000 cp\n"));
  EXPECT_TRUE(said("unused hidden   10 of 16\n"));
}

TEST_F(NetTool, InfoCountsWeightsAtTheirLimit) {
  write("largest.nnue", testing::largestNetwork({.hidden = 16}));
  ASSERT_EQ(net("info largest.nnue"), 0) << shell_.err;
  EXPECT_TRUE(said("12288 numbers, 505 to 505, 505.00 away from 0 on average, 12288 at the limit of 505 (100.000 %)"));
}

TEST_F(NetTool, EvalGivesAPositionsValueByEveryKernel) {
  ASSERT_EQ(net("eval material.nnue '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1'"), 0) << shell_.err;
  EXPECT_TRUE(said("-98 cp for Black to move\n"));
  EXPECT_TRUE(said("  without rounding -98.04\n"));
  EXPECT_TRUE(said("  scalar           -98\n"));
  EXPECT_EQ(net("eval material.nnue 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 0) << shell_.err;
  EXPECT_TRUE(said("98 cp for White to move\n"));
}

TEST_F(NetTool, CompareMeasuresOverManyPositions) {
  ASSERT_EQ(net("compare a.nnue a.nnue --positions 100"), 0) << shell_.err;
  EXPECT_TRUE(said("positions        100 (random games)\n"));
  EXPECT_TRUE(said("mean difference  0.00 cp\n"));
  EXPECT_TRUE(said("correlation      1.0000\n"));
  ASSERT_EQ(net("compare a.nnue b.nnue"), 0) << shell_.err;
  EXPECT_TRUE(said("positions        2000 (random games)\n"));
  const std::string first = shell_.out;
  EXPECT_EQ(first.find("mean difference  0.00 cp\n"), std::string::npos);
  ASSERT_EQ(net("compare a.nnue b.nnue"), 0);
  EXPECT_EQ(shell_.out, first);
}

TEST_F(NetTool, CompareTakesAFileOfPositions) {
  writeWholeFile(shell_.path("two.epd").string(),
                 std::string("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n4k3/8/8/8/8/8/8/3QK3 w - -\n"));
  Network doubled = testing::materialNetwork();
  doubled.arch.evalScaleMilli *= 2;
  write("doubled.nnue", doubled);
  ASSERT_EQ(net("compare material.nnue doubled.nnue --fens two.epd"), 0) << shell_.err;
  EXPECT_TRUE(said("positions        2 (two.epd)\n"));
  EXPECT_TRUE(said("mean difference  499.50 cp\n"));  // (98 + 901) / 2
  EXPECT_TRUE(said("max difference   901 cp: 900 and 1801 in 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n"));
  expectFailure(2, "compare a.nnue b.nnue --fens two.epd --positions 5",
                "--fens excludes --positions (see tabiya-net compare --help)", " compare");
}

TEST_F(NetTool, ExportWritesBulletsLayout) {
  ASSERT_EQ(net("export a.nnue --bullet a.bin"), 0) << shell_.err;
  EXPECT_EQ(std::filesystem::file_size(shell_.path("a.bin")), 24'704u);
  expectFailure(1, "export material.nnue --bullet m.bin",
                "material.nnue: bullet's layout takes plain inputs, SCReLU and 1 output bucket; this network has plain "
                "inputs, CReLU and 1 output bucket");
  EXPECT_FALSE(std::filesystem::exists(shell_.path("m.bin")));
  EXPECT_EQ(net("export a.nnue --bullet missing/a.bin"), 1);
  expectFailure(1, "export a.nnue --bullet ./a.nnue", "./a.nnue is the network to export, so it cannot be written");
  EXPECT_EQ(net("info a.nnue"), 0) << shell_.err;
}

TEST_F(NetTool, BadInputIsOneSentenceAndExitCode1) {
  EXPECT_EQ(net("info missing.nnue"), 1);
  EXPECT_NE(shell_.err.find("missing.nnue"), std::string::npos);
  writeWholeFile(shell_.path("text.nnue"), std::string(100, 'x'));
  expectFailure(1, "info text.nnue", "text.nnue: byte 0: not a Tabiya network: it does not begin with TABIYANN");
  expectFailure(1, "info none", "'none' is the hand-crafted evaluation, no network; give a .nnue file or builtin");
  EXPECT_EQ(net("eval a.nnue 8/8"), 1);
  EXPECT_EQ(net("compare a.nnue b.nnue --fens missing.epd"), 1);
}

TEST_F(NetTool, AFullDiskIsOneSentenceAndLeavesNothing) {
  const std::string tool = std::string(TABIYA_BIN_DIR) + "/tabiya-net";
  EXPECT_EQ(shell_.run("(ulimit -f 8; exec " + tool + " export a.nnue --bullet a.bin)"), 1);
  EXPECT_EQ(shell_.err, "tabiya-net: cannot write a.bin.part: File too large\n");
  EXPECT_FALSE(std::filesystem::exists(shell_.path("a.bin")));
  EXPECT_FALSE(std::filesystem::exists(shell_.path("a.bin.part")));
}

TEST_F(NetTool, AFullDiskUnderItsOutputIsSaid) {
  EXPECT_EQ(shell_.run("(" TABIYA_BIN_DIR "/tabiya-net info a.nnue >/dev/full)"), 1);
  EXPECT_EQ(shell_.err, "tabiya-net: cannot write to standard output: No space left on device\n");
}

TEST_F(NetTool, WrongWordsNameTheNearestRightOneAndExit2) {
  expectFailure(2, "compair a.nnue b.nnue", "unknown command compair; the nearest is compare (see tabiya-net --help)");
  expectFailure(2, "compare a.nnue b.nnue --position 5",
                "unknown option --position; the nearest is --positions (see tabiya-net compare --help)", " compare");
  expectFailure(2, "export a.nnue", "--bullet is required (see tabiya-net export --help)", " export");
  EXPECT_EQ(net(""), 2);
}

TEST_F(NetTool, HelpAndVersionAreNoFailures) {
  EXPECT_EQ(net("--help"), 0);
  EXPECT_TRUE(said("Example:"));
  EXPECT_EQ(net("export --help"), 0);
  EXPECT_TRUE(said("--bullet"));
  EXPECT_EQ(net("--version"), 0);
  EXPECT_TRUE(said("tabiya-net "));
  EXPECT_TRUE(said("\nnet "));
}

}  // namespace
}  // namespace tabiya
