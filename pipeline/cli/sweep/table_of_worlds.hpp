// SPDX-License-Identifier: Apache-2.0
// Table of a sweep: a row of each world with all of its numbers and expectations.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "cli/sweep/swept.hpp"

namespace terrawright::cli {

struct SweptResult {
  std::string state;               // "built", "unmet", "failed", "not made"
  std::filesystem::path manifest;  // empty: none
};

// CSV (RFC 4180): seed, the paths that have several values, folder, state, then each number with its unit in the header
// and each expectation, true or false; what a world does not have is an empty field. One `result` of each world.
std::string table_of_worlds(const Swept& swept, const std::vector<SweptWorld>& worlds,
                            const std::vector<SweptResult>& results);

}  // namespace terrawright::cli
