// Words and numbers of a command line, taken apart without complaint: blanks and tabs in any number, `\r` anywhere.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "engine/base/types.h"

namespace tabiya {

inline constexpr std::string_view kBlanks = " \t\r\n\v\f";

inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Takes the next word off the front of `text`; empty at its end.
inline std::string_view takeWord(std::string_view& text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    text = {};
    return {};
  }
  const std::size_t end = std::min(text.find_first_of(kBlanks, first), text.size());
  const std::string_view word = text.substr(first, end - first);
  text.remove_prefix(end);
  return word;
}

// A whole number; ones beyond 64 bits are cut to their range.
inline std::optional<i64> readInteger(std::string_view word) {
  i64 number = 0;
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) return word.starts_with('-') ? INT64_MIN : INT64_MAX;
  return number;
}

inline bool sameIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace tabiya
