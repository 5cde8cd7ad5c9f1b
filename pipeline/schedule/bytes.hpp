// SPDX-License-Identifier: Apache-2.0
// What nodes and layers take in bytes, whatever numbers stages make up. Upper bounds.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/graph.hpp"
#include "schedule/order.hpp"

namespace terrawright::schedule {

// They stop at the largest number there is.
std::uint64_t sum(std::uint64_t a, std::uint64_t b);
std::uint64_t product(std::uint64_t a, std::uint64_t b);

// Of all chunks of a layer, and of one row of them; each takes whole units of memory.
std::uint64_t layer_bytes(const graph::Graph& graph, const graph::Link& layer);
std::uint64_t chunk_row_bytes(const graph::Graph& graph, const graph::Link& layer);

// Rows of chunks of each node's layers that are alive at once in a pass, by node: what its readers see, and how far it
// runs ahead of them.
std::vector<std::int64_t> rows_alive(const graph::Graph& graph, const Order& order, std::size_t pass,
                                     std::int64_t tile);

// While its tiles are surveyed and painted: windows that are gathered, tiles that are painted beside their chunks, and
// scratch memory.
std::uint64_t calls_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads);
// While it resolves.
std::uint64_t resolve_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile);
// Cells of the files that the stage reads, and what reading them takes.
std::uint64_t files_bytes(const graph::Node& node);

// Control data: the record of each chunk of a layer, and its place in a file, of cells that wait and of a kept layer.
constexpr std::uint64_t chunk_record_bytes = 72, chunk_place_bytes = 24;
// Of all nodes and their layers, for the whole run.
std::uint64_t control_bytes(const graph::Graph& graph, std::int64_t tile);
// Of the tiles of a node with rounds: notes on their way to resolve and the verdict's buffers, without what they hold.
std::uint64_t tile_notes_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile);

// Bytes of rows of one table that comes by tile which wait in memory; the others wait in a file.
constexpr std::uint64_t rows_in_memory = std::uint64_t{64} << 20;
// Bytes that rows of its tables by tile take, while they are collected and put together.
std::uint64_t rows_bytes(const graph::Graph& graph, const graph::Node& node);
// Files that are written beside one another.
std::uint64_t files_at_once(const graph::Graph& graph, int threads);
// The program and its libraries, and files being written, but for the row of chunks that each of them looks at.
std::uint64_t fixed_bytes(const graph::Graph& graph, int threads);

}  // namespace terrawright::schedule
