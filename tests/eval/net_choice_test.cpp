// One place decides what the words for networks mean.
#include "engine/eval/net_choice.h"

#include <gtest/gtest.h>

#include "nets/embedded.h"

namespace tabiya {
namespace {

TEST(NetChoice, NoneNothingAndEmptyMeanTheHandCraftedEvaluation) {
  for (const char* word : {"none", "", "<empty>"}) {
    const Result<NetChoice> choice = chooseNet(word);
    ASSERT_TRUE(choice.ok());
    EXPECT_EQ(choice->network, nullptr);
    EXPECT_EQ(choice->name, "none");
    EXPECT_EQ(choice->hash, "none");
  }
}

TEST(NetChoice, TheBuiltInNetIsTheEmbeddedOneOrAClearRefusal) {
  for (const char* word : {"<built-in>", "builtin"}) {
    const Result<NetChoice> choice = chooseNet(word);
    if (embeddedNetworkBytes().empty()) {
      ASSERT_FALSE(choice.ok());
      EXPECT_NE(choice.error().find("none"), std::string::npos);
    } else {
      ASSERT_TRUE(choice.ok());
      EXPECT_EQ(choice->name, "<built-in>");
      EXPECT_EQ(choice->hash.size(), 16u);
    }
  }
  EXPECT_EQ(defaultNetWord(), embeddedNetworkBytes().empty() ? "none" : "<built-in>");
}

TEST(NetChoice, AMissingFileIsNamed) {
  const Result<NetChoice> choice = chooseNet("/no/such/net.nnue");
  ASSERT_FALSE(choice.ok());
  EXPECT_NE(choice.error().find("/no/such/net.nnue"), std::string::npos);
}

}  // namespace
}  // namespace tabiya
