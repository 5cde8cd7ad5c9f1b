// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the nearest of the words that a table may have.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::tables {

// Number of letters to insert, delete or change.
inline std::size_t steps_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// "did you mean 'river'? There are river, lake"; only the list where no word is near.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known) {
  std::string_view nearest;
  std::size_t least = word.size() / 3 + 2;
  std::string list;
  for (const std::string_view one : known) {
    list += (list.empty() ? "" : ", ") + std::string(one);
    const std::size_t steps = word.size() > 64 ? least : steps_between(word, one);
    if (steps < least && steps < std::min(word.size(), one.size())) least = steps, nearest = one;
  }
  if (nearest.empty()) return "there are " + list;
  return "did you mean '" + std::string(nearest) + "'? There are " + list;
}

}  // namespace terrawright::tables
