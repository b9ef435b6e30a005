// What the tools' command lines have in common: whole numbers read strictly, unknown words answered, a command printed
// so that it can be typed again. Knows no parser: what needs one is a template over CLI11's App.
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/base/nearest.h"
#include "engine/base/types.h"

namespace tabiya {

// Digits that fit into 64 bits. No sign, which would wrap around, and no leading 0, which some read as octal.
inline std::optional<u64> readWholeNumber(std::string_view text) {
  u64 number = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (at != end || error != std::errc{} || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  return number;
}

// For `check` of an option with a u64 behind it: what is wrong with `text`, empty when nothing is. (The parser itself
// takes "-3" for the number that it wraps around to, and cuts what is beyond 64 bits.)
inline std::string wholeNumberFault(const std::string& text) {
  if (readWholeNumber(text)) return "";
  return text + " is not a whole number from 0 to 18446744073709551615" +
         (text.starts_with('0') ? ", without leading zeros" : "");
}

// In one word, so that the shell reads it back as it was.
inline std::string shellWord(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t\n'\"\\$&;<>|*?()[]{}~#!`") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// The command as it was typed.
inline std::string commandLineOf(int argc, const char* const* argv) {
  std::string text;
  for (int i = 0; i < argc; ++i) text += (i ? " " : "") + shellWord(argv[i]);
  return text;
}

// What an exception says, without the library's words around it.
inline std::string sentenceOf(const std::exception& problem) {
  const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&problem);
  return file ? "cannot use " + file->path1().string() + ": " + file->code().message() : problem.what();
}

// The end of a tool: a full disk under a redirected output shows only here. Throws std::system_error.
inline void flushOutput() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

// The command that was chosen, or the program itself.
template <class App>
const App& chosenCommand(const App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

// "unknown option --treads; the nearest is --threads", about the first word that nobody knows; empty when all are
// known.
template <class App>
std::string unknownWord(const App& app) {
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return "";
  const App& command = chosenCommand(app);
  const std::string word = extras.front().substr(0, extras.front().find('='));
  std::vector<std::string> known;
  if (word.starts_with('-')) {
    for (const App* owner : {&command, command.get_fallthrough() ? &app : &command})
      for (const auto* option : owner->get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return "unknown option " + word + "; the nearest is " + nearestWord(word, known);
  }
  if (&command != &app) return extras.front() + " is one argument too many";
  for (const App* other : app.get_subcommands({})) known.push_back(other->get_name());
  if (known.empty()) return extras.front() + " is one argument too many";
  const std::string nearest = nearestWord(word, known);
  if (2 * editDistance(word, nearest) <= static_cast<int>(std::max(word.size(), nearest.size())))
    return "unknown command " + word + "; the nearest is " + nearest;
  std::string all;
  for (std::size_t i = 0; i < known.size(); ++i)
    all += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") + known[i];
  return "unknown command " + word + "; expected " + all +
         (app.get_require_subcommand_min() == 0 ? ", or none: options alone" : "");
}

// The sentence for a wrong command line, after the parser's own `what`; it names the help that tells more.
template <class App>
std::string usageSentence(const App& app, const std::string& what) {
  const App& command = chosenCommand(app);
  const std::string name = &command == &app ? app.get_name() : app.get_name() + " " + command.get_name();
  const std::string unknown = unknownWord(app);
  return name + ": " + (unknown.empty() ? what : unknown) + " (see " + name + " --help)";
}

}  // namespace tabiya
