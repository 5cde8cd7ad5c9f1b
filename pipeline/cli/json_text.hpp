// SPDX-License-Identifier: Apache-2.0
// JSON that people read too: keys in the order they were given, short lists and maps on one line.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace terrawright::cli {

using Json = nlohmann::ordered_json;

// Ends with a line break.
std::string json_text(const Json& json);
// 2 and not 2.0; nothing else changes.
Json number_json(double number);

}  // namespace terrawright::cli
