// SPDX-License-Identifier: Apache-2.0
// JSON as text and back, compiled once. What is no UTF-8 is replaced.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace terrawright::report {

using Json = nlohmann::ordered_json;  // keys stay as they were written
using SortedJson = nlohmann::json;

std::string json_line(const Json& json);
// Indented, with a line break at its end.
std::string json_text(const Json& json, bool ascii = false);

// Throws Json::exception where the text is no JSON.
Json json_of(std::string_view text);
// Json::value_t::discarded in its place.
Json json_or_none(std::string_view text);

}  // namespace terrawright::report
