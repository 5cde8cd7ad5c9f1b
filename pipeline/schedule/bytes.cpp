// SPDX-License-Identifier: Apache-2.0
#include "schedule/bytes.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "border/kind.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::schedule {
namespace {

std::uint64_t cells_of(const graph::Graph& graph) {
  const auto padded = static_cast<std::uint64_t>((graph.world->width + 15) / 16 * 16);
  return padded * static_cast<std::uint64_t>(graph.world->height);
}

// Cells of the largest window that the stage asks for, of a few tiles all over the world.
std::uint64_t window_cells(const graph::Graph& graph, const graph::Node& node, std::uint32_t port,
                           const std::vector<terrawright_rect>& tiles) {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < tiles.size(); i += std::max<std::size_t>(1, tiles.size() / 16)) {
    for (const std::uint32_t phase : {TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_PAINT}) {
      if (phase == TERRAWRIGHT_PHASE_SURVEY && !(node.stage().flags & TERRAWRIGHT_STAGE_SURVEYS)) continue;
      terrawright_rect area{};
      try {
        area = node.instance.window(phase, port, tiles[i]);
      } catch (const std::runtime_error&) {  // told with its place once the node runs
      }
      const Stretch x = clipped({area.x, area.width}, graph.world->width);
      const Stretch y = clipped({area.y, area.height}, graph.world->height);
      most = std::max(most, static_cast<std::uint64_t>((x.count + 15) / 16 * 16 * y.count));
    }
  }
  return most;
}

// Windows that are gathered from several chunks, tiles that are painted beside them, and scratch memory.
std::uint64_t gathered_by(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads) {
  const bool whole = (node.stage().flags & TERRAWRIGHT_STAGE_WHOLE) != 0 || tile == whole_world;
  const auto tiles = tiles_of(graph.world->width, graph.world->height, whole ? whole_world : tile);
  const std::uint64_t tile_cells =
      static_cast<std::uint64_t>((tiles.front().width + 15) / 16 * 16 * tiles.front().height);
  const bool in_one_chunk = !whole && tile <= chunk_side && chunk_side % tile == 0;
  std::uint64_t bytes = sum(node.scratch, product(node.scratch_per_cell, tile_cells));
  for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
    const std::uint64_t cell = border::cell_bytes(node.flows[i].kind);
    if (cell == 0) continue;
    const bool input = node.inputs[i].has_value();
    const std::uint64_t cells = input ? window_cells(graph, node, i, tiles) : tile_cells;
    if (cells > tile_cells || !in_one_chunk) bytes = sum(bytes, product(cells, cell));
  }
  return product(bytes, static_cast<std::uint64_t>(whole ? 1 : threads));
}

// Cells of the files that the stage reads, and what reading them takes.
std::uint64_t files_of(const graph::Node& node) {
  std::uint64_t bytes = 0;
  for (const auto& file : node.files) {
    bytes += static_cast<std::uint64_t>(file->facts().width * file->facts().height) * sizeof(float);
    bytes += file->memory();
  }
  return bytes;
}

}  // namespace

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b ? std::numeric_limits<std::uint64_t>::max()
                                                                     : a * b;
}

std::uint64_t bytes_made(const graph::Graph& graph, const graph::Node& node) {
  const auto along = [](std::int64_t side) { return static_cast<std::uint64_t>((side + chunk_side - 1) / chunk_side); };
  const std::uint64_t pages = 4096 * along(graph.world->width) * along(graph.world->height);
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < node.flows.size(); ++i) {
    if (node.stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT || !border::is_layer(node.flows[i].kind)) continue;
    bytes += border::cell_bytes(node.flows[i].kind) * cells_of(graph) + pages;
  }
  return bytes;
}

std::uint64_t bytes_beside(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads) {
  return sum(node.memory, sum(files_of(node), gathered_by(graph, node, tile, threads)));
}

}  // namespace terrawright::schedule
