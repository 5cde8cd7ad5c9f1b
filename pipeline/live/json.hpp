// SPDX-License-Identifier: Apache-2.0
// Messages between the processes and the page.
#pragma once
#include <string>

#include "report/diagnostic.hpp"
#include "report/json.hpp"

namespace terrawright::live {

using report::Json;

// Each with its excerpt, as a person reads it in a terminal.
Json json_of(const report::Diagnostics& diagnostics);
Json problem(const std::string& message, const std::string& hint);

}  // namespace terrawright::live
