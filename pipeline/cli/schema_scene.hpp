// SPDX-License-Identifier: Apache-2.0
// The shape of an output that is a page with the world in 3-D.
#pragma once
#include "cli/json_text.hpp"

namespace terrawright::cli {

// `reference`: of a node.
Json scene_schema(const Json& reference);

}  // namespace terrawright::cli
