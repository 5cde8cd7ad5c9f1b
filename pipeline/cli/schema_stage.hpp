// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cli/json_text.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// Optional and required keys of `in` and `with` for a node of this stage.
Json stage_schema(const terrawright_stage& stage);
// Any node: `use` names a stage or composite, and for those of the catalogue the rest follows from it.
Json node_schema(const graph::Catalogue& catalogue);
// Stages for nodes if the config brings no composites: the names of the catalogue.
Json uses_schema(const graph::Catalogue& catalogue);

}  // namespace terrawright::cli
