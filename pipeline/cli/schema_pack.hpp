// SPDX-License-Identifier: Apache-2.0
// The shape of an output that is a folder for a game engine.
#pragma once
#include "cli/json_text.hpp"

namespace terrawright::cli {

// `reference`: of a node.
Json pack_schema(const Json& reference);

}  // namespace terrawright::cli
