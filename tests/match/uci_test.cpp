// UCI programs as players: what they may do wrong, and what becomes of it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "datagen/match/match_game.h"
#include "datagen/match/uci_player.h"
#include "engine/board/fen.h"
#include "engine/search/score.h"

namespace tabiya {
namespace {

const std::atomic<bool> kNever{false};

PlayerSettings fake(const std::string& mode, const std::string& argument = "1") {
  PlayerSettings settings;
  settings.kind = PlayerSettings::Kind::Process;
  settings.command = FAKE_UCI;
  settings.arguments = {mode, argument};
  settings.limits.nodes = 100;
  settings.startupMs = 2000;
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

// A game of a well-behaved White against `mode` with Black.
MatchGame gameAgainst(const std::string& mode, PlayLimits limits, const std::string& argument = "1") {
  const auto white = made(fake("good")), black = made(fake(mode, argument));
  MatchRules rules;
  rules.hangMs = 200;
  rules.marginMs = 50;
  rules.referee.maxPlies = 20;
  auto game =
      playMatchGame(Position::startpos(), {Seat{white.get(), limits}, Seat{black.get(), limits}}, rules, kNever);
  EXPECT_TRUE(game.ok() && game->has_value());
  return **game;
}

PlayLimits nodes() {
  PlayLimits limits;
  limits.nodes = 100;
  return limits;
}

PlayLimits movetime(i64 ms) {
  PlayLimits limits;
  limits.movetimeMs = ms;
  return limits;
}

std::string scratch(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / (name + std::to_string(getpid()));
  std::filesystem::remove_all(path);
  return path.string();
}

TEST(UciPlayer, PlaysWhateverItsLineEnds) {
  for (const char* mode : {"good", "crlf", "garbage", "double", "slow_start"}) {
    const MatchGame game = gameAgainst(mode, nodes());
    EXPECT_EQ(game.end, MatchEnd::MaxPlies) << mode << ": " << game.detail;
    EXPECT_EQ(game.moves.size(), 20u);
    EXPECT_EQ(game.notes[1].score, 0);
    EXPECT_EQ(game.notes[1].depth, 3);
    EXPECT_EQ(game.notes[1].nodes, 42u);
  }
}

TEST(UciPlayer, SaysItsName) {
  EXPECT_EQ(made(fake("crlf"))->name(), "Fake crlf");
}

TEST(UciPlayer, ABadMoveLosesTheGame) {
  for (const char* mode : {"illegal", "none"}) {
    const MatchGame game = gameAgainst(mode, nodes(), "3");
    EXPECT_EQ(game.end, MatchEnd::IllegalMove);
    EXPECT_EQ(game.result, GameResult::WhiteWins);
    EXPECT_EQ(game.moves.size(), 5u);
    EXPECT_NE(game.detail.find("bestmove"), std::string::npos);
  }
}

TEST(UciPlayer, ACrashLosesTheGameAndNamesTheSignal) {
  const MatchGame game = gameAgainst("crash", nodes(), "2");
  EXPECT_EQ(game.end, MatchEnd::Crash);
  EXPECT_EQ(game.result, GameResult::WhiteWins);
  EXPECT_NE(game.detail.find("signal 6"), std::string::npos) << game.detail;
}

TEST(UciPlayer, AClosedPipeIsACrash) {
  EXPECT_EQ(gameAgainst("closed", nodes()).end, MatchEnd::Crash);
}

TEST(UciPlayer, SilenceUnderANodeLimitIsAHang) {
  const MatchGame game = gameAgainst("hang", nodes());
  EXPECT_EQ(game.end, MatchEnd::Hang);
  EXPECT_EQ(game.result, GameResult::WhiteWins);
}

TEST(UciPlayer, ALateMoveIsALossOnTimeAndNoMoveOfTheNextGame) {
  const auto white = made(fake("good")), black = made(fake("late"));
  MatchRules rules;
  rules.marginMs = 50;
  rules.referee.maxPlies = 6;
  const std::array<Seat, 2> seats{Seat{white.get(), movetime(100)}, Seat{black.get(), movetime(100)}};
  const auto first = playMatchGame(Position::startpos(), seats, rules, kNever);
  ASSERT_TRUE(first.ok() && first->has_value());
  EXPECT_EQ((*first)->end, MatchEnd::TimeLoss);
  EXPECT_EQ((*first)->result, GameResult::WhiteWins);
  // From a position where the late move is not legal, the same process plays on.
  const Position other = *readFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  const auto second = playMatchGame(other, seats, rules, kNever);
  ASSERT_TRUE(second.ok() && second->has_value());
  EXPECT_EQ((*second)->end, MatchEnd::MaxPlies) << (*second)->detail;
}

TEST(UciPlayer, ACrashedProgramIsStartedAgainForTheNextGame) {
  const std::string memory = scratch("crashed");
  const auto white = made(fake("good")), black = made(fake("crash_once", memory));
  MatchRules rules;
  rules.referee.maxPlies = 6;
  const std::array<Seat, 2> seats{Seat{white.get(), nodes()}, Seat{black.get(), nodes()}};
  const auto first = playMatchGame(Position::startpos(), seats, rules, kNever);
  const auto second = playMatchGame(Position::startpos(), seats, rules, kNever);
  std::filesystem::remove(memory);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ((*first)->end, MatchEnd::Crash);
  EXPECT_NE((*first)->detail.find("exit code 7"), std::string::npos) << (*first)->detail;
  EXPECT_EQ((*second)->end, MatchEnd::MaxPlies) << (*second)->detail;
}

TEST(UciPlayer, AProgramThatIsNoneOrIsMuteIsRefusedBeforeTheMatch) {
  PlayerSettings missing = fake("good");
  missing.command = "/nowhere/engine";
  EXPECT_EQ(refusal(missing), "cannot start '/nowhere/engine': No such file or directory");
  PlayerSettings mute = fake("mute");
  mute.startupMs = 100;
  EXPECT_NE(refusal(mute).find("does not answer 'uci'"), std::string::npos);
  PlayerSettings other = fake("good");
  other.command = "/bin/false";
  EXPECT_NE(refusal(other).find("is gone where 'uci' should be answered"), std::string::npos) << refusal(other);
}

TEST(UciPlayer, AnOptionItDoesNotHaveIsRefused) {
  PlayerSettings settings = fake("good");
  settings.options = {{"Stile", "1"}};
  EXPECT_NE(refusal(settings).find("has no option 'Stile'; it has Hash, Style, EvalFile"), std::string::npos);
}

TEST(UciPlayer, OptionValuesGoThroughWhole) {
  const std::string memory = scratch("option");
  for (const auto& [typed, sent] :
       {std::pair<std::string, std::string>{"Style=a = b  c", "value a = b  c"}, {"Style=", "setoption name Style"}}) {
    PlayerSettings settings = fake("good", memory);
    settings.options = {parseOption(typed)};
    made(settings);
    std::ifstream file(memory);
    std::string line;
    std::getline(file, line);
    EXPECT_TRUE(line.ends_with(sent)) << line;
    std::filesystem::remove(memory);
  }
}

TEST(UciPlayer, ANetMustBeSaidToBeLoaded) {
  PlayerSettings settings = fake("net");
  settings.options = {{"EvalFile", "/some/where/good.nnue"}};
  EXPECT_EQ(made(settings)->evaluation(), "EvalFile good.nnue is loaded");
  settings.options = {{"EvalFile", "/some/where/other.nnue"}};
  EXPECT_NE(refusal(settings).find("does not say that it loaded the net 'other.nnue'"), std::string::npos);
  settings = fake("badnet");
  settings.options = {{"EvalFile", "x.nnue"}};
  EXPECT_NE(refusal(settings).find("no such file"), std::string::npos);
}

TEST(UciPlayer, AStopEndsTheWaitWithoutAMove) {
  const auto player = made(fake("hang"));
  const std::atomic<bool> stop{true};
  Limits limits;
  limits.nodes = 100;
  EXPECT_FALSE(player->choose(Game(), limits, 60'000, stop).has_value());
}

TEST(UciPlayer, SilenceUnderADepthLimitIsAHangToo) {
  PlayLimits depth;
  depth.depth = 5;
  EXPECT_EQ(gameAgainst("hang", depth, "2").end, MatchEnd::Hang);
}

TEST(UciPlayer, NoMoveInTimeIsALossOnTimeWhateverTheClock) {
  PlayLimits clock;
  clock.clock = *parseTimeControl("0.1+0.01");
  const MatchGame game = gameAgainst("hang", clock, "2");
  EXPECT_EQ(game.end, MatchEnd::TimeLoss);
  EXPECT_GT(game.faultUs, 0);
}

TEST(UciPlayer, MovesWithoutAnyInfoHaveNoScore) {
  const MatchGame game = gameAgainst("silent", nodes());
  EXPECT_EQ(game.end, MatchEnd::MaxPlies);
  EXPECT_FALSE(game.notes[1].score.has_value());
}

TEST(UciPlayer, ALineWithoutEndIsNotReadForEver) {
  EXPECT_EQ(gameAgainst("flood", nodes(), "2").end, MatchEnd::Crash);
}

TEST(UciPlayer, AHundredRestartsLeaveNoZombieAndNoOpenPipe) {
  const auto openFiles = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto white = made(fake("good")), black = made(fake("crash"));
  MatchRules rules;
  const std::array<Seat, 2> seats{Seat{white.get(), nodes()}, Seat{black.get(), nodes()}};
  const auto before = openFiles();
  for (int n = 0; n < 100; ++n) {
    const auto game = playMatchGame(Position::startpos(), seats, rules, kNever);
    ASSERT_TRUE(game.ok() && game->has_value());
    ASSERT_EQ((*game)->end, MatchEnd::Crash);
  }
  EXPECT_LE(openFiles(), before);
  // The only child left is White: no other process waits to be reaped.
  siginfo_t info{};
  EXPECT_EQ(waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT), 0);
  EXPECT_EQ(info.si_pid, 0);
}

TEST(LineProcess, ChildrenOfAProgramGoWithIt) {
  const std::string file = scratch("parent");
  { const auto player = made(fake("parent", file)); }
  std::ifstream in(file);
  pid_t child = 0;
  ASSERT_TRUE(in >> child);
  std::filesystem::remove(file);
  // It was killed before its parent was reaped; whoever inherited it reaps it, in a container perhaps nobody.
  for (int waited = 0; waited < 5000 && kill(child, 0) == 0; ++waited) {
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string number, name, state;
    if (stat >> number >> name >> state && state == "Z") break;
    usleep(1000);
    ASSERT_LT(waited, 4999);
  }
}

TEST(LineProcess, LeavesNoChildBehindEvenIfItIgnoresQuit) {
  for (const char* mode : {"good", "deaf_to_quit"}) {
    auto process = LineProcess::start(FAKE_UCI, {mode});
    ASSERT_TRUE(process.ok());
    const pid_t pid = (*process)->pid();
    process->reset();
    EXPECT_EQ(kill(pid, 0), -1);
    EXPECT_EQ(errno, ESRCH);
    EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), -1);
  }
}

TEST(LineProcess, WritingToADeadProgramIsNoSignal) {
  auto process = LineProcess::start("/bin/true", {});
  ASSERT_TRUE(process.ok());
  EXPECT_EQ((*process)->describeEnd(), "ended with exit code 0");
  EXPECT_FALSE((*process)->send("isready"));
}

TEST(Uci, GoNamesTheLimits) {
  Limits limits;
  limits.nodes = 5000;
  EXPECT_EQ(goCommand(limits), "go nodes 5000");
  limits = {};
  limits.timeMs[0] = 2000;
  limits.timeMs[1] = 1900;
  limits.incrementMs[0] = limits.incrementMs[1] = 20;
  limits.movesToGo = 7;
  EXPECT_EQ(goCommand(limits), "go wtime 2000 btime 1900 winc 20 binc 20 movestogo 7");
}

TEST(Uci, InfoGivesTheLastExactScoreOfTheFirstLine) {
  MoveAnswer answer;
  readInfo("info depth 7 seldepth 9 multipv 1 score cp 31 nodes 900 pv e2e4", answer);
  readInfo("info depth 8 score cp 90 lowerbound nodes 1000", answer);
  readInfo("info depth 7 multipv 2 score cp -5 nodes 1100 pv d2d4", answer);
  readInfo("info string depth 99 score cp 1", answer);
  EXPECT_EQ(answer.score, 31);
  EXPECT_EQ(answer.depth, 7);
  EXPECT_EQ(answer.nodes, 1000u);
  readInfo("info depth 9 score mate -2", answer);
  EXPECT_EQ(mateInMoves(*answer.score), -2);
  readInfo("info depth 9 score mate 3", answer);
  EXPECT_EQ(mateInMoves(*answer.score), 3);
  EXPECT_TRUE(isMateScore(*answer.score));
}

}  // namespace
}  // namespace tabiya
