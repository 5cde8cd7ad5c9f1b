// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cli/json_text.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// The schema of configs made for one of them: where a knob may stand its knobs are choices with their documentation,
// and where a node is named its nodes are. It takes what the other one takes.
Json schema_for(Json schema, const config::World& world, const graph::Catalogue& catalogue);

}  // namespace terrawright::cli
