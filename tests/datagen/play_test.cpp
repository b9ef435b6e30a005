// One game: from the right side, kept by the rules of the data, and a function of its number alone.
#include "datagen/play.h"

#include <gtest/gtest.h>

#include "datagen/replay.h"
#include "engine/board/fen.h"
#include "engine/movegen/movegen.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

const std::atomic<bool> kGoOn{false};

GameSettings quick(u64 nodes) {
  GameSettings settings;
  settings.nodes = nodes;
  settings.hashMb = 1;
  return settings;
}

PlayedGame playFen(const char* fen, const GameSettings& settings) {
  Engine engine(1);
  return *playFrom(engine, *readFen(fen), settings, kGoOn);
}

std::shared_ptr<const std::vector<Opening>> openings() {
  return std::make_shared<const std::vector<Opening>>(builtinOpeningPool());
}

GamePlayer player(const GameSettings& settings) {
  return {settings, *chooseNet("none"), openings()};
}

u32 rejected(const PlayedGame& game, Rejection reason) {
  return game.rejected[static_cast<std::size_t>(reason)];
}

TEST(PlayGame, BlackToMoveMateInOneIsABlackWin) {
  const PlayedGame game = playFen("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", quick(1000));
  EXPECT_EQ(game.result, GameResult::BlackWins);
  EXPECT_EQ(game.end, EndReason::MateSeen);
  EXPECT_EQ(game.plies, 1u);
  EXPECT_TRUE(game.records.empty());
  EXPECT_EQ(rejected(game, Rejection::MateScore), 1u);
}

