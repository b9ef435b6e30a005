// Openings from files and from the maker, each pair on its own.
#include <gtest/gtest.h>

#include <set>

#include "datagen/match/match_openings.h"
#include "datagen/match/opening_maker.h"
#include "engine/board/fen.h"
#include "engine/eval/net_choice.h"
#include "tests/support/program.h"

namespace tabiya {
namespace {

using testing::Program;

OpeningMakerSettings quick() {
  OpeningMakerSettings settings;
  settings.plies = 4;
  settings.moveNodes = 100;
  settings.depth = 4;
  return settings;
}

std::vector<std::string> made(const OpeningMakerSettings& settings, u64 attempts) {
  OpeningMaker maker(settings, {}, {});
  std::vector<std::string> lines;
  for (u64 k = 0; k < attempts; ++k)
    if (const auto line = maker.attempt(k)) lines.push_back(*line);
  return lines;
}

TEST(OpeningMaker, MakesTheSameDifferentLinesAgain) {
  const auto lines = made(quick(), 12);
  EXPECT_GE(lines.size(), 4u);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size());
  EXPECT_EQ(made(quick(), 12), lines);
  OpeningMakerSettings other = quick();
  other.seed = 2;
  EXPECT_NE(made(other, 12), lines);
}

TEST(OpeningMaker, KeepsOnlyWhatIsLevel) {
  OpeningMakerSettings strict = quick();
  strict.maxScore = 0;
  EXPECT_LT(made(strict, 12).size(), made(quick(), 12).size());
}

TEST(OpeningsCommand, MakesAFileThatPlaysAndIsGood) {
  const testing::TemporaryDirectory place;
  const std::string book = place.file("book.epd");
  const auto made = Program("tabiya-match", {"openings", "--make", "5", "--plies", "6", "--move-nodes", "100",
                                             "--depth", "6", "--format", "epd", "--out", book, "--quiet"})
                        .wait();
  ASSERT_EQ(made.code, 0) << made.err;
  const auto checked = Program("tabiya-match", {"openings", "--check", book, "--depth", "6", "--quiet"}).wait();
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_NE(checked.out.find("5 openings, 0 of them bad"), std::string::npos) << checked.out;
  testing::writeText(book, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_EQ(Program("tabiya-match", {"openings", "--check", book, "--depth", "4", "--quiet"}).wait().code, 1);
}

TEST(MatchBook, AGameOfAPgnGivesWhereItStandsAfterSoManyPlies) {
  const testing::TemporaryDirectory place;
  const std::string path = place.file("book.pgn");
  testing::writeText(path,
                     "[Event \"?\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 $1 "
                     "{good} 3. Bb5 *\n\n[ECO \"A00\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
  const auto all = readMatchBook(path, 0);
  ASSERT_TRUE(all.ok()) << all.error();
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].name, "C20 King's Pawn");
  EXPECT_EQ((*all)[0].game.moves().size(), 5u);
  // A game that is over would be no start.
  EXPECT_EQ((*all)[1].game.moves().size(), 3u);
  EXPECT_EQ((*readMatchBook(path, 2))[0].game.moves().size(), 2u);
  testing::writeText(path, "1. e4 e5 2. Ke3 *\n");
  EXPECT_NE(readMatchBook(path, 0).error().find("book.pgn:1: "), std::string::npos);
}

TEST(MatchBook, InOrderOrAtRandomByTheSeed) {
  const testing::TemporaryDirectory place;
  OpeningSettings settings;
  settings.file = place.file("book.epd");
  settings.randomPlies = 0;
  std::string text;
  for (const char* row : {"P7", "1P6", "2P5", "3P4", "4P3", "5P2"})
    text += std::string("4k3/8/8/8/8/") + row + "/8/4K3 w - - hmvc 3; fmvn 9;\n";
  testing::writeText(settings.file, text);
  const auto order = [&](bool sequential, u64 seed) {
    settings.sequential = sequential;
    auto openings = MatchOpenings::make(settings, seed, 6);
    std::string fens;
    for (int i = 0; i < 6; ++i) fens += writeFen(openings->next()->position) + "\n";
    return fens;
  };
  EXPECT_EQ(order(true, 1).substr(0, 30), "4k3/8/8/8/8/P7/8/4K3 w - - 3 9");
  EXPECT_EQ(order(true, 1), order(true, 2));
  EXPECT_EQ(order(false, 1), order(false, 1));
  EXPECT_NE(order(false, 1), order(false, 2));
}

TEST(MatchOpenings, AShardBeginsLikeTheWholeMatch) {
  auto whole = MatchOpenings::make({}, 5, 12), shard = MatchOpenings::make({}, 5, 12, 8);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(whole->next().ok());
  for (int i = 8; i < 12; ++i) {
    const auto there = whole->next(), here = shard->next();
    EXPECT_EQ(writeFen(there->position), writeFen(here->position));
    EXPECT_EQ(there->opening, here->opening);
  }
}

TEST(MatchOpenings, TheBuiltInLinesMayBePlayedAsTheyAre) {
  OpeningSettings settings;
  settings.randomPlies = 0;
  auto openings = MatchOpenings::make(settings, 1, 500);
  ASSERT_TRUE(openings.ok()) << openings.error();
  std::set<u64> keys;
  for (int i = 0; i < 500; ++i) keys.insert(openings->next()->position.key());
  EXPECT_EQ(keys.size(), 500u);
  EXPECT_FALSE(MatchOpenings::make(settings, 1, 5000).ok());
}

}  // namespace
}  // namespace tabiya
