// Games: how they end, and what counts as a repetition.
#include "engine/movegen/game.h"

#include <sstream>

#include "engine/movegen/san.h"
#include "tests/movegen/walk.h"

namespace tabiya {
namespace {

// Plays moves in SAN, separated by blanks.
void play(Game& game, const char* moves) {
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const Result<Move> m = readSan(game.position(), word);
    ASSERT_TRUE(m) << m.error();
    game.play(*m);
  }
}

TEST(Game, RemembersMovesAndKeys) {
  Game game;
  play(game, "e4 e5");
  EXPECT_EQ(game.moves(), (std::vector<Move>{Move(Square::E2, Square::E4), Move(Square::E7, Square::E5)}));
  ASSERT_EQ(game.history().size(), 2u);
  EXPECT_EQ(game.history()[0], Position::startpos().key());
  EXPECT_EQ(game.start(), Position::startpos());
  EXPECT_FALSE(game.outcome());
}

TEST(Game, FoolsMateIsWonByBlack) {
  Game game;
  play(game, "f3 e5 g4 Qh4");
  EXPECT_EQ(game.outcome(), Outcome::Checkmate);
  EXPECT_EQ(game.result(Outcome::Checkmate), GameResult::BlackWins);
}

TEST(Game, AMateByWhiteIsWonByWhite) {
  Game game(fromFen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
  play(game, "Ra8");
  EXPECT_EQ(game.outcome(), Outcome::Checkmate);
  EXPECT_EQ(game.result(Outcome::Checkmate), GameResult::WhiteWins);
}

TEST(Game, StalemateIsADraw) {
  Game game(fromFen("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"));
  play(game, "Qg6");
  EXPECT_EQ(game.outcome(), Outcome::Stalemate);
  EXPECT_EQ(game.result(Outcome::Stalemate), GameResult::Draw);
}

TEST(Game, AfterFiftyMovesItIsADrawUnlessMate) {
  Game quiet(fromFen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90"));
  play(quiet, "Ra7");
  EXPECT_EQ(quiet.outcome(), Outcome::FiftyMoves);
  Game mate(fromFen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90"));
  play(mate, "Ra8");
  EXPECT_EQ(mate.outcome(), Outcome::Checkmate);
}

TEST(Game, TheThirdTimeIsADraw) {
  Game game;
  EXPECT_EQ(game.repetitions(), 1);
  play(game, "Nf3 Nf6 Ng1 Ng8");
  EXPECT_EQ(game.repetitions(), 2);
  EXPECT_FALSE(game.outcome());
  play(game, "Nf3 Nf6 Ng1 Ng8");
  EXPECT_EQ(game.repetitions(), 3);
  EXPECT_EQ(game.outcome(), Outcome::ThreefoldRepetition);
}

TEST(Game, APositionWithOtherRightsIsAnotherPosition) {
  Game game(fromFen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"));
  play(game, "Rg1 Rb8 Rh1 Ra8");
  EXPECT_EQ(game.repetitions(), 1) << "both have lost their rights since";
  play(game, "Rg1 Rb8 Rh1 Ra8");
  EXPECT_EQ(game.repetitions(), 2);
}

TEST(Game, ARepetitionCannotReachOverAPawnMove) {
  Game game;
  play(game, "Nf3 Nf6 Ng1 Ng8 e3 e6 Nf3 Nf6 Ng1 Ng8");
  EXPECT_EQ(game.repetitions(), 2);
}

TEST(Game, BareMaterial) {
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
        // f8 and c1 are dark; so is every bishop of the last one.
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "4kb2/8/8/8/8/B7/8/2B1K3 w - - 0 1"})
    EXPECT_TRUE(insufficientMaterial(fromFen(fen))) << fen;
  for (const char* fen :
       {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"})
    EXPECT_FALSE(insufficientMaterial(fromFen(fen))) << fen;
}

TEST(Game, BareMaterialEndsIt) {
  Game game(fromFen("4k3/8/8/8/8/8/5q2/4K3 w - - 0 1"));
  play(game, "Kxf2");
  EXPECT_EQ(game.outcome(), Outcome::InsufficientMaterial);
}

TEST(Game, OutcomesHaveNames) {
  EXPECT_STREQ(toString(Outcome::Checkmate), "checkmate");
  EXPECT_STREQ(toString(Outcome::FiftyMoves), "fifty moves");
  EXPECT_STREQ(toString(Outcome::ThreefoldRepetition), "threefold repetition");
}

}  // namespace
}  // namespace tabiya
