// SPDX-License-Identifier: Apache-2.0
// The difference of two builds as people and machines read it.
#pragma once
#include <string>

#include "cli/diff/difference.hpp"
#include "report/json.hpp"

namespace terrawright::cli {

std::string diff_text(const Difference& difference);
report::Json diff_json(const Difference& difference);
// For a pull request: tables, without pictures.
std::string diff_markdown(const Difference& difference);
// One page that needs nothing beside it.
std::string diff_html(const Difference& difference);

const char* verdict_word(Verdict verdict);
// "0.25", six digits.
std::string short_number(double number);
std::string percent_text(std::uint64_t part, std::uint64_t of);
// "12.5 m".
std::string with_unit(double number, const std::string& unit);
// The changes of classes from the most cells to the fewest, "desert -> steppe" and the cells.
std::vector<std::pair<std::string, std::uint64_t>> class_changes(const LayerDifference& layer);
// "h, and in 3 layers after it": where cells moved first. Text for builds in which some layers changed.
std::string moved_text(const Difference& difference);
std::string class_name(const LayerDifference& layer, std::uint16_t code);

}  // namespace terrawright::cli
