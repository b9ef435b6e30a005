// Starts of games: our own lines, random plies, balance, and the genfens contract.
#include "engine/openings.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "engine/board/fen.h"
#include "engine/engine.h"

namespace tabiya {
namespace {

TEST(Openings, AtLeastFiveHundredDifferentLinesOfFourToTenPlies) {
  const std::vector<Opening> pool = builtinOpeningPool();
  EXPECT_GE(pool.size(), 500u);
  std::set<u64> keys;
  for (const Opening& opening : pool) {
    EXPECT_GE(opening.game.moves().size(), 4u) << opening.name;
    EXPECT_LE(opening.game.moves().size(), 10u) << opening.name;
    EXPECT_EQ(opening.game.moves().size() % 2, 0u) << opening.name;
    EXPECT_FALSE(opening.game.outcome().has_value());
    EXPECT_TRUE(keys.insert(opening.game.position().key()).second) << opening.name << " is there twice";
  }
}

TEST(Openings, EveryLineIsLevelToTheDefaultNet_slow) {
  Engine engine(16);
  engine.setNet(*chooseNet(defaultNetWord()));
  const std::atomic<bool> never = false;
  Limits limits;
  limits.depth = 9;
  for (const Opening& opening : builtinOpeningPool()) {
    engine.newGame();
    const SearchResult result = engine.search(opening.game.position(), opening.game.history(), limits, never);
    EXPECT_LE(std::abs(result.score), 80) << opening.name;
  }
}

TEST(Openings, AStartIsTheOpeningAndEightOrNineRandomPlies) {
  const Opening opening = builtinOpeningPool()[3];
  std::set<std::size_t> lengths;
  std::set<u64> keys;
  for (u64 seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Game game = *drawStart(opening, random);
    lengths.insert(game.moves().size() - opening.game.moves().size());
    keys.insert(game.position().key());
    EXPECT_FALSE(game.outcome().has_value());
    Random again(seed);
    EXPECT_EQ(drawStart(opening, again)->moves(), game.moves());
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{8, 9}));
  EXPECT_GT(keys.size(), 35u);
}

TEST(Openings, WhereEveryWalkEndsTheGameThereIsNoStart) {
  const Opening opening{"bare", Game(*readFen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"))};
  Random random(1);
  EXPECT_FALSE(drawStart(opening, random, 100)) << "a hundred plies without a pawn are a draw";
  EXPECT_FALSE(drawBalancedStart(opening, 1, {std::nullopt, 20, 100}, [](const Game&) { return 0; }));
}

TEST(Openings, AnUnbalancedStartIsDrawnAgain) {
  const Opening opening = builtinOpeningPool()[0];
  int calls = 0;
  const auto start = drawBalancedStart(opening, 5, {}, [&](const Game&) { return ++calls < 4 ? 900 : 150; });
  ASSERT_TRUE(start.has_value());
  EXPECT_EQ(start->tries, 4);
  EXPECT_EQ(start->score, 150);
}

TEST(Openings, AfterTwentyTriesTheMostBalancedIsTaken) {
  const Opening opening = builtinOpeningPool()[0];
  std::vector<Game> seen;
  const auto start = drawBalancedStart(opening, 5, {}, [&](const Game& game) {
    seen.push_back(game);
    return seen.size() == 7 ? -260 : 400;
  });
  ASSERT_TRUE(start.has_value());
  EXPECT_EQ(seen.size(), 20u);
  EXPECT_EQ(start->score, -260);
  EXPECT_EQ(start->game.moves(), seen[6].moves());
  EXPECT_EQ(start->tries, 20);
}

TEST(Openings, AStartThatSeesAMateIsNeverTaken) {
  const Opening opening = builtinOpeningPool()[0];
  int calls = 0;
  const auto start = drawBalancedStart(opening, 5, {}, [&](const Game&) -> std::optional<int> {
    return ++calls < 30 ? std::nullopt : std::optional<int>(1000);
  });
  ASSERT_TRUE(start.has_value());
  EXPECT_EQ(start->score, 1000);
  EXPECT_FALSE(drawBalancedStart(opening, 5, {}, [](const Game&) { return std::nullopt; }).has_value());
}

TEST(Openings, WithoutALimitTheFirstStartWithoutAMateWillDo) {
  const Opening opening = builtinOpeningPool()[0];
  const auto start = drawBalancedStart(opening, 5, {.maxScore = {}}, [](const Game&) { return 2500; });
  ASSERT_TRUE(start.has_value());
  EXPECT_EQ(start->tries, 1);
}

TEST(Openings, NeighbouringSeedsGiveDifferentStarts) {
  const std::vector<Opening> pool = builtinOpeningPool();
  std::set<u64> keys;
  for (u64 seed = 0; seed < 100; ++seed) {
    keys.insert(drawBalancedStart(pool, seed, {}, [](const Game&) { return 0; }).game.position().key());
  }
  EXPECT_GE(keys.size(), 99u);
}

TEST(Genfens, ReadsTheContract) {
  const Result<GenfensRequest> request = parseGenfens("genfens 3 seed 18446744073709551615 book Books/x.epd extra");
  ASSERT_TRUE(request.ok()) << request.error();
  EXPECT_EQ(request->count, 3u);
  EXPECT_EQ(request->seed, ~0ULL);
  EXPECT_EQ(request->book, "Books/x.epd");
  EXPECT_EQ(parseGenfens("genfens 3 seed 1 book None ")->book, "");
  for (const char* bad : {"genfens", "genfens x seed 1 book None", "genfens 2 sead 1 book None", "genfens 2 seed -1",
                          "genfens 3 seed", "genfens 3 seed 1 book"}) {
    EXPECT_FALSE(parseGenfens(bad).ok()) << bad;
  }
}

TEST(Genfens, GivesExactlyAsManySixFieldFensAndTheSameAgain) {
  const auto generate = [](u64 seed) {
    std::vector<std::string> fens;
    EXPECT_TRUE(generateFens({.count = 5, .seed = seed, .book = ""}, [&](const std::string& fen) {
                  fens.push_back(fen);
                }).ok());
    return fens;
  };
  const std::vector<std::string> fens = generate(7);
  ASSERT_EQ(fens.size(), 5u);
  for (const std::string& fen : fens) EXPECT_TRUE(readFen(fen).ok());
  EXPECT_EQ(generate(7), fens);
  EXPECT_NE(generate(8), fens);
}

TEST(Genfens, AMissingBookIsNamed) {
  const Result<void> result =
      generateFens({.count = 1, .seed = 1, .book = "/no/such/book.epd"}, [](const std::string&) {});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().find("/no/such/book.epd"), std::string::npos);
}

TEST(Openings, ABookIsReadInOrderAndAFinishedGameInItIsRefused) {
  const std::string path = testing::TempDir() + "openings_test.epd";
  std::ofstream(path) << "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0;\n"
                         "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
  const Result<std::vector<Opening>> pool = readOpeningPool(path);
  ASSERT_TRUE(pool.ok()) << pool.error();
  ASSERT_EQ(pool->size(), 2u);
  EXPECT_EQ((*pool)[1].game.position().sideToMove(), Color::White);
  std::ofstream(path) << "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
  const Result<std::vector<Opening>> over = readOpeningPool(path);
  ASSERT_FALSE(over.ok());
  EXPECT_NE(over.error().find(":1:"), std::string::npos) << over.error();
}

}  // namespace
}  // namespace tabiya
