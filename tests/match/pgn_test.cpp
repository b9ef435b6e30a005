// Games as PGN text.
#include "engine/movegen/pgn.h"

#include <gtest/gtest.h>

#include <sstream>

#include "datagen/match/pgn_counts.h"
#include "engine/board/fen.h"
#include "engine/movegen/pgn_reader.h"
#include "engine/movegen/san.h"

namespace tabiya {
namespace {

PgnGame game(const std::string& fen, const std::vector<std::string>& sans) {
  PgnGame pgn;
  pgn.start = *readFen(fen);
  Position position = pgn.start;
  for (const std::string& san : sans) {
    pgn.moves.push_back(*readSan(position, san));
    position.makeMove(pgn.moves.back());
  }
  return pgn;
}

TEST(Pgn, AGameFromTheStart) {
  PgnGame pgn = game(std::string(kStartFen), {"f3", "e5", "g4", "Qh4#"});
  pgn.tags = {{"Event", "A \"quoted\" back\\slash"}};
  pgn.result = "0-1";
  EXPECT_EQ(writePgn(pgn),
            "[Event \"A \\\"quoted\\\" back\\\\slash\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n");
}

TEST(Pgn, AStartOfItsOwnWithBlackToMove) {
  const PgnGame pgn = game("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40", {"Kd7", "e4"});
  EXPECT_EQ(writePgn(pgn),
            "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 41. e4 *\n\n");
}

TEST(Pgn, CommentsStandBehindTheirMoves) {
  PgnGame pgn = game(std::string(kStartFen), {"e4", "e5", "Nf3"});
  pgn.comments = {"+0.35/9 10000", "", "odd } brace"};
  pgn.result = "1/2-1/2";
  EXPECT_EQ(writePgn(pgn), "[Result \"1/2-1/2\"]\n\n1. e4 {+0.35/9 10000} 1... e5 2. Nf3 {odd ) brace} 1/2-1/2\n\n");
}

TEST(Pgn, LinesAreAtMost80Wide) {
  std::vector<std::string> sans;
  for (int i = 0; i < 25; ++i)
    for (const char* san : {"Nf3", "Nf6", "Ng1", "Ng8"}) sans.push_back(san);
  std::istringstream lines(writePgn(game(std::string(kStartFen), sans)));
  std::string line;
  while (std::getline(lines, line)) EXPECT_LE(line.size(), 80u);
}

TEST(PgnReader, ReadsBackWhatIsWritten) {
  PgnGame pgn = game("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40", {"Kd7", "e4", "Ke6"});
  pgn.tags = {{"Event", "A \"quoted\" back\\slash"}, {"Round", "7.2"}};
  pgn.comments = {"+0.35/9 10000", "", "a remark of some words that makes the line longer than it may be"};
  pgn.result = "1/2-1/2";
  const auto games = readPgn(writePgn(pgn) + writePgn(pgn), "test");
  ASSERT_TRUE(games.ok()) << games.error();
  ASSERT_EQ(games->size(), 2u);
  for (const PgnGame& read : *games) {
    EXPECT_EQ(read.tags, pgn.tags);
    EXPECT_EQ(writeFen(read.start), writeFen(pgn.start));
    EXPECT_EQ(read.moves, pgn.moves);
    EXPECT_EQ(read.comments, pgn.comments);
    EXPECT_EQ(read.result, pgn.result);
  }
}

TEST(PgnReader, TakesWhatOthersWrite) {
  const auto games = readPgn(
      "\xef\xbb\xbf[White \"A\"]\r\n[Result \"1-0\"]\r\n\r\n1.e4! {king's (pawn)} e5 $3 (1...c5 2.Nf3 (2.c3 {)}) d6) "
      "2 . Nf3 ; to the end of the line 3. Qh5\r\n%an escaped line\r\n2... Nc6 3. O-O?? *\n",
      "test");
  EXPECT_FALSE(games.ok());  // castling is not possible yet
  EXPECT_EQ(games.error().substr(0, 7), "test:6:");
  const auto good = readPgn(
      "1.e4! {king's (pawn)} e5 $3 (1...c5 2.Nf3 (2.c3 {)}) d6) 2. Nf3 ; remark\n%x\n2... Nc6 "
      "1-0\n[White \"B\"]\n1. d4",
      "test");
  ASSERT_TRUE(good.ok()) << good.error();
  ASSERT_EQ(good->size(), 2u);
  EXPECT_EQ((*good)[0].moves.size(), 4u);
  EXPECT_EQ((*good)[0].comments[0], "king's (pawn)");
  EXPECT_EQ((*good)[0].result, "1-0");
  EXPECT_EQ((*good)[1].moves.size(), 1u);  // cut short
  EXPECT_EQ((*good)[1].result, "*");
  EXPECT_TRUE(readPgn("", "test")->empty());
}

TEST(PgnReader, DamageIsASentenceWithItsLine) {
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
           {"[White \"A]\n", "test:1: the tag [White has no closing quote"},
           {"\n[White A]\n", "test:2: the tag [White has no value in quotes"},
           {"1. e4 {never closed", "test:1: a comment has no closing brace"},
           {"1. e4 (1. d4", "test:1: a variation has no closing bracket"},
           {"1. e4 ) e5", "')' has no place among moves"},
           {"[FEN \"nonsense\"]\n", "test:1: "}}) {
    const auto games = readPgn(text, "test");
    ASSERT_FALSE(games.ok()) << text;
    EXPECT_NE(games.error().find(part), std::string::npos) << games.error();
  }
}

