// SPDX-License-Identifier: Apache-2.0
// JSON that people read too: keys in the order they were given, short lists and maps on one line.
#pragma once
#include <string>

#include "report/json.hpp"

namespace terrawright::cli {

using report::Json;

// Ends with a line break.
std::string readable_json(const Json& json);
// 2 and not 2.0; nothing else changes.
Json number_json(double number);

}  // namespace terrawright::cli
