// The engine as a GUI meets it: one bestmove a go, never a hang, bad input answered and survived.
#include <gtest/gtest.h>

#include "tests/protocol/conversation.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;

TEST(Uci, IntroducesItself) {
  Conversation gui;
  gui.send("uci");
  EXPECT_EQ(gui.waitFor("id name"), "id name Tabiya 0.1.0");
  EXPECT_EQ(gui.waitFor("option name Hash"), "option name Hash type spin default 16 min 1 max 131072");
  EXPECT_EQ(gui.waitFor("option name Threads").substr(0, 40), "option name Threads type spin default 1 ");
  EXPECT_EQ(gui.waitFor("option name Move Overhead").substr(0, 46), "option name Move Overhead type spin default 30");
  EXPECT_EQ(gui.waitFor("option name UCI_Chess960"), "option name UCI_Chess960 type check default false");
  EXPECT_NE(gui.waitFor("option name EvalFile type string default "), "");
  EXPECT_NE(gui.waitFor("uciok"), "");
  EXPECT_EQ(gui.count("option name nullmove"), 0);
}

TEST(Uci, TechniqueSwitchesAreListedOnDemandAndSetByNameAlways) {
  Conversation gui;
  gui.send("setoption name NULLMOVE value false");
  gui.send("setoption name rfp_margin value 90");
  gui.ready();
  EXPECT_EQ(gui.count("info string"), 0);
  gui.send("setoption name techniqueoptions value true");
  gui.send("uci");
  EXPECT_EQ(gui.waitFor("option name nullmove"), "option name nullmove type check default true");
  EXPECT_EQ(gui.waitFor("option name rfp_margin"), "option name rfp_margin type spin default 80 min 0 max 1000");
}

TEST(Uci, EveryKindOfGoGetsOneBestmoveAfterAnExactScore) {
  const char* goes[] = {"go depth 4",
                        "go depth 0",
                        "go nodes 500",
                        "go nodes 0",
                        "go movetime 50",
                        "go movetime 0",
                        "go movetime -5",
                        "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 1",
                        "go wtime 200",
                        "go btime 200",
                        "go wtime -100 btime -100",
                        "go wtime 0 btime 0",
                        "go mate 1",
                        "go depth 3 searchmoves e2e4 d2d4",
                        "go\tdepth   3\r"};
  for (const char* go : goes) {
    Conversation gui;
    gui.send("position startpos");
    gui.send(go);
    EXPECT_NE(gui.waitFor("bestmove "), "") << go;
    gui.ready();
    EXPECT_EQ(gui.count("bestmove "), 1) << go;
    int exact = 0;
    for (const std::string& line : gui.lines()) {
      exact += line.starts_with("info depth") && line.find(" score ") != std::string::npos &&
               line.find("bound") == std::string::npos && line.find(" nps ") != std::string::npos;
    }
    EXPECT_GE(exact, 1) << go;
  }
}

TEST(Uci, ABadNumberInGoIsOneErrorAndTheRestHolds) {
  const std::pair<const char*, const char*> goes[] = {
      {"go depth abc nodes 300", "go depth is followed by 'abc'; expected a whole number"},
      {"go nodes 300 movetime 1.5 wtime x", "go movetime is followed by '1.5'; expected a whole number"},
      {"go nodes 300 depth", "go depth is followed by nothing; expected a whole number"},
      {"go depth nodes 300", "go depth is followed by 'nodes'; expected a whole number"},
  };
  for (const auto& [go, error] : goes) {
    Conversation gui;
    gui.send(go);
    EXPECT_EQ(gui.waitFor("info string error"), std::string("info string error ") + error);
    EXPECT_NE(gui.waitFor("bestmove "), "") << go;
    gui.ready();
    EXPECT_EQ(gui.count("info string error"), 1) << go;
    EXPECT_EQ(gui.count("bestmove"), 1) << go;
    EXPECT_EQ(gui.count("info depth 12 "), 0) << "the 300 nodes hold: " << go;
  }
}

TEST(Uci, AGoWithNothingButABadNumberEndsByItself) {
  Conversation gui;
  gui.send("position fen 4k3/8/8/8/8/8/8/4K2N w - - 0 1");  // a draw whatever is played: depth 12 is at hand
  gui.send("go depth abc");
  EXPECT_NE(gui.waitFor("info string error go depth"), "");
  EXPECT_NE(gui.waitFor("bestmove "), "");
}

TEST(Uci, AnIllegalSearchmoveIsOneErrorAndTheLegalOnesHold) {
  Conversation gui;
  gui.send("go searchmoves e2e5 a2a3 depth 3");
  EXPECT_NE(gui.waitFor("info string error").find("e2e5"), std::string::npos);
  EXPECT_TRUE(gui.waitFor("bestmove ").starts_with("bestmove a2a3"));
  EXPECT_EQ(gui.count("info depth 4 "), 0);
}

