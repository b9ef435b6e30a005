// The engine as others meet it: the scripts in sessions/, and what a script cannot say, against the real binary.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "engine/board/fen.h"
#include "engine/movegen/game.h"
#include "engine/movegen/movegen.h"
#include "engine/movegen/san.h"
#include "tests/conformance/session.h"
#include "tests/support/temporary_directory.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;
using testing::contentOf;
using testing::Session;

const std::filesystem::path kSessions = TABIYA_SOURCE_DIR "/tests/conformance/sessions";

std::vector<std::string> sessionNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kSessions)) {
    if (entry.path().extension() == ".uci") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The number behind `word` in an info line; -1 when it is not there or not a whole number.
i64 numberBehind(const std::string& line, const std::string& word) {
  std::istringstream words(line);
  std::string w;
  while (words >> w) {
    if (w != word) continue;
    if (!(words >> w) || w.find_first_not_of("0123456789") != std::string::npos) return -1;
    return std::stoll(w);
  }
  return -1;
}

class Script : public ::testing::TestWithParam<std::string> {};

TEST_P(Script, GoesAsWritten) {
  EXPECT_EQ(testing::runScript(contentOf((kSessions / (GetParam() + ".uci")).string())), "");
}

INSTANTIATE_TEST_SUITE_P(Conformance, Script, ::testing::ValuesIn(sessionNames()),
                         [](const auto& session) { return session.param; });

TEST(Conformance, AScriptThatGoesWrongSaysWhereAndWhatWasHeard) {
  const std::string wrong = testing::runScript("> isready\n< readyok\n= 2 readyok*\n= 9 readyok\n");
  EXPECT_NE(wrong.find("line 4 '= 9 readyok': heard it 3 times"), std::string::npos) << wrong;
  EXPECT_NE(testing::runScript("what\n").find("line 1"), std::string::npos);
  EXPECT_TRUE(testing::matches("a*c*", "abcd"));
  EXPECT_FALSE(testing::matches("a*c", "abcd"));
}

TEST(Conformance, AnExactScoreWithWholeNumbersComesBeforeEachBestmove) {
  for (const char* go : {"go movetime 100", "go movetime 1", "go nodes 1", "go depth 1", "go wtime 100 btime 100"}) {
    Session gui;
    gui.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    gui.send(go);
    ASSERT_TRUE(gui.expect("bestmove *")) << go;
    int exact = 0;
    for (const std::string& line : gui.lines()) {
      if (!line.starts_with("info depth") || line.find("bound") != std::string::npos) continue;
      exact += line.find(" score cp ") != std::string::npos && numberBehind(line, "time") >= 0 &&
               numberBehind(line, "nps") >= 0 && numberBehind(line, "nodes") >= 0;
    }
    EXPECT_GE(exact, 1) << go;
  }
}

// Plays `line` from `game`: every move legal, and none after the game is over by mate, repetition or fifty moves.
void expectPlayable(Game game, const std::string& line) {
  std::istringstream words(line);
  std::string word;
  while (words >> word) {
    ASSERT_FALSE(game.outcome().has_value()) << line << " goes on with " << word;
    const Result<Move> move = readUci(game.position(), word);
    ASSERT_TRUE(move.ok()) << move.error();
    game.play(*move);
  }
}

TEST(Conformance, LinesAreLegalAndEndWithTheGameAndTheLastBeginsWithTheBestmove) {
  const char* positions[] = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "6k1/5ppp/8/8/8/8/1R6/R3K3 w - - 0 1",         // a mate in one
      "7k/8/8/8/8/8/1r6/6K1 b - - 96 80",            // the fiftieth move is near
      "8/8/8/3k4/8/8/4R3/4K3 w - - 94 80",           // and nothing but the clock
      "6k1/6pp/8/8/8/q7/5PPP/3Q2K1 w - - 0 1",       // checks for ever
      "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",  // mates everywhere
      "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
  };
  for (const char* fen : positions) {
    Session gui;
    gui.send(std::string("position fen ") + fen);
    gui.send("go nodes 60000");
    ASSERT_TRUE(gui.expect("bestmove *")) << fen;
    std::istringstream best(gui.found());
    std::string word, move, last;
    best >> word >> move;
    for (const std::string& line : gui.lines()) {
      const std::size_t pv = line.find(" pv ");
      if (!line.starts_with("info depth") || pv == std::string::npos) continue;
      last = line.substr(pv + 4);
      expectPlayable(Game(readFen(fen).value()), last);
    }
    EXPECT_EQ(last.substr(0, last.find(' ')), move) << fen;
  }
}

