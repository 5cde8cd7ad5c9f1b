// SPDX-License-Identifier: Apache-2.0
// The files below stages/*/*/tables/, which the build puts into the program.
#pragma once
#include <string_view>

namespace terrawright::tables {

// The text of a file, named from stages/ on: "feature/names/tables/norric.json"; nullptr where there is none.
const char* built_in(std::string_view file);

}  // namespace terrawright::tables
