// SPDX-License-Identifier: Apache-2.0
// Bytes of nodes and layers; safe for all numbers that stages declare. Upper bounds.
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

// Bytes of all chunks of a layer, and of one row of them; each takes whole units of memory.
std::uint64_t layer_bytes(const graph::Graph& graph, const graph::Link& layer);
std::uint64_t chunk_row_bytes(const graph::Graph& graph, const graph::Link& layer);
// Classes of the block for a whole chunk: 0 for one unit, 1 for two, 2 for four, 3 for eight or more.
constexpr std::size_t block_classes = 4;
std::size_t block_class(const graph::Graph& graph, const graph::Link& layer);

// Cells of a row of tiles, or of chunks where those are larger. A pass goes over such rows.
std::int64_t row_height(const graph::Graph& graph, std::int64_t tile);
// Rows that a node's layers are ahead of the row of the pass, and rows behind it that are still read.
struct Rows {
  std::int64_t ahead = 0, behind = 0;
};
// By node.
std::vector<Rows> rows_of_pass(const graph::Graph& graph, const Order& order, std::size_t pass, std::int64_t tile);

// While its tiles are surveyed and painted: windows that are gathered, tiles that are painted beside their chunks, and
// scratch memory.
std::uint64_t calls_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads);
// While it resolves.
std::uint64_t resolve_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile);
// Cells of the files that the stage reads, and what reading them takes.
std::uint64_t files_bytes(const graph::Node& node);

// Control data: the record of each chunk of a layer, and its place in a file, of cells that wait and of a kept layer.
constexpr std::uint64_t chunk_record_bytes = 72, chunk_place_bytes = 24;
// For all nodes and their layers, for the whole run.
std::uint64_t control_bytes(const graph::Graph& graph, std::int64_t tile);
// For the tiles of a node with rounds: notes on their way to resolve and the verdict's buffers, without their content.
std::uint64_t tile_notes_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile);

// Bytes of rows of one table that comes by tile which wait in memory; the others wait in a file.
constexpr std::uint64_t rows_in_memory = std::uint64_t{64} << 20;
// Bytes that rows of its tables by tile take, while they are collected and put together.
std::uint64_t rows_bytes(const graph::Graph& graph, const graph::Node& node);
// Files that are written beside one another, and what one of them takes, but for the row of chunks that it looks at.
std::uint64_t files_at_once(const graph::Graph& graph, int threads);
std::uint64_t file_bytes(const graph::Graph& graph);
// The program, its threads and its libraries; `shared`: with that by which several processes talk.
std::uint64_t fixed_bytes(int threads, bool shared);

// With several processes: the records of each about all chunks for the whole run, and their messages about the chunks
// of one node at the end of a pass.
std::uint64_t shared_bytes(const graph::Graph& graph, const Order& order);
std::uint64_t told_bytes(const graph::Graph& graph, const graph::Node& node);

}  // namespace terrawright::schedule
