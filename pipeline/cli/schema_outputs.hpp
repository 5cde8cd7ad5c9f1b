// SPDX-License-Identifier: Apache-2.0
// The shapes of outputs: files of writers, a folder for a game engine, a page with the world in 3-D. `reference`: of a
// node.
#pragma once
#include "cli/json_text.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

Json outputs_schema(const graph::Catalogue& catalogue);
Json pack_schema(const Json& reference);

}  // namespace terrawright::cli
