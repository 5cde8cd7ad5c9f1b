// SPDX-License-Identifier: Apache-2.0
// Another environment than this one: variables, the time zone, rounding, one processor and, in a process of its own,
// other addresses. An honest stage does not notice.
#pragma once
#include <string>
#include <vector>

#include "check/trial.hpp"

namespace terrawright::check {

// In this process from now on.
void go_elsewhere();

// This program from its start, with other arguments. What it said with say_what_was_made(); empty: it did not.
std::string made_elsewhere(const std::vector<std::string>& arguments, const Surroundings& around);
std::string sentence_of_made(const std::string& digest);

}  // namespace terrawright::check