TEST(Uci, TheBestmoveBeginsTheLastLine) {
  Conversation gui;
  gui.send("position startpos moves e2e4 e7e5");
  gui.send("go nodes 20000");
  const std::string best = gui.waitFor("bestmove ").substr(9);
  std::string last;
  for (const std::string& line : gui.lines()) {
    if (line.starts_with("info depth")) last = line;
  }
  const std::string move = best.substr(0, best.find(' '));
  EXPECT_EQ(last.substr(last.find(" pv ") + 4, move.size()), move);
}

TEST(Uci, InfiniteWaitsForStopEvenOnAMateOrASingleMove) {
  for (const char* position : {"startpos", "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "fen 8/7q/8/8/8/8/2k5/K7 w - - 0 1",
                               "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    for (const char* go : {"go infinite", "go ponder wtime 10 btime 10", "go infinite depth 2"}) {
      Conversation gui;
      gui.send(std::string("position ") + position);
      gui.send(go);
      EXPECT_TRUE(gui.silentFor(60ms, "bestmove")) << position << " " << go;
      gui.send("isready");
      EXPECT_EQ(gui.waitFor("readyok"), "readyok");
      gui.send("stop");
      EXPECT_NE(gui.waitFor("bestmove"), "") << position << " " << go;
    }
  }
}

TEST(Uci, AFinishedPositionAnswersNone) {
  for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"}) {
    Conversation gui;
    gui.send(std::string("position fen ") + fen);
    gui.send("go depth 3");
    EXPECT_EQ(gui.waitFor("bestmove"), "bestmove (none)");
  }
}

TEST(Uci, StopWhenIdleIsSilent) {
  Conversation gui;
  gui.send("stop");
  gui.send("ponderhit");
  gui.ready();
  EXPECT_EQ(gui.lines().size(), 1u);
}

TEST(Uci, TwoGoesInARowGetTwoBestmoves) {
  Conversation gui;
  gui.send("go infinite");
  gui.send("go depth 2");
  EXPECT_NE(gui.waitFor("bestmove"), "");
  EXPECT_NE(gui.waitFor("bestmove"), "");
}

TEST(Uci, QuitAndTheEndOfInputEndASearchWithinASecond) {
  for (const char* last : {"quit", ""}) {
    // It takes milliseconds; on a busy machine the best of a few tries shows it.
    auto best = std::chrono::milliseconds(1h);
    for (int attempt = 0; attempt < 5 && best >= 1000ms; ++attempt) {
      Conversation gui;
      gui.send("go infinite");
      gui.ready();
      gui.send(last);
      best = std::min(best, gui.finish());
      EXPECT_TRUE(gui.ended());
      EXPECT_EQ(gui.count("bestmove"), 1);
    }
    EXPECT_LT(best, 1000ms) << last;
  }
}

TEST(Uci, StopAndQuitEndAPerftOfAnyDepth) {
  Conversation gui;
  gui.send("go perft 999");
  gui.ready();
  gui.send("stop");
  EXPECT_EQ(gui.waitFor("info string perft"), "info string perft was stopped");
  gui.send("go perft 12");
  gui.ready();
  gui.send("quit");
  gui.finish();
  EXPECT_TRUE(gui.ended());
}

TEST(Uci, AnOptionSetDuringASearchTakesEffectAfterIt) {
  Conversation gui;
  gui.send("go infinite");
  gui.ready();
  gui.send("setoption name Hash value 1");
  gui.send("setoption name Threads value 2");
  gui.send("setoption name rfp_margin value hello");
  gui.ready();
  EXPECT_EQ(gui.count("info string error"), 0);
  gui.send("stop");
  gui.waitFor("bestmove");
  gui.ready();
  EXPECT_EQ(gui.count("info string error rfp_margin"), 1);
  gui.send("go depth 3");
  EXPECT_NE(gui.waitFor("bestmove"), "");
}

TEST(Uci, BadInputIsOneErrorAndTheLastGoodPositionStays) {
  const char* bad[] = {"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
                       "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
                       "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
                       "position fen not a position",
                       "position fen",
                       "position startpos moves e2e5",
                       "position startpos moves e2e4 e7e5 e1e3",
                       "position somewhere"};
  for (const char* line : bad) {
    Conversation gui;
    gui.send("position startpos moves d2d4");
    gui.send(line);
    gui.ready();
    EXPECT_EQ(gui.count("info string error"), 1) << line;
    gui.send("d");
    EXPECT_NE(gui.waitFor("Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq"), "") << line;
  }
}

