// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cli/json_text.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// What a node of this stage may say in `in` and `with`, and must say.
Json stage_schema(const terrawright_stage& stage);
// Any node: `use` names a stage of the catalogue, and the rest follows from it.
Json node_schema(const graph::Catalogue& catalogue);

}  // namespace terrawright::cli
