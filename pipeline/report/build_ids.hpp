// SPDX-License-Identifier: Apache-2.0
// What the linker wrote into programs and libraries to tell them from every other build: GNU build-ids, in hex.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace terrawright::report {

// Of this program; empty where the linker was told to write none.
std::string program_build_id();

// Of the libraries that are loaded and whose files' names begin so, by that name ("libOpenEXRCore-3_1.so.30"):
// "unknown" where they have none.
std::map<std::string, std::string> loaded_libraries(const std::vector<const char*>& begins);

}  // namespace terrawright::report
