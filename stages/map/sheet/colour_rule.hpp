// SPDX-License-Identifier: Apache-2.0
// colour_rule.hpp: whether all can read a style's colours, those who lack one kind of cones too.
#pragma once
#include <string>
#include <vector>

#include "style.hpp"

namespace terrawright::map {

// CIE76, for each kind of sight: neighbouring steps of a tint, and things beside or on one another. A line between two
// areas parts them where it is itself so far from both. Letters are farther from what they stand on, under their halos.
constexpr double least_of_steps = 5, least_of_pairs = 10, least_of_letters = 20;

// A sentence for each pair that is too near in some sight: place, pair, sight, distance, remedy.
std::vector<std::string> unreadable(const Style& style);
std::vector<std::string> unreadable_letters(const Style& style);  // the part of it about names

}  // namespace terrawright::map
