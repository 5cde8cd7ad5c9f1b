// SPDX-License-Identifier: Apache-2.0
// The source line of a position with a caret under it.
#pragma once
#include <string>
#include <string_view>

#include "diagnostic.hpp"

namespace terrawright::report {

//    15 |     with: {rougness: 0.55}
//       |            ^~~~~~~~ hint
// A long hint gets lines of its own behind "=". Ends with a line feed. Tabs and wide characters do not shift the
// caret; a long line is cut around it.
std::string excerpt(const Position& position, std::string_view hint);

// The hint alone, where there is no line to show.
std::string hint_lines(std::string_view hint);

}  // namespace terrawright::report
