// SPDX-License-Identifier: Apache-2.0
// What one node of a graph takes in bytes, whatever numbers its stage makes up. An upper bound.
#pragma once
#include <cstdint>

#include "graph/graph.hpp"

namespace terrawright::schedule {

// They stop at the largest number there is.
std::uint64_t sum(std::uint64_t a, std::uint64_t b);
std::uint64_t product(std::uint64_t a, std::uint64_t b);

// Of the layers that the node makes: chunks, each of whole pages.
std::uint64_t bytes_made(const graph::Graph& graph, const graph::Node& node);
// While it runs, beside layers: windows that are gathered, tiles that are painted beside their chunks, scratch memory,
// notes and files.
std::uint64_t bytes_beside(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads);

}  // namespace terrawright::schedule