TEST(Uci, ImpossibleRightsAreDroppedWithANote) {
  Conversation gui;
  gui.send("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e6");
  gui.ready();
  EXPECT_GE(gui.count("info string"), 1);
  EXPECT_EQ(gui.count("info string error"), 0);
  gui.send("d");
  EXPECT_NE(gui.waitFor("Fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "");
}

TEST(Uci, CastlingIsReadBothWaysAndWrittenAsTheOptionSays) {
  for (const char* castle : {"e1g1", "e1h1"}) {
    Conversation gui;
    gui.send(std::string("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves ") + castle);
    gui.send("d");
    EXPECT_NE(gui.waitFor("Fen: 4k3/8/8/8/8/8/8/5RK1 b"), "") << castle;
  }
  for (const auto& [option, expected] : {std::pair("false", "e1g1: 1"), std::pair("true", "e1h1: 1")}) {
    Conversation gui;
    gui.send(std::string("setoption name UCI_Chess960 value ") + option);
    gui.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    gui.send("go perft 1");
    EXPECT_EQ(gui.waitFor(expected), expected);
  }
}

TEST(Uci, UnknownWordsAreIgnoredBeforeAKnownCommandElseAnswered) {
  Conversation gui;
  gui.send("joho isready");
  EXPECT_EQ(gui.waitFor("readyok"), "readyok");
  EXPECT_EQ(gui.count("info string"), 0);
  gui.send("what is this");
  EXPECT_EQ(gui.waitFor("info string"), "info string unknown command 'what'");
  gui.send("   ");
  gui.send("\r");
  gui.send("go depth 2 nonsense 5 more");
  EXPECT_NE(gui.waitFor("bestmove"), "");
}

TEST(Uci, OptionsTakeAnyCaseBlanksAndEmptyValues) {
  Conversation gui;
  gui.send("setoption name MOVE overhead value 100");
  gui.send("setoption\tname  clear   hash\r");
  gui.send("setoption name EvalFile value");
  EXPECT_EQ(gui.waitFor("info string"), "info string evaluation by hand");
  gui.send("setoption name EvalFile value <empty>");
  EXPECT_EQ(gui.waitFor("info string"), "info string evaluation by hand");
  gui.send("setoption name Hash value 0");
  EXPECT_EQ(gui.waitFor("info string error"), "info string error Hash is '0'; expected 1 to 131072");
  gui.send("setoption name NoSuchThing value 3");
  EXPECT_EQ(gui.waitFor("info string"), "info string there is no option 'NoSuchThing'");
}

TEST(Uci, ANetThatDoesNotLoadIsAnErrorAndTheOldOneStays) {
  Conversation gui;
  gui.send("setoption name EvalFile value none");
  gui.send("setoption name EvalFile value /no/such/folder with blanks/net.nnue");
  EXPECT_NE(gui.waitFor("info string error").find("/no/such/folder with blanks/net.nnue"), std::string::npos);
  gui.send("uci");
  EXPECT_EQ(gui.waitFor("info string evaluation"), "info string evaluation by hand");
}

TEST(Uci, MinimalSaysOnlyTheLastLine) {
  Conversation gui;
  gui.send("setoption name Minimal value true");
  gui.send("go depth 6");
  gui.waitFor("bestmove");
  EXPECT_EQ(gui.count("info depth"), 1);
  EXPECT_EQ(gui.count("info depth 6"), 1);
}

TEST(Uci, SoftNodesFinishTheirDepth) {
  Conversation gui;
  gui.send("setoption name SoftNodes value true");
  gui.send("go nodes 5000");
  gui.waitFor("bestmove");
  std::string last;
  for (const std::string& line : gui.lines()) {
    if (line.starts_with("info depth")) last = line;
  }
  EXPECT_GE(std::stoi(last.substr(last.find(" nodes ") + 7)), 5000);
}

TEST(Uci, PerftCountsAsStockfishDoes) {
  Conversation gui;
  gui.send("position startpos");
  gui.send("go perft 4");
  EXPECT_EQ(gui.waitFor("a2a3: "), "a2a3: 8457");
  EXPECT_EQ(gui.waitFor("Nodes searched: "), "Nodes searched: 197281");
}

TEST(Uci, XBoardIsAnsweredInOneSentence) {
  Conversation gui;
  gui.send("xboard");
  EXPECT_NE(gui.waitFor("info string").find("UCI"), std::string::npos);
}

TEST(Uci, EvalAndBenchAnswer) {
  Conversation gui;
  gui.send("eval");
  EXPECT_NE(gui.waitFor("Total: "), "");
  gui.send("bench 2");
  std::string line;
  for (int i = 0; i < 50 && !line.ends_with(" nps"); ++i) line = gui.waitFor("");
  EXPECT_NE(line.find(" nodes "), std::string::npos);
  EXPECT_TRUE(line.ends_with(" nps")) << line;
}

}  // namespace
}  // namespace tabiya
