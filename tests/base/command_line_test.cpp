// Whole numbers are read strictly, a typed command comes back as it was, and unknown words are answered.
#include "engine/base/command_line.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace {

// The parser's interface as far as unknown words need it.
struct FakeOption {
  std::vector<std::string> names;
  const std::vector<std::string>& get_lnames() const { return names; }
};
struct FakeApp {
  std::string name;
  std::vector<FakeOption> options;
  std::vector<const FakeApp*> commands, chosen;
  std::vector<std::string> extras;
  bool fallthrough = false;
  std::size_t commandsNeeded = 1;

  const std::string& get_name() const { return name; }
  std::vector<const FakeOption*> get_options() const {
    std::vector<const FakeOption*> all;
    for (const FakeOption& option : options) all.push_back(&option);
    return all;
  }
  std::vector<const FakeApp*> get_subcommands() const { return chosen; }
  struct Any {};
  std::vector<const FakeApp*> get_subcommands(Any) const { return commands; }
  std::vector<std::string> remaining(bool) const { return extras; }
  bool get_fallthrough() const { return fallthrough; }
  std::size_t get_require_subcommand_min() const { return commandsNeeded; }
};

TEST(WholeNumbers, AreDigitsThatFitInto64Bits) {
  EXPECT_EQ(readWholeNumber("0"), 0u);
  EXPECT_EQ(readWholeNumber("18446744073709551615"), ~u64{0});
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "010", "18446744073709551616", "abc"})
    EXPECT_EQ(readWholeNumber(text), std::nullopt) << text;
  EXPECT_EQ(wholeNumberFault("7"), "");
  EXPECT_EQ(wholeNumberFault("-7"), "-7 is not a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(wholeNumberFault("07"), "07 is not a whole number from 0 to 18446744073709551615, without leading zeros");
}

TEST(CommandLines, ComeBackAsTheyWereTyped) {
  const char* argv[] = {"tool", "--out", "my run", "it's", "", "a*b", "plain-word_1.bin"};
  EXPECT_EQ(commandLineOf(7, argv), "tool --out 'my run' 'it'\\''s' '' 'a*b' plain-word_1.bin");
}

TEST(Exceptions, AreToldWithoutTheLibrarysWords) {
  const std::filesystem::filesystem_error file("cannot get file size", "a/b",
                                               std::make_error_code(std::errc::is_a_directory));
  EXPECT_EQ(sentenceOf(file), "cannot use a/b: Is a directory");
  EXPECT_EQ(sentenceOf(std::runtime_error("the disk is gone")), "the disk is gone");
}

TEST(UnknownWords, AreAnsweredWithTheNearestOfTheChosenCommand) {
  const FakeApp show{"show", {{{"count"}}, {{"from"}}}, {}, {}, {}};
  const FakeApp split{"split", {{{"seed"}}}, {}, {}, {}};
  FakeApp app{"tool", {{{"help"}}, {{"version"}}}, {&show, &split}, {&show}, {"--cuont=3"}};
  EXPECT_EQ(unknownWord(app), "unknown option --cuont; the nearest is --count");
  EXPECT_EQ(usageSentence(app, "?"),
            "tool show: unknown option --cuont; the nearest is --count (see tool show --help)");
  app.extras = {"more"};
  EXPECT_EQ(unknownWord(app), "more is one argument too many");
  app.extras = {};
  EXPECT_EQ(usageSentence(app, "FILE is required"), "tool show: FILE is required (see tool show --help)");
  app.chosen = {};
  EXPECT_EQ(usageSentence(app, "FILE is required"), "tool: FILE is required (see tool --help)");
  app.extras = {"--verison"};
  EXPECT_EQ(unknownWord(app), "unknown option --verison; the nearest is --version");
}

TEST(UnknownWords, OptionsOfTheProgramAreOfferedWhereACommandTakesThem) {
  FakeApp show{"show", {{{"count"}}}, {}, {}, {}};
  const FakeApp app{"tool", {{{"version"}}}, {&show}, {&show}, {"--verison"}};
  EXPECT_EQ(unknownWord(app), "unknown option --verison; the nearest is --count");
  show.fallthrough = true;
  EXPECT_EQ(unknownWord(app), "unknown option --verison; the nearest is --version");
}

TEST(UnknownWords, ACommandLikeNoOtherIsAnsweredWithAllOfThem) {
  const FakeApp bench{"bench", {}, {}, {}, {}}, check{"check", {}, {}, {}, {}}, devices{"devices", {}, {}, {}, {}};
  FakeApp app{"tool", {}, {&bench, &check, &devices}, {}, {"bnch"}};
  EXPECT_EQ(unknownWord(app), "unknown command bnch; the nearest is bench");
  app.extras = {"train"};
  EXPECT_EQ(unknownWord(app), "unknown command train; expected bench, check or devices");
  app.commandsNeeded = 0;
  EXPECT_EQ(unknownWord(app), "unknown command train; expected bench, check or devices, or none: options alone");
  app.commands = {};
  EXPECT_EQ(unknownWord(app), "train is one argument too many");
}

}  // namespace
}  // namespace tabiya
