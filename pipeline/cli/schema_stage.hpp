// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cli/json_text.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// What a node of this stage may say in `in` and `with`, and must say.
Json stage_schema(const terrawright_stage& stage);
// Any node: `use` names a stage or composite, and for those of the catalogue the rest follows from it.
Json node_schema(const graph::Catalogue& catalogue);
// What nodes can use where the config brings no composites: the names of the catalogue.
Json uses_schema(const graph::Catalogue& catalogue);

}  // namespace terrawright::cli
