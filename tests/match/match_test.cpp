// Whole matches: the same result however they are played, and going on where they stopped.
#include "datagen/match/match.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "datagen/match/match_pgn.h"
#include "datagen/match/report.h"
#include "datagen/match/state.h"
#include "engine/base/files.h"
#include "engine/board/fen.h"

namespace tabiya {
namespace {

PlayerSettings hce(const std::string& word, u64 nodes) {
  auto settings = *parsePlayer(word);
  settings.limits.nodes = nodes;
  settings.hashMb = 1;
  return settings;
}

MatchSettings quick(u64 nodesA, u64 nodesB, u64 pairs) {
  MatchSettings settings;
  settings.players = {hce("hce", nodesA), hce("hce", nodesB)};
  settings.pairs = pairs;
  settings.rules.referee.maxPlies = 120;
  return settings;
}

// Remembers what it hears, and raises `stop` after so many pairs.
class Listener : public MatchObserver {
 public:
  void pairCounted(const MatchTally&, const MatchPair& pair, const PairFacts&) override {
    pairs.push_back(pair);
    if (pairs.size() == stopAfter) stop = true;
  }
  void tick(const MatchTally&) override {}

  std::vector<MatchPair> pairs;
  std::size_t stopAfter = 0;
  std::atomic<bool> stop{false};
};

MatchTally played(const MatchSettings& settings, Listener& listener, u64 seed = 1) {
  auto openings = MatchOpenings::make({}, seed, settings.pairs);
  auto outcome = playMatch(settings, *openings, {}, listener.stop, listener);
  EXPECT_TRUE(outcome.ok()) << (outcome.ok() ? "" : outcome.error());
  return outcome.ok() ? outcome->tally : MatchTally{};
}

std::string allAsPgn(const std::vector<MatchPair>& pairs) {
  std::string text;
  for (const MatchPair& pair : pairs) text += pairAsPgn(pair, {"A", "B"}, {"test"});
  return text;
}

std::string scratch(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / (name + std::to_string(getpid()));
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path.string();
}

std::string content(const std::string& path) {
  const auto bytes = readWholeFile(path);
  return bytes ? std::string(bytes->begin(), bytes->end()) : bytes.error();
}

TEST(Match, APlayerAgainstItselfSplitsEveryPair) {
  Listener listener;
  MatchSettings settings = quick(150, 150, 6);
  settings.sprt = SprtSettings{};
  const MatchTally tally = played(settings, listener);
  EXPECT_EQ(tally.pairs, (std::array<u64, 5>{0, 0, 6, 0, 0}));
  for (const MatchPair& pair : listener.pairs) EXPECT_EQ(pair.games[0].moves, pair.games[1].moves);
  EXPECT_LT(*standing(tally, settings.sprt).llr, 0);
  EXPECT_EQ(toString(elo(tally.pairCounts())), "0.0 +- undefined");
}

TEST(Match, OneAndTwoWorkersPlayTheSameMatch) {
  Listener one, two;
  MatchSettings settings = quick(150, 300, 6);
  const MatchTally single = played(settings, one);
  settings.concurrency = 2;
  const MatchTally both = played(settings, two);
  EXPECT_EQ(single, both);
  EXPECT_EQ(allAsPgn(one.pairs), allAsPgn(two.pairs));
}

TEST(Match, TheSprtEndsItAtTheSamePairForAnyNumberOfWorkers) {
  std::vector<MatchTally> tallies;
  for (const int workers : {1, 3}) {
    Listener listener;
    MatchSettings settings = quick(1500, 20, 200);
    settings.sprt = SprtSettings{0, 100};
    settings.concurrency = workers;
    tallies.push_back(played(settings, listener));
    EXPECT_EQ(standing(tallies.back(), settings.sprt).verdict, SprtVerdict::H1);
    EXPECT_LT(tallies.back().pairCount(), 100u);
    EXPECT_NE(verdictText(tallies.back(), settings).find("H1 accepted"), std::string::npos);
  }
  EXPECT_EQ(tallies[0], tallies[1]);
}

TEST(Match, TheStrongerPlayerWinsWithEitherColour) {
  Listener listener;
  const MatchTally tally = played(quick(1500, 20, 6), listener);
  for (const auto& [losses, draws, wins] : tally.byColor) {
    EXPECT_GT(wins, losses);
    EXPECT_EQ(losses + draws + wins, 6u);
  }
  Listener turned;
  const MatchTally other = played(quick(20, 1500, 6), turned);
  EXPECT_GT(other.byColor[0][0], other.byColor[0][2]);
  EXPECT_GT(other.byColor[1][0], other.byColor[1][2]);
}

TEST(Match, AFaultCountsAgainstThePlayerThatMadeIt) {
  MatchPair pair;
  pair.games[0].result = GameResult::BlackWins;  // A, with White, crashed
  pair.games[0].end = MatchEnd::Crash;
  pair.games[1].result = GameResult::BlackWins;  // B, with White, was late
  pair.games[1].end = MatchEnd::TimeLoss;
  MatchTally tally;
  tally.add(factsOf(pair));
  EXPECT_EQ(tally.faults[0][static_cast<std::size_t>(MatchEnd::Crash)], 1u);
  EXPECT_EQ(tally.faults[1][static_cast<std::size_t>(MatchEnd::TimeLoss)], 1u);
  EXPECT_EQ(tally.pairs, (std::array<u64, 5>{0, 0, 1, 0, 0}));
}

TEST(Match, AStoppedMatchGoesOnToTheSameGamesByteForByte) {
  const std::string whole = scratch("match-whole"), parts = scratch("match-parts");
  MatchSettings settings = quick(100, 200, 6);
  settings.concurrency = 2;
  struct Recording : Listener {
    explicit Recording(MatchRecorder& r) : recorder(r) {}
    void pairCounted(const MatchTally& tally, const MatchPair& pair, const PairFacts& facts) override {
      Listener::pairCounted(tally, pair, facts);
      recorder.add(tally, {}, facts, pairAsPgn(pair, {"A", "B"}, {"test"}));
    }
    MatchRecorder& recorder;
  };
  const auto session = [&](const std::string& directory, std::size_t stopAfter) {
    auto recorder = MatchRecorder::open(directory, true, false);
    ASSERT_TRUE(recorder.ok()) << recorder.error();
    Recording recording(*recorder);
    recording.stopAfter = stopAfter;
    auto openings = MatchOpenings::make({}, 1, settings.pairs);
    std::vector<u64> starts;
    for (const PairFacts& pair : recorder->pairs()) starts.push_back(pair.start);
    openings->goOn(starts);
    ASSERT_TRUE(playMatch(settings, *openings, recorder->state().tally, recording.stop, recording).ok());
    recorder->save();
  };
  session(whole, 0);
  session(parts, 2);
  EXPECT_EQ(readMatchState(parts + "/state.json")->tally.pairCount(), 2u);
  // What a killed runner may have written beyond its last state.
  std::ofstream(parts + "/games.pgn", std::ios::app) << "[Event \"cut off in the mid";
  session(parts, 1);
  session(parts, 0);
  EXPECT_EQ(content(whole + "/games.pgn"), content(parts + "/games.pgn"));
  EXPECT_EQ(readMatchState(whole + "/state.json")->tally, readMatchState(parts + "/state.json")->tally);
  EXPECT_EQ(content(whole + "/pairs.jsonl"), content(parts + "/pairs.jsonl"));
  std::filesystem::remove_all(whole);
  std::filesystem::remove_all(parts);
}

TEST(MatchState, DamageIsASentence) {
  const std::string directory = scratch("match-state");
  const std::string path = directory + "/state.json";
  EXPECT_EQ(readMatchState(path)->tally.pairCount(), 0u);
  std::ofstream(path) << "{\"version\": 1, \"pairs\"";
  EXPECT_NE(readMatchState(path).error().find(path + " is damaged"), std::string::npos);
  MatchPair pair;
  pair.opening = "a \"line\"";
  const PairFacts facts = factsOf(pair);
  EXPECT_EQ(*readPairLine(pairLine(facts, false)), facts);
  MatchState state;
  state.tally.add(facts);
  const std::string line = pairLine(facts, false);
  state.pairBytes = line.size();
  writeMatchState(state, path);
  EXPECT_NE(readStoredMatch(directory).error().find("pairs.jsonl"), std::string::npos);
  std::ofstream(directory + "/pairs.jsonl") << line.substr(1);
  EXPECT_NE(readStoredMatch(directory).error().find("pairs are missing"), std::string::npos);
  std::ofstream(directory + "/pairs.jsonl") << "x" << line;
  EXPECT_NE(readStoredMatch(directory).error().find("is damaged in line 1"), std::string::npos);
  std::ofstream(directory + "/pairs.jsonl") << line;
  EXPECT_EQ(readStoredMatch(directory)->pairs, std::vector<PairFacts>{facts});
  state.tally.plies = 7;
  writeMatchState(state, path);
  EXPECT_NE(readStoredMatch(directory).error().find("counts 1 pairs otherwise"), std::string::npos);
  state.tally.plies = 0;
  state.pgnBytes = 100;
  writeMatchState(state, path);
  EXPECT_NE(MatchRecorder::open(directory, true, false).error().find("games are missing"), std::string::npos);
  std::filesystem::remove_all(directory);
}

TEST(MatchOpenings, EveryPairHasItsOwnAndTheSameInEveryRun) {
  auto first = MatchOpenings::make({}, 7, 60), second = MatchOpenings::make({}, 7, 60);
  std::set<u64> keys;
  for (int i = 0; i < 60; ++i) {
    const Position start = first->next()->position;
    EXPECT_EQ(writeFen(start), writeFen(second->next()->position));
    keys.insert(start.key());
  }
  EXPECT_EQ(keys.size(), 60u);
  auto other = MatchOpenings::make({}, 8, 60);
  EXPECT_NE(other->next()->position.key(), first->keys()[0]);
}

TEST(MatchOpenings, ABookIsPlayedOnceAndRefusedWhenTooSmall) {
  const std::string directory = scratch("match-book");
  OpeningSettings settings;
  settings.file = directory + "/book.epd";
  settings.randomPlies = 0;
  std::ofstream(settings.file) << "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
                                  "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"
                                  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
  const auto refused = MatchOpenings::make(settings, 1, 3);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().find("2 different positions, but 3 pairs"), std::string::npos) << refused.error();
  settings.sequential = true;
  auto book = MatchOpenings::make(settings, 1, 2);
  ASSERT_TRUE(book.ok());
  EXPECT_EQ(writeFen(book->next()->position).substr(0, 36), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP");
  EXPECT_EQ(writeFen(book->next()->position).substr(0, 36), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP");
  settings.file = directory + "/missing.epd";
  EXPECT_NE(MatchOpenings::make(settings, 1, 2).error().find("missing.epd"), std::string::npos);
  std::filesystem::remove_all(directory);
}

TEST(MatchOpenings, StartsThatRunOutAreAnErrorAndNoCopy) {
  const std::string directory = scratch("match-few");
  OpeningSettings settings;
  settings.file = directory + "/book.epd";
  settings.randomPlies = 1;
  settings.maxScore.reset();
  std::ofstream(settings.file) << "7k/8/8/8/8/p7/P7/K7 w - - 0 1\n";
  auto openings = MatchOpenings::make(settings, 1, 1000);
  std::set<u64> keys;
  std::string error;
  while (error.empty()) {
    const auto start = openings->next();
    if (start)
      EXPECT_TRUE(keys.insert(start->position.key()).second);
    else
      error = start.error();
  }
  EXPECT_GE(keys.size(), 4u);
  EXPECT_NE(error.find("more openings or more random plies"), std::string::npos);
  std::filesystem::remove_all(directory);
}

TEST(Match, APlayerThatCannotStartEndsItWithASentence) {
  MatchSettings settings = quick(100, 100, 2);
  settings.players[1] = *parsePlayer("net:/nowhere/x.nnue");
  settings.players[1].limits.nodes = 100;
  auto openings = MatchOpenings::make({}, 1, 2);
  Listener listener;
  const auto outcome = playMatch(settings, *openings, {}, listener.stop, listener);
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().find("/nowhere/x.nnue"), std::string::npos);
}

TEST(Match, OurEngineAsTwoProgramsPlaysGamesOut_slow) {
  MatchSettings settings;
  for (PlayerSettings& player : settings.players) {
    player = *parsePlayer(std::string("cmd:") + TABIYA_BIN_DIR + "/tabiya");
    player.limits.clock = *parseTimeControl("2+0.02");
  }
  settings.pairs = 1;
  Listener listener;
  const MatchTally tally = played(settings, listener);
  ASSERT_EQ(tally.pairCount(), 1u);
  EXPECT_EQ(tally.faults, (std::array<std::array<u64, kMatchEnds>, 2>{})) << resultText(tally, settings);
  for (const MatchGame& game : listener.pairs[0].games)
    for (const MoveNote& note : game.notes) EXPECT_TRUE(note.score.has_value());
}

TEST(Match, AProgramWithAFixedNumberOfNodesPlaysLikeTheEngineInside_slow) {
  MatchSettings settings = quick(400, 400, 1);
  settings.players[1] = *parsePlayer(std::string("cmd:") + TABIYA_BIN_DIR + "/tabiya");
  settings.players[1].limits.nodes = 400;
  settings.players[1].hashMb = 1;
  settings.players[1].options = {{"EvalFile", "none"}};
  Listener listener;
  const MatchTally tally = played(settings, listener);
  EXPECT_EQ(tally.pairs, (std::array<u64, 5>{0, 0, 1, 0, 0})) << resultText(tally, settings);
  ASSERT_EQ(listener.pairs.size(), 1u);
  EXPECT_EQ(listener.pairs[0].games[0].moves, listener.pairs[0].games[1].moves);
}

}  // namespace
}  // namespace tabiya
