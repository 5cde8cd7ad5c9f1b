// SPDX-License-Identifier: Apache-2.0
// The libraries that this process has loaded.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace terrawright::report {

// Those whose files' names begin so, by that name ("libOpenEXRCore-3_1.so.30"): their GNU build-ids, "unknown" where
// they have none.
std::map<std::string, std::string> loaded_libraries(const std::vector<const char*>& begins);

}  // namespace terrawright::report
