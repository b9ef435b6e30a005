// Shards: pairs by range, added up to the match that was never split.
#include <gtest/gtest.h>

#include "datagen/match/state_merge.h"
#include "tests/support/program.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::Program;
using testing::with;

testing::Ended run(const std::string& directory, const std::vector<std::string>& more) {
  return Program("tabiya-match", with({"run", "hce", "hce", "--a-nodes", "60", "--b-nodes", "90", "--max-plies", "80",
                                       "--hash", "1", "--sprt", "0,10", "--quiet", "--pgn", "--out", directory},
                                      more))
      .wait();
}

TEST(Shards, AddUpToTheWholeMatch) {
  const testing::TemporaryDirectory place;
  run(place.file("whole"), {"--pairs", "7"});
  run(place.file("b"), {"--pairs", "4", "--first-pair", "3"});
  run(place.file("a"), {"--pairs", "3"});
  const auto merged = Program("tabiya-match", {"merge", place.file("b"), place.file("a"), "--out", place.file("m"),
                                               "--report", place.file("page.html")})
                          .wait();
  EXPECT_EQ(merged.code, 4) << merged.err;  // undecided
  EXPECT_NE(merged.out.find("Pairs   7:"), std::string::npos) << merged.out;
  for (const char* name : {"/games.pgn", "/pairs.jsonl"})
    EXPECT_EQ(contentOf(place.file("m") + name), contentOf(place.file("whole") + name)) << name;
  EXPECT_EQ(readStoredMatch(place.file("m"))->state.tally, readStoredMatch(place.file("whole"))->state.tally);
  EXPECT_NE(contentOf(place.file("page.html")).find("</html>"), std::string::npos);

  const auto twice = Program("tabiya-match", {"merge", place.file("a"), place.file("whole")}).wait();
  EXPECT_EQ(twice.code, 1);
  EXPECT_NE(twice.err.find("pair 0 is both in"), std::string::npos) << twice.err;
  run(place.file("other"), {"--pairs", "1", "--first-pair", "50", "--seed", "9"});
  const auto other = Program("tabiya-match", {"merge", place.file("a"), place.file("other")}).wait();
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.err.find("they differ at /seed"), std::string::npos) << other.err;
  EXPECT_EQ(Program("tabiya-match", {"merge", place.file("nowhere")}).wait().code, 1);
}

Shard shardOf(const std::string& name, const std::vector<std::pair<u64, u64>>& numbersAndStarts) {
  Shard shard;
  shard.directory = name;
  shard.settings = {{"seed", 1}, {"first_pair", numbersAndStarts.front().first}};
  for (const auto& [number, start] : numbersAndStarts) {
    PairFacts facts;
    facts.number = number;
    facts.start = start;
    facts.pgnBytes = 100;
    shard.match.pairs.push_back(facts);
  }
  return shard;
}

TEST(Shards, ACopyOfAStartCountsOnce) {
  const auto merged = mergeShards({shardOf("b", {{10, 7}, {11, 5}}), shardOf("a", {{0, 5}, {1, 6}})});
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->copies, 1u);
  ASSERT_EQ(merged->pairs.size(), 3u);
  EXPECT_EQ(merged->tally.pairCount(), 3u);
  EXPECT_EQ(merged->pairs[1].facts.number, 1u);
  EXPECT_EQ(merged->pairs[1].pgnOffset, 100u);
  EXPECT_EQ(merged->pairs[2].facts.number, 10u);
}

}  // namespace
}  // namespace tabiya
