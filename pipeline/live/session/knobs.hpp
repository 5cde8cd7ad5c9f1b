// SPDX-License-Identifier: Apache-2.0
// Knobs as sliders and choices: between which values, in which steps, in which unit.
#pragma once
#include "graph/graph.hpp"
#include "live/session/message.hpp"

namespace terrawright::live {

// Knobs of the config as it is written; `graph` is its result at any setting of the knobs: its stages give the ranges
// of their parameters. Null: nothing is known of them.
Json knobs_of(const config::World& written, const graph::Graph* graph);

}  // namespace terrawright::live
