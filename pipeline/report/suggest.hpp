// SPDX-License-Identifier: Apache-2.0
// Valid names, and "did you mean": the nearest of them.
#pragma once
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::report {

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The candidate nearest to `word` by Damerau-Levenshtein distance (optimal string alignment, case ignored),
// empty where none is within a third of the longer length. Ties: the first in the list.
std::string suggest(std::string_view word, const std::vector<std::string>& candidates);

// False after thousands of wrong names among thousands of right ones: nothing is suggested any more, and nobody need
// collect candidates.
bool may_suggest();

// "did you mean 'roughness'? it takes: roughness, relief"; without a near name only the list.
// `introduction` comes before the list, as "it takes".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view introduction);

}  // namespace terrawright::report
