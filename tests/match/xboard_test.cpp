// XBoard programs as players: the conversation, and what becomes of each sort of trouble.
#include "datagen/match/xboard_player.h"

#include <gtest/gtest.h>

#include "datagen/match/match_game.h"
#include "engine/board/fen.h"
#include "engine/search/score.h"
#include "tests/support/temporary_directory.h"

namespace tabiya {
namespace {

const std::atomic<bool> kNever{false};

PlayerSettings fake(const std::string& mode, const std::string& argument = "1") {
  PlayerSettings settings;
  settings.kind = PlayerSettings::Kind::Process;
  settings.protocol = PlayerSettings::Protocol::Xboard;
  settings.command = FAKE_XBOARD;
  settings.arguments = {mode, argument};
  settings.limits.depth = 3;
  return settings;
}

std::unique_ptr<Player> made(const PlayerSettings& settings) {
  auto player = makePlayer(settings);
  EXPECT_TRUE(player.ok()) << (player.ok() ? "" : player.error());
  return std::move(*player);
}

std::string refusal(const PlayerSettings& settings) {
  const auto player = makePlayer(settings);
  return player.ok() ? "" : player.error();
}

MatchGame game(Player& white, Player& black, const PlayLimits& limits, const Position& start = Position::startpos()) {
  MatchRules rules;
  rules.hangMs = 300;
  rules.marginMs = 50;
  rules.referee.maxPlies = 20;
  auto played = playMatchGame(start, {Seat{&white, limits}, Seat{&black, limits}}, rules, kNever);
  EXPECT_TRUE(played.ok() && played->has_value());
  return **played;
}

// A game of a well-behaved White against `mode` with Black.
MatchGame gameAgainst(const std::string& mode, const std::string& argument = "1", std::optional<i64> movetime = {}) {
  PlayLimits limits;
  limits.depth = 3;
  if (movetime) limits = {{}, {}, movetime, {}};
  const auto white = made(fake("good")), black = made(fake(mode, argument));
  return game(*white, *black, limits);
}

TEST(XboardPlayer, PlaysInEveryDialect) {
  for (const char* mode : {"good", "oldmove", "noping", "claims", "noreuse"}) {
    const MatchGame played = gameAgainst(mode);
    EXPECT_EQ(played.end, MatchEnd::MaxPlies) << mode << ": " << played.detail;
    EXPECT_EQ(played.notes[1].score, 0) << mode;
    EXPECT_EQ(played.notes[1].depth, 3);
    EXPECT_EQ(played.notes[1].nodes, 42u);
  }
  EXPECT_EQ(made(fake("good"))->name(), "Fake good");
}

TEST(XboardPlayer, PlaysOneGameAfterAnotherWithEitherColour) {
  const auto a = made(fake("good")), b = made(fake("noreuse"));
  PlayLimits limits;
  limits.depth = 3;
  const Position other = *readFen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
  for (const Position& start : {Position::startpos(), other}) {
    EXPECT_EQ(game(*a, *b, limits, start).end, MatchEnd::MaxPlies);
    EXPECT_EQ(game(*b, *a, limits, start).end, MatchEnd::MaxPlies);
  }
}

TEST(XboardPlayer, TroubleLosesTheGameAndIsNamed) {
  EXPECT_EQ(gameAgainst("crash", "2").end, MatchEnd::Crash);
  EXPECT_EQ(gameAgainst("hang", "2").end, MatchEnd::Hang);
  EXPECT_EQ(gameAgainst("late", "2", 100).end, MatchEnd::TimeLoss);
  EXPECT_EQ(gameAgainst("illegal", "2").end, MatchEnd::IllegalMove);
  EXPECT_EQ(gameAgainst("resign", "2").end, MatchEnd::Resignation);
  const MatchGame refused = gameAgainst("refuses");
  EXPECT_EQ(refused.end, MatchEnd::IllegalMove);
  EXPECT_EQ(refused.result, GameResult::WhiteWins);
  EXPECT_NE(refused.detail.find("takes a legal move for none"), std::string::npos) << refused.detail;
}

TEST(XboardPlayer, IsStartedAgainAfterACrash) {
  const auto white = made(fake("good")), black = made(fake("crash", "3"));
  PlayLimits limits;
  limits.depth = 3;
  for (int n = 0; n < 3; ++n) EXPECT_EQ(game(*white, *black, limits).end, MatchEnd::Crash);
}

TEST(XboardPlayer, WhatCannotBePlayedIsRefusedBeforeTheMatch) {
  PlayerSettings mute = fake("mute"), endless = fake("endless");
  mute.startupMs = endless.startupMs = 300;
  EXPECT_NE(refusal(mute).find("it speaks no XBoard protocol 2"), std::string::npos);
  EXPECT_NE(refusal(endless).find("did not end its features"), std::string::npos);
  EXPECT_NE(refusal(fake("nosetboard")).find("cannot be set to a position"), std::string::npos);
  PlayerSettings nodes = fake("good");
  nodes.limits.nodes = 1000;
  EXPECT_NE(refusal(nodes).find("knows no limit in nodes"), std::string::npos);
  PlayerSettings option = fake("good");
  option.options = {{"Colour", "blue"}};
  EXPECT_NE(refusal(option).find("has no option 'Colour'; it has Style, Clear Hash"), std::string::npos);
  PlayerSettings variant = fake("good");
  variant.chess960 = true;
  EXPECT_NE(refusal(variant).find("does not play Chess960"), std::string::npos);
}

TEST(XboardPlayer, ChessesOf960AreCastledByName) {
  PlayerSettings settings = fake("chess960");
  settings.chess960 = true;
  const auto white = made(settings), black = made(settings);
  PlayLimits limits;
  limits.depth = 3;
  for (const int n : {0, 518, 959}) {
    const MatchGame played = game(*white, *black, limits, *chess960Start(n));
    EXPECT_FALSE(isFault(played.end)) << n << ": " << played.detail;
  }
}

TEST(XboardPlayer, IsToldTheGameAndTheClocks) {
  const testing::TemporaryDirectory directory;
  const std::string log = directory.file("log");
  PlayerSettings settings = fake("log", log);
  settings.limits = {};
  settings.limits.clock = *parseTimeControl("40/90+0.5");
  settings.options = {{"style", "a = b, c"}, {"Clear Hash", ""}};
  {
    const auto white = made(fake("good")), black = made(settings);
    MatchRules rules;
    rules.referee.maxPlies = 2;
    const Position start = *readFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    PlayLimits depth;
    depth.depth = 3;
    ASSERT_TRUE(
        playMatchGame(start, {Seat{white.get(), depth}, Seat{black.get(), settings.limits}}, rules, kNever).ok());
  }
  const std::string heard = testing::contentOf(log);
  std::size_t at = 0;
  for (const char* line : {"xboard\n", "protover 2\n", "accepted setboard\n", "memory 8\n", "option Style=a = b, c\n",
                           "option Clear Hash\n", "new\n", "force\n", "easy\n", "post\n", "level 40 1:30 0.5\n",
                           "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", "usermove ", "time 9000\n", "otim ", "go\n"}) {
    at = heard.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << " is missing in order in\n" << heard;
  }
}

TEST(Xboard, LimitsAreSaidInItsWords) {
  PlayLimits limits;
  limits.clock = *parseTimeControl("0.2+0.005");
  EXPECT_EQ(limitCommands(limits), (std::vector<std::string>{"level 0 0:01 0.005"}));
  limits = {};
  limits.movetimeMs = 1500;
  limits.depth = 9;
  EXPECT_EQ(limitCommands(limits), (std::vector<std::string>{"st 1.5", "sd 9"}));
}

TEST(Xboard, ThinkingOutputIsRead) {
  MoveAnswer answer;
  EXPECT_TRUE(readThinking("  9. 156 1084 48000 Nf3 Nc6", answer));
  EXPECT_EQ(answer.depth, 9);
  EXPECT_EQ(answer.score, 156);
  EXPECT_EQ(answer.nodes, 48000u);
  EXPECT_TRUE(readThinking("12& -100004 10 5 Kf1", answer));
  EXPECT_EQ(mateInMoves(*answer.score), -4);
  EXPECT_TRUE(readThinking("12 100003 10 5 Kf1", answer));
  EXPECT_EQ(mateInMoves(*answer.score), 3);
  for (const char* line : {"tellics set 1 me", "1. e4 e5", "move e2e4", "", "7 abc 1 2"})
    EXPECT_FALSE(readThinking(line, answer)) << line;
}

TEST(Xboard, FeaturesMayStandInAnyForm) {
  XboardFeatures features;
  const auto names = readFeatures("feature ping=1  myname=\"A \"  option=\"Hash = size -spin 1 1 9\" done=0", features);
  EXPECT_EQ(names, (std::vector<std::string>{"ping", "myname", "option", "done"}));
  EXPECT_TRUE(features.ping);
  EXPECT_FALSE(features.done);
  EXPECT_EQ(features.name, "A ");
  EXPECT_EQ(features.options, (std::vector<std::string>{"Hash = size"}));
}

}  // namespace
}  // namespace tabiya
