// SPDX-License-Identifier: Apache-2.0
// Identities that the linker wrote into programs and libraries: GNU build-ids, in hex.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace terrawright::report {

// The id of this program; empty if the linker wrote none.
std::string program_build_id();

// Build-ids of the loaded libraries whose files' names begin so, by that name ("libOpenEXRCore-3_1.so.30"); "unknown"
// if they have none.
std::map<std::string, std::string> loaded_libraries(const std::vector<const char*>& begins);

}  // namespace terrawright::report
