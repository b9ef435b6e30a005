// Embedding with a bare compiler, and the build's check of the file.
#include "nets/embedded.h"

#include <gtest/gtest.h>

#include "engine/base/files.h"
#include "nets/network.h"
#include "tests/nets/random_network.h"
#include "tests/nets/shell.h"

namespace tabiya {
namespace {

constexpr const char* kPrintEmbedded = R"(
#include <cstdio>
#include "nets/embedded.h"
int main() {
  const auto bytes = tabiya::embeddedNetworkBytes();
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  std::fputs(tabiya::embeddedNetworkName(), stderr);
}
)";

TEST(EmbeddedNetwork, IsAGoodNetworkOrNone) {
  const auto bytes = embeddedNetworkBytes();
  if (std::string(embeddedNetworkName()) == "none") {
    EXPECT_TRUE(bytes.empty());
  } else {
    const auto network = readNetwork(bytes, embeddedNetworkName());
    EXPECT_TRUE(network.ok()) << network.error();
  }
}

TEST(EmbeddedNetwork, ABareCompilerPutsTheFilesBytesIn) {
  testing::Shell shell("embedded");
  const std::vector<u8> net = writeNetwork(testing::randomNetwork({.hidden = 16}, 12));
  writeWholeFile(shell.path("mine.nnue").string(), net);
  writeWholeFile(shell.path("print.cpp").string(), kPrintEmbedded);
  const std::string sources = std::string(" -I") + TABIYA_SOURCE_DIR + " print.cpp " + TABIYA_SOURCE_DIR +
                              "/nets/embedded.cpp " + TABIYA_SOURCE_DIR + "/nets/embedded_net.S ";
  const std::string compile = std::string(TABIYA_CXX) + " -std=c++20" + sources;
  ASSERT_EQ(shell.run(compile + R"(-DTABIYA_NET_PATH='"mine.nnue"' -DTABIYA_NET_NAME='"mine.nnue"' -o with)"), 0)
      << shell.err;
  EXPECT_EQ(shell.run("./with"), 0);
  EXPECT_EQ(shell.out, std::string(net.begin(), net.end()));
  EXPECT_EQ(shell.err, "mine.nnue");
  ASSERT_EQ(shell.run(compile + "-o without"), 0) << shell.err;
  EXPECT_EQ(shell.run("./without"), 0);
  EXPECT_EQ(shell.out, "");
  EXPECT_EQ(shell.err, "none");
}

TEST(EmbeddedNetwork, TheBuildsCheckRefusesWhatIsNoNetworkWithOneSentence) {
  testing::Shell shell("check_net");
  std::vector<u8> net = writeNetwork(testing::randomNetwork({.hidden = 16}, 12));
  writeWholeFile(shell.path("good.nnue").string(), net);
  EXPECT_EQ(shell.run(std::string(TABIYA_CHECK_NET) + " good.nnue"), 0) << shell.err;
  EXPECT_EQ(shell.out + shell.err, "");
  net[2000] ^= 1;
  writeWholeFile(shell.path("bad.nnue").string(), net);
  EXPECT_EQ(shell.run(std::string(TABIYA_CHECK_NET) + " bad.nnue"), 1);
  EXPECT_EQ(shell.err,
            "the network to embed (TABIYA_NET) is refused: bad.nnue: byte 40: the checksum does not match: the file is "
            "damaged\n");
}

}  // namespace
}  // namespace tabiya
