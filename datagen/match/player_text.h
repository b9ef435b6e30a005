// Words and numbers in what engines say.
#pragma once

#include <charconv>
#include <sstream>
#include <string>

namespace tabiya {

std::string firstWord(const std::string& line);
std::string lowerCase(std::string text);

// The next word as a number; false, with `value` untouched, when it is none.
template <class T>
bool readNumber(std::istringstream& words, T& value) {
  std::string word;
  T read{};
  if (!(words >> word)) return false;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), read);
  if (error != std::errc() || end != word.data() + word.size()) return false;
  value = read;
  return true;
}

// "mate in N moves", negative when mated, on our scale of scores.
int scoreOfMate(int moves);

}  // namespace tabiya
