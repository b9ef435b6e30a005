// tabiya-match as its users meet it: output, exit codes, going on.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace {

struct Ran {
  int code;
  std::string output;  // stdout and stderr together
};

Ran match(const std::string& arguments) {
  const std::string command = std::string(TABIYA_BIN_DIR) + "/tabiya-match " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  std::array<char, 4096> chunk;
  while (const std::size_t got = fread(chunk.data(), 1, chunk.size(), pipe)) output.append(chunk.data(), got);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

std::string scratch(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / (name + std::to_string(getpid()));
  std::filesystem::remove_all(path);
  return path.string();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MatchTool, StatsAsJson) {
  const Ran ran = match("stats --pairs 12,95,300,118,15 --elo0 0 --elo1 5 --model normalised --json");
  ASSERT_EQ(ran.code, 0) << ran.output;
  const auto json = nlohmann::json::parse(ran.output);
  EXPECT_NEAR(json.at("llr").get<double>(), 0.652807, 1e-6);
  EXPECT_NEAR(json.at("elo").get<double>(), 9.3315, 1e-4);
  EXPECT_NEAR(json.at("nelo").get<double>(), 17.1539, 1e-4);
  EXPECT_NEAR(json.at("los").get<double>(), 0.947659, 1e-6);
}

TEST(MatchTool, StatsTakesNegativeBoundsAndSaysUndefined) {
  const Ran ran = match("stats --pairs 0,0,0,0,7 --elo0 -5 --elo1 0");
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "Elo   undefined"));
  EXPECT_FALSE(contains(ran.output, "nan") || contains(ran.output, "inf"));
}

TEST(MatchTool, WrongUseIsExitCode2AndNamesTheRightWord) {
  const Ran wrong = match("run hce hce --noodes 100");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.output, "unknown option --noodes; the nearest is --nodes")) << wrong.output;
  EXPECT_TRUE(contains(match("stat").output, "unknown command stat; the nearest is stats"));
  EXPECT_EQ(match("run hce").code, 2);
  EXPECT_EQ(match("run hce nothing").code, 2);
  EXPECT_EQ(match("run hce hce --sprt 10,0").code, 2);
  EXPECT_EQ(match("stats --pairs 1,2,3").code, 2);
  EXPECT_EQ(match("stats").code, 2);
  EXPECT_EQ(match("").code, 2);
}

