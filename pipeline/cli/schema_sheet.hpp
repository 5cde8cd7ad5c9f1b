// SPDX-License-Identifier: Apache-2.0
// What an output may be that is a drawing on paper.
#pragma once
#include "cli/json_text.hpp"

namespace terrawright::cli {

// `reference`: what a node is named by.
Json sheet_schema(const Json& reference);

}  // namespace terrawright::cli
