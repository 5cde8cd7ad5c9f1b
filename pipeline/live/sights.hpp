// SPDX-License-Identifier: Apache-2.0
// Lists the layers to look at: those of the outputs, and of any other node.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/layer.hpp"
#include "graph/graph.hpp"
#include "live/json.hpp"

namespace terrawright::live {

struct Sight {
  std::string name;   // of the layer in its output
  std::string title;  // "node" or "node.port", as a config names it
  graph::Link from;
};
// Each once, in the order of the outputs.
std::vector<Sight> sights_of(const graph::Graph& graph);

// Every layer that a node of the config can give, whether something needs it or not: {title, doc}.
Json ports_of(const graph::Graph& graph);

// A layer as the page takes it: little-endian float32 (of a vector two a cell), of colours four bytes.

// So that no side has more cells than a page can show: every first, second, third ... cell of the world.
std::int64_t every_cell_of(std::int64_t width, std::int64_t height);

std::string cells_of(const engine::Layer& layer, std::int64_t every);
// Kind, unit, size, extremes and legend, with how many cells each class has.
Json facts_of(const engine::Layer& layer, std::int64_t every);

}  // namespace terrawright::live