TEST(PlayGame, WhiteToMoveMateInOneIsAWhiteWin) {
  EXPECT_EQ(playFen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", quick(1000)).result, GameResult::WhiteWins);
}

TEST(PlayGame, ScoresAreWhitesWhoeverMoves) {
  GameSettings settings = quick(500);
  settings.rules.maxPlies = 12;
  // Black is a queen up, then White is.
  for (const auto& [fen, sign] : {std::pair{"3qk3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1", -1},
                                  std::pair{"4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1", 1}}) {
    const PlayedGame game = playFen(fen, settings);
    std::array<int, 2> seen{};
    for (const Record& record : game.records) {
      EXPECT_GT(sign * record.score().cp, 300) << fen;
      ++seen[index(record.sideToMove())];
    }
    EXPECT_GT(seen[0], 0);
    EXPECT_GT(seen[1], 0);
  }
}

TEST(PlayGame, QueenAgainstKingIsRecordedAsWon) {
  // At 3,000 nodes a move the queen's side must get there, whichever side it is.
  for (const auto& [fen, result] : {std::pair{"8/8/8/4k3/8/8/8/KQ6 w - - 0 1", GameResult::WhiteWins},
                                    std::pair{"kq6/8/8/8/4K3/8/8/8 b - - 0 1", GameResult::BlackWins}}) {
    const PlayedGame game = playFen(fen, quick(3000));
    EXPECT_EQ(game.result, result) << fen << " ended by " << toString(game.end) << " after " << game.plies;
    EXPECT_FALSE(game.records.empty());
    for (const Record& record : game.records) EXPECT_EQ(record.result(), result);
  }
}

TEST(PlayGame, AnEndByTheRulesNeedsNoSearch) {
  const PlayedGame bare = playFen("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", quick(100));
  EXPECT_EQ(bare.end, EndReason::InsufficientMaterial);
  EXPECT_EQ(bare.plies, 0u);
  const PlayedGame mated = playFen("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", quick(100));
  EXPECT_EQ(mated.end, EndReason::Checkmate);
  EXPECT_EQ(mated.result, GameResult::WhiteWins);
}

TEST(PlayGame, ThePliesLimitIsADraw) {
  GameSettings settings = quick(100);
  settings.rules.maxPlies = 6;
  const PlayedGame game = playFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", settings);
  EXPECT_EQ(game.end, EndReason::MaxPlies);
  EXPECT_EQ(game.result, GameResult::Draw);
  EXPECT_EQ(game.plies, 6u);
}

TEST(PlayGame, APositionInCheckOrBeyondTheLimitIsCountedAndNotKept) {
  GameSettings settings = quick(300);
  settings.rules.maxPlies = 1;
  EXPECT_EQ(rejected(playFen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", settings), Rejection::InCheck), 1u);
  EXPECT_EQ(rejected(playFen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", settings), Rejection::Capture), 1u);
  settings.keepScore = 50;
  EXPECT_EQ(rejected(playFen("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", settings), Rejection::ScoreLimit), 1u);
}

// The game log is an account of the game that owes nothing to the records: the two must tell the same story.
TEST(PlayGame, RecordsAreThePositionsBeforeTheirMoves) {
  GameSettings settings = quick(300);
  settings.gameLog = true;
  GamePlayer games = player(settings);
  for (u64 number = 0; number < 4; ++number) {
    const PlayedGame game = *games.play(number, kGoOn);
    ASSERT_EQ(game.log.size(), kRecordSize + 4 * game.plies + 4);
    ASSERT_EQ(endOfLoggedGame(game.log, 0), game.log.size());
    EXPECT_EQ(game.log[30], static_cast<u8>(game.result));

    Position position = game.start;
    auto record = game.records.begin();
    u32 kept = 0, notKept = 0;
    for (u32 ply = 0; ply < game.plies; ++ply) {
      const u8* entry = &game.log[kRecordSize + 4 * ply];
      const Move move = Move::fromBits(loadLittle<u16>(entry));
      const int score = loadLittle<i16>(entry + 2);
      ASSERT_TRUE(isLegal(position, move));
      const bool quiet = !position.inCheck() && !position.isCapture(move) && move.kind() != MoveKind::Promotion &&
                         std::abs(score) <= settings.keepScore;
      if (quiet) {
        ASSERT_NE(record, game.records.end());
        EXPECT_EQ(*record, packRecord(position, WhiteScore{score}, game.result, move));
        EXPECT_EQ(*playedMove(*record), move);
        ++record;
        ++kept;
      } else {
        ++notKept;
      }
      position.makeMove(move);
    }
    EXPECT_EQ(record, game.records.end());
    u32 counted = 0;
    for (const u32 n : game.rejected) counted += n;
    EXPECT_EQ(counted, notKept);
    EXPECT_GT(kept, 0u);
  }
}

TEST(PlayGame, AGameDependsOnItsNumberAlone) {
  GameSettings settings = quick(300);
  settings.gameLog = true;
  GamePlayer used = player(settings);
  PlayedGame third;
  for (u64 number = 0; number < 3; ++number) third = *used.play(number, kGoOn);
  GamePlayer fresh = player(settings);
  const PlayedGame alone = *fresh.play(2, kGoOn);
  EXPECT_EQ(alone.records, third.records);
  EXPECT_EQ(alone.log, third.log);
  EXPECT_EQ(alone.rejected, third.rejected);
}

TEST(PlayGame, NeighbouringNumbersAndSeedsBeginElsewhere) {
  GameSettings settings = quick(100);
  std::vector<u64> keys;
  for (const u64 seed : {1, 2, 3}) {
    settings.seed = seed;
    GamePlayer games = player(settings);
    for (u64 number = 0; number < 10; ++number) keys.push_back(games.start(number, kGoOn)->key());
  }
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST(PlayGame, StartsAreBalancedUnlessTheyAreToStayAsDrawn) {
  GameSettings settings = quick(500);
  const auto beyond = [&] {
    GamePlayer games = player(settings);
    Engine engine(1);
    Limits limits;
    limits.nodes = settings.nodes;
    int lopsided = 0;
    for (u64 number = 0; number < 30; ++number) {
      engine.newGame();
      const Position start = *games.start(number, kGoOn);
      const int score = engine.search(start, {}, limits, kGoOn).score;
      EXPECT_FALSE(isMateScore(score));
      lopsided += std::abs(score) > 200;
    }
    return lopsided;
  };
  EXPECT_EQ(beyond(), 0);
  settings.maxStartScore.reset();
  EXPECT_GT(beyond(), 3);
}

TEST(PlayGame, AShareOfChess960StartsIsDrawn) {
  GameSettings settings = quick(100);
  settings.randomPlies = 0;
  const auto otherThanStandard = [&] {
    GamePlayer games = player(settings);
    int other = 0;
    for (u64 number = 0; number < 40; ++number)
      other += games.start(number, kGoOn)->kingSquare(Color::Black) != Square::E8;
    return other;
  };
  EXPECT_LT(otherThanStandard(), 5);  // openings in which Black castles
  settings.chess960 = 0.5;
  EXPECT_GT(otherThanStandard(), 8);
  EXPECT_LT(otherThanStandard(), 30);
  settings.chess960 = 0;
  settings.doubleChess960 = 1;
  EXPECT_GT(otherThanStandard(), 20);
}

TEST(PlayGame, AStopLosesTheGameAndNothingElse) {
  const std::atomic<bool> stopped{true};
  GamePlayer games = player(quick(300));
  EXPECT_FALSE(games.play(0, stopped));
  EXPECT_TRUE(games.play(0, kGoOn));
}

}  // namespace
}  // namespace tabiya