TEST(MatchTool, HelpAndVersionAreThere) {
  EXPECT_TRUE(contains(match("run --help").output, "Example:"));
  const Ran version = match("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(contains(version.output, "tabiya-match ") && contains(version.output, "net "));
}

TEST(MatchTool, AMissingNetOrProgramIsOneSentenceAndExitCode1) {
  for (const char* player : {"net:/nowhere/x.nnue", "net:/bin/sh", "cmd:/nowhere/engine", "hce,nosuchswitch=1"}) {
    const Ran ran = match(std::string("run hce ") + player);
    EXPECT_EQ(ran.code, 1) << ran.output;
    EXPECT_EQ(std::count(ran.output.begin(), ran.output.end(), '\n'), 1) << ran.output;
  }
}

TEST(MatchTool, TheVerdictIsTheExitCode) {
  const std::string common = " --max-plies 120 --hash 1 --quiet --concurrency 1 ";
  const Ran better = match("run hce hce --a-nodes 1500 --b-nodes 20 --pairs 60 --sprt 0,100" + common);
  EXPECT_EQ(better.code, 0) << better.output;
  EXPECT_TRUE(contains(better.output, "Verdict: H1 accepted")) << better.output;
  const Ran worse = match("run hce hce --a-nodes 20 --b-nodes 1500 --pairs 60 --sprt 0,100" + common);
  EXPECT_EQ(worse.code, 3) << worse.output;
  EXPECT_TRUE(contains(worse.output, "Verdict: H0 accepted"));
  const Ran same = match("run hce hce --nodes 50 --games 4 --sprt 0,10" + common);
  EXPECT_EQ(same.code, 4) << same.output;
  EXPECT_TRUE(contains(same.output, "Pairs   2: LL 0, LD 0, WL+DD 2, WD 0, WW 0")) << same.output;
}

TEST(MatchTool, ARunDirectoryGoesOnAndRefusesOtherSettings) {
  const std::string directory = scratch("match-run");
  const std::string common = "run hce hce --b-nodes 60 --max-plies 60 --hash 1 --quiet --pgn --out " + directory;
  EXPECT_EQ(match(common + " --nodes 50 --pairs 2").code, 0);
  const Ran more = match(common + " --nodes 50 --pairs 3");
  EXPECT_EQ(more.code, 0) << more.output;
  EXPECT_TRUE(contains(more.output, "Going on after 2 pairs") && contains(more.output, "Games   6")) << more.output;
  const Ran other = match(common + " --nodes 70 --pairs 3");
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(contains(other.output, "nodes is 50 there and 70 now")) << other.output;
  EXPECT_EQ(match(common + " --nodes 70 --pairs 1 --fresh").code, 0);
  std::filesystem::remove_all(directory);
  std::filesystem::remove_all(directory + ".old-1");
}

TEST(MatchTool, AFullDiskLeavesWholePairsAndNothingHalfWritten) {
  const std::string directory = scratch("match-full");
  const std::string arguments =
      "run hce hce --nodes 50 --max-plies 60 --pairs 40 --hash 1 --quiet --pgn --out " + directory;
  const std::string command =
      "bash -c 'ulimit -f 20; exec " TABIYA_BIN_DIR "/tabiya-match " + arguments + "' >/dev/null 2>&1";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  for (const auto& entry : std::filesystem::directory_iterator(directory)) EXPECT_NE(entry.path().extension(), ".part");
  std::ifstream file(directory + "/games.pgn");
  const std::string pgn((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_FALSE(pgn.empty());
  EXPECT_TRUE(pgn.ends_with("\n\n"));
  const Ran more = match(arguments);
  EXPECT_EQ(more.code, 0) << more.output;
  EXPECT_TRUE(contains(more.output, "Games   80"));
  std::filesystem::remove_all(directory);
}

TEST(MatchTool, OptionsMayStandInAFile) {
  const std::string path = scratch("match-toml");
  std::ofstream(path) << "[run]\nnodes = 60\npairs = 1\nmax-plies = 20\nquiet = true\n";
  const Ran ran = match("run hce hce --pairs 2 --config " + path);
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "A: hce, nodes 60") && contains(ran.output, "Games   4")) << ran.output;
  std::ofstream(path) << "[run]\nnodse = 60\n";
  EXPECT_EQ(match("run hce hce --pairs 2 --config " + path).code, 2);
  std::filesystem::remove(path);
}

TEST(MatchTool, AGauntletRatesOneAndKeepsTheOthers) {
  const std::string directory = scratch("match-gauntlet");
  const std::string common =
      "gauntlet hce,nodes=120 hce,nodes=90,rating=2000,name=low hce,nodes=160,rating=2100,name=high "
      "--max-plies 100 --hash 1 --quiet --out " +
      directory;
  const Ran ran = match(common + " --pairs 2");
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "2000.0 (known)") && contains(ran.output, "2100.0 (known)")) << ran.output;
  EXPECT_TRUE(contains(ran.output, "hce,nodes=120 against high: 4 games")) << ran.output;
  const Ran more = match(common + " --pairs 3");
  EXPECT_TRUE(contains(more.output, "Going on after 2 pairs") && contains(more.output, "against low: 6 games"))
      << more.output;
  std::ifstream results(directory + "/results.json");
  const auto json = nlohmann::json::parse(results);
  EXPECT_EQ(json.at("players").size(), 3u);
  std::ifstream file(directory + "/games.pgn");
  const std::string pgn((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::size_t games = 0;
  for (std::size_t at = pgn.find("[Event "); at != std::string::npos; at = pgn.find("[Event ", at + 1)) ++games;
  EXPECT_EQ(games, 12u);
  std::filesystem::remove_all(directory);
  EXPECT_TRUE(contains(match("gauntlet hce hce").output, "needs a rating"));
  EXPECT_EQ(match("gauntlet hce,rating=1 hce,rating=2").code, 2);
}

TEST(MatchTool, ARoundRobinHasATableOfAll) {
  const Ran ran =
      match("roundrobin hce,nodes=60 hce,nodes=150 hce,nodes=150 --pairs 1 --max-plies 60 --hash 1 --quiet");
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "hce,nodes=150 against hce,nodes=150 #2: 2 games")) << ran.output;
  EXPECT_EQ(match("roundrobin hce").code, 2);
}

