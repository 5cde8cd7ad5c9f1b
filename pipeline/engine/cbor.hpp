// SPDX-License-Identifier: Apache-2.0
// JSON as bytes: CBOR (RFC 8949), so that nothing is lost. What processes tell each other, and what the cache
// remembers.
#pragma once
#include <string>

#include "report/json.hpp"

namespace terrawright::engine {

using Json = report::SortedJson;

std::string packed(const Json& json);
Json unpacked(const std::string& bytes);  // throws Json::exception

// A text of any bytes, which JSON's own texts cannot hold.
Json binary(const std::string& text);
std::string text_of(const Json& binary);

}  // namespace terrawright::engine
