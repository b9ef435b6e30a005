// Games as PGN text.
#include "engine/movegen/pgn.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/board/fen.h"
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

}  // namespace
}  // namespace tabiya