TEST(MatchTool, TheRecordedMatchIsCountedFromItsPgn) {
  const std::string pgn = TABIYA_SOURCE_DIR "/tests/data/match.pgn";
  const Ran ran = match("stats --json --pgn " + pgn);
  ASSERT_EQ(ran.code, 0) << ran.output;
  const auto json = nlohmann::json::parse(ran.output);
  EXPECT_EQ(json.at("pairs"), nlohmann::json({0, 1, 3, 1, 1}));
  EXPECT_NEAR(json.at("elo").get<double>(), 58.4512, 1e-4);
  EXPECT_NEAR(json.at("nelo").get<double>(), 86.8589, 1e-4);
  EXPECT_NEAR(json.at("los").get<double>(), 0.806762, 1e-6);
  EXPECT_TRUE(contains(match("stats --pgn " + pgn).output, "Pairs 6: LL 0, LD 1, WL+DD 3, WD 1, WW 1")) << ran.output;
  EXPECT_TRUE(contains(match("stats --single-games --pgn " + pgn).output, "single games"));
  EXPECT_EQ(match("stats --pgn /nowhere.pgn").code, 1);
}

TEST(MatchTool, TheTimeOutsideTheSearchesIsMeasured) {
  const std::string page = scratch("match-page") + ".html";
  const Ran ran =
      match("run hce hce --nodes 2000 --pairs 2 --max-plies 80 --hash 1 --concurrency 1 --quiet --report " + page);
  EXPECT_EQ(ran.code, 0) << ran.output;
  EXPECT_TRUE(contains(ran.output, "% outside the searches") && contains(ran.output, "ms a move")) << ran.output;
  std::ifstream file(page);
  const std::string html((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_TRUE(contains(html, "Time use") && contains(html, "</html>"));
  std::filesystem::remove(page);
}

TEST(MatchTool, Chess960IsPlayedFromItsStartsAndFromAFile) {
  const std::string book = scratch("match-960") + ".epd";
  std::ofstream(book) << "nbbqrknr/pppppppp/8/8/8/8/PPPPPPPP/NBBQRKNR w HEhe - 0 1\n";
  const std::string directory = scratch("match-960-run");
  const std::string common = "run hce hce --nodes 60 --chess960 --max-plies 40 --hash 1 --quiet ";
  EXPECT_EQ(match(common + "--pairs 2 --random-plies 0").code, 0);
  const Ran ran = match(common + "--pgn --pairs 1 --openings " + book + " --out " + directory);
  EXPECT_EQ(ran.code, 0) << ran.output;
  std::ifstream file(directory + "/games.pgn");
  const std::string pgn((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_TRUE(contains(pgn, "[Variant \"fischerandom\"]") && contains(pgn, "nbbqrknr/pppppppp")) << pgn;
  std::filesystem::remove_all(directory);
  std::filesystem::remove(book);
}

TEST(MatchTool, WrongNumbersAreUsageErrors) {
  for (const char* wrong : {"--seed -1", "--seed 18446744073709551616", "--nodes -5", "--nodes 0", "--pairs 0",
                            "--first-pair -1", "--hang-seconds nan", "--startup-seconds 0", "--alpha nan --sprt 0,5",
                            "--tc 1+nan", "--win-plies 0", "--depth 200", "--concurrency 0"}) {
    const Ran ran = match(std::string("run hce hce ") + wrong);
    EXPECT_EQ(ran.code, 2) << wrong << ": " << ran.output;
    EXPECT_TRUE(contains(ran.output, "tabiya-match run")) << ran.output;
  }
  for (const char* word : {"hce,nodes=0", "hce,depth=x", "cmd:", "cmd:x,protocol=telnet", "hce,tc=0", "hce,hash=0"})
    EXPECT_EQ(match(std::string("run hce ") + word).code, 2) << word;
}

}  // namespace
