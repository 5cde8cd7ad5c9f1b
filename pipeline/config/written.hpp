// SPDX-License-Identifier: Apache-2.0
// A value back to YAML.
#pragma once
#include <string>

#include "document.hpp"

namespace terrawright::config {

// The text of a document, a map: read again it says the same. Comments are not kept; what is short stands on one line.
std::string written(const Value& document);
// Any value, on one line.
std::string written_on_one_line(const Value& value);

}  // namespace terrawright::config