TEST(PgnCounts, OurRecordedMatchIsWhatWasCountedByHand) {
  // Round 1: a loss and a draw of Alpha. 2: two wins. 3: a draw and a win. 4, 5 and 6: two draws each.
  const auto games = readPgnFile(TABIYA_SOURCE_DIR "/tests/data/match.pgn");
  ASSERT_TRUE(games.ok()) << games.error();
  const auto counts = countPgn(*games, "");
  ASSERT_TRUE(counts.ok()) << counts.error();
  EXPECT_EQ(counts->player, "Alpha");
  EXPECT_EQ(counts->opponents, (std::vector<std::string>{"Beta"}));
  EXPECT_EQ(counts->pairs, (std::array<u64, 5>{0, 1, 3, 1, 1}));
  EXPECT_EQ(counts->byColor, (std::array<std::array<u64, 3>, 2>{{{1, 4, 1}, {0, 4, 2}}}));
  EXPECT_EQ(counts->unpaired + counts->unfinished, 0u);
  // By hand: mean 3.5/6, variance 2.375/6 - (3.5/6)^2 = 1/18.
  const auto pairs = ScoreCounts::pairs(counts->pairs);
  EXPECT_NEAR(*elo(pairs).value, 58.4512, 1e-4);
  EXPECT_NEAR(*elo(pairs).error, 143.0302, 1e-4);
  EXPECT_NEAR(*normalisedElo(pairs).value, 86.8589, 1e-4);
  EXPECT_NEAR(*normalisedElo(pairs).error, 196.5767, 1e-3);
  EXPECT_NEAR(likelihoodOfSuperiority(pairs), 0.806762, 1e-6);
  EXPECT_EQ(countPgn(*games, "Beta")->pairs, (std::array<u64, 5>{1, 1, 3, 1, 0}));
  EXPECT_FALSE(countPgn(*games, "Gamma").ok());
}

std::string bareGame(const std::string& white, const std::string& black, const std::string& round,
                     const std::string& result) {
  return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Round \"" + round + "\"]\n[Result \"" + result +
         "\"]\n\n" + result + "\n\n";
}

TEST(PgnCounts, PairsAreGamesOfOneRoundAgainstOneOpponent) {
  const std::string text = bareGame("A", "B", "1", "1-0") + bareGame("C", "A", "1", "1-0") +
                           bareGame("B", "A", "1", "0-1") + bareGame("A", "C", "2", "1/2-1/2") +
                           bareGame("B", "C", "1", "1-0") + bareGame("A", "B", "3", "*");
  const auto counts = countPgn(*readPgn(text, "test"), "A");
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts->opponents, (std::vector<std::string>{"B", "C"}));
  EXPECT_EQ(counts->pairs, (std::array<u64, 5>{0, 0, 0, 0, 1}));
  EXPECT_EQ(counts->unpaired, 2u);  // C's two are of different rounds
  EXPECT_EQ(counts->unfinished, 1u);
  EXPECT_EQ(counts->gameCounts().n, (std::vector<u64>{1, 1, 2}));
  // Without rounds they pair as they come.
  std::string none;
  for (const char* result : {"1-0", "0-1", "1/2-1/2"})
    none += bareGame("A", "B", "?", result) + bareGame("B", "A", "?", result);
  EXPECT_EQ(countPgn(*readPgn(none, "test"), "A")->pairs, (std::array<u64, 5>{0, 0, 3, 0, 0}));
}

}  // namespace
}  // namespace tabiya
