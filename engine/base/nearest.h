// The nearest right word to a wrong one, for messages about unknown commands and options.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

// The least number of letters to insert, delete or replace (Levenshtein, 1966), without regard to case.
inline int editDistance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

// The first of the nearest `words`, which must not be empty.
inline std::string nearestWord(std::string_view word, std::span<const std::string> words) {
  return *std::ranges::min_element(words, {}, [&](const std::string& w) { return editDistance(word, w); });
}

}  // namespace tabiya