TEST(Conformance, ALineMayNotRepeatWhatTheGameHasRepeated) {
  // Both positions of the shuffle have been there twice.
  const std::string moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
  Session gui;
  gui.send("position startpos moves " + moves);
  gui.send("go depth 8");
  ASSERT_TRUE(gui.expect("bestmove *"));
  Game game(Position::startpos());
  std::istringstream words(moves);
  std::string word;
  while (words >> word) game.play(readUci(game.position(), word).value());
  for (const std::string& line : gui.lines()) {
    const std::size_t pv = line.find(" pv ");
    if (line.starts_with("info depth") && pv != std::string::npos) expectPlayable(game, line.substr(pv + 4));
  }
}

TEST(Conformance, ADamagedNetIsOneErrorNamingItAndTheNetInUseStays) {
  testing::TemporaryDirectory place;
  const std::string good = TABIYA_SOURCE_DIR "/nets/default.nnue";
  std::string bytes = contentOf(good);
  bytes[bytes.size() / 2] ^= 1;
  const std::string damaged = place.file("a damaged = net.nnue"), cut = place.file("cut.nnue");
  testing::writeText(damaged, bytes);
  testing::writeText(cut, bytes.substr(0, 1000));
  Session gui;
  gui.send("setoption name EvalFile value " + good);
  ASSERT_TRUE(gui.expect("info string network */default.nnue *"));
  for (const std::string& path : {damaged, cut}) {
    gui.send("setoption name EvalFile value " + path);
    ASSERT_TRUE(gui.expect("info string error *" + path + "*")) << path;
  }
  gui.send("uci");
  EXPECT_TRUE(gui.expect("info string network */default.nnue *"));
  gui.send("go depth 2");
  EXPECT_TRUE(gui.expect("bestmove *"));
  EXPECT_EQ(gui.count("info string error*"), 2);
}

// Quitting takes milliseconds; on a busy machine the best of a few tries shows it.
TEST(Conformance, QuitDuringASearchTakesLessThanASecond) {
  for (const char* go : {"go infinite", "go ponder", "go depth 100", "go perft 9", "bench 40"}) {
    auto best = std::chrono::milliseconds(1h);
    for (int attempt = 0; attempt < 5 && best >= 1s; ++attempt) {
      Session gui;
      gui.send(go);
      ASSERT_TRUE(gui.synchronise()) << go;
      const auto asked = Session::Clock::now();
      gui.send("quit");
      ASSERT_EQ(gui.waitForEnd(), 0) << go;
      best = std::min(best, std::chrono::duration_cast<std::chrono::milliseconds>(Session::Clock::now() - asked));
    }
    EXPECT_LT(best, 1s) << go;
  }
}

TEST(Conformance, EveryLineIsUcisOrAnInfoString) {
  Session gui;
  for (const char* line : {"uci", "isready", "setoption name Hash value 1", "setoption name EvalFile value none",
                           "nonsense", "position fen rubbish", "position startpos moves e2e4", "go depth 5"}) {
    gui.send(line);
  }
  ASSERT_TRUE(gui.expect("bestmove *"));
  for (const std::string& line : gui.lines()) {
    bool known = false;
    for (const char* pattern : {"id name *", "id author *", "option name * type *", "uciok", "readyok", "info string *",
                                "info depth *", "bestmove *"}) {
      known |= testing::matches(pattern, line);
    }
    EXPECT_TRUE(known) << line;
  }
}

// A byte at a time and everything at once are the same to it.
TEST(Conformance, LinesMayComeInAnyPieces) {
  Session gui;
  for (const char c : std::string("isready\r\n\n  \r\nuci\r\n")) gui.sendRaw({&c, 1});
  ASSERT_TRUE(gui.expect("readyok"));
  ASSERT_TRUE(gui.expect("uciok"));
  gui.sendRaw("position startpos moves e2e4 e7e5\ngo depth 3\nisready\ngo depth 2\n");
  EXPECT_TRUE(gui.expect("bestmove *"));
  EXPECT_TRUE(gui.expect("bestmove *"));
}

TEST(Conformance, TheLastLineNeedsNoLineFeed) {
  Session gui;
  gui.sendRaw("go depth 2\nisready");
  gui.closeInput();
  EXPECT_TRUE(gui.expect("readyok"));
  EXPECT_EQ(gui.waitForEnd(), 0);
}

}  // namespace
}  // namespace tabiya
