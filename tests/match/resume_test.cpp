// A match stopped at twenty places, by a wish or by a kill, is the match that was never stopped.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/random.h"
#include "tests/support/program.h"

namespace tabiya {
namespace {

using testing::contentOf;
using testing::Program;

constexpr int kPairs = 66;
constexpr int kStops = 20;

std::vector<std::string> command(const std::string& directory) {
  return {"run",
          "hce",
          "hce,lmr=off",
          "--nodes",
          "400",
          "--max-plies",
          "100",
          "--pairs",
          std::to_string(kPairs),
          "--seed",
          "3",
          "--hash",
          "1",
          "--concurrency",
          "2",
          "--quiet",
          "--pgn",
          "--out",
          directory};
}

std::size_t sizeOf(const std::string& path) {
  std::error_code none;
  const auto size = std::filesystem::file_size(path, none);
  return none ? 0 : static_cast<std::size_t>(size);
}

// What must not depend on how the match was played.
nlohmann::json countsOf(const std::string& directory) {
  auto state = nlohmann::json::parse(contentOf(directory + "/state.json"));
  state.erase("seconds");
  state.erase("time");
  return state;
}

TEST(Resume, TwentyInterruptionsChangeNothing_slow) {
  const testing::TemporaryDirectory place;
  const std::string whole = place.file("whole"), parts = place.file("parts");
  ASSERT_EQ(Program("tabiya-match", command(whole)).wait().code, 0);
  const std::string games = contentOf(whole + "/games.pgn");

  Random random(11);
  int stopped = 0;
  for (int n = 1; n <= kStops; ++n) {
    // A random place in the n-th part of what is written, in the middle of whatever happens then. The last third is
    // left for the end, so that no stop comes too late.
    const std::size_t part = games.size() * 2 / 3 / kStops;
    const std::size_t planned = part * static_cast<std::size_t>(n - 1) + static_cast<std::size_t>(random.below(part));
    const std::size_t until = std::max(planned, sizeOf(parts + "/games.pgn"));
    Program running("tabiya-match", command(parts));
    while (sizeOf(parts + "/games.pgn") <= until && !running.endsWithin(2)) {
    }
    const int signal = n % 3 == 0 ? SIGKILL : n % 3 == 1 ? SIGINT : SIGTERM;
    running.signal(signal);
    const auto ended = running.wait();
    EXPECT_EQ(ended.code, signal == SIGKILL ? -SIGKILL : 130) << ended.err;
    stopped += ended.code != 0;
  }
  const auto last = Program("tabiya-match", command(parts)).wait();
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(stopped, kStops);
  EXPECT_EQ(contentOf(parts + "/games.pgn"), games);
  EXPECT_EQ(contentOf(parts + "/pairs.jsonl"), contentOf(whole + "/pairs.jsonl"));
  EXPECT_EQ(countsOf(parts), countsOf(whole));
  // The figures, the verdict: all but the times.
  const auto again = Program("tabiya-match", command(whole)).wait();
  const auto figures = [](const std::string& out) {
    return out.substr(out.find("Games "), out.find("Time ") - out.find("Games "));
  };
  EXPECT_EQ(figures(last.out), figures(again.out));
}

}  // namespace
}  // namespace tabiya
