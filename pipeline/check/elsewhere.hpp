// SPDX-License-Identifier: Apache-2.0
// Another environment than this one: variables, the time zone, rounding, one processor and, in a process of its own,
// other addresses. An honest stage does not notice.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "check/trial.hpp"

namespace terrawright::check {

// In this process from now on.
void go_elsewhere();

// This program from its start, with other arguments. What it said after made_words; empty: it did not.
std::string made_elsewhere(const std::vector<std::string>& arguments, const Surroundings& around);
constexpr std::string_view made_words = "it made ";  // then the digest and the end of the line

}  // namespace terrawright::check
