// SPDX-License-Identifier: Apache-2.0
#include "schedule/bytes.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "border/description.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::schedule {
namespace {

// Memory is given in blocks of 1, 2, 4 or 8 units, and of whole pages of 8 units beyond.
constexpr std::uint64_t unit = std::uint64_t{256} << 10;
std::uint64_t block_bytes(std::uint64_t bytes) {
  for (std::uint64_t units = 1; units <= 8; units *= 2) {
    if (bytes <= units * unit) return units * unit;
  }
  return (bytes + 8 * unit - 1) / (8 * unit) * 8 * unit;
}

// The window of a stage on an input for a tile in the middle: windows are the same everywhere but for the edges.
std::optional<terrawright_rect> amid(const graph::Node& node, std::uint32_t phase, std::uint32_t port) {
  try {
    const terrawright_rect area = node.instance.window(phase, port, {1 << 19, 1 << 19, 512, 512});
    if (area.width > 0 && area.height > 0) return area;
  } catch (const std::runtime_error&) {  // told with its place once the node runs
  }
  return std::nullopt;
}

// Cells of the largest window that the stage asks for, of a few tiles all over the world.
std::uint64_t window_cells(const graph::Graph& graph, const graph::Node& node, std::uint32_t port, const Tiles& tiles) {
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

}  // namespace

std::uint64_t calls_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile, int threads) {
  const bool whole = (node.stage().flags & TERRAWRIGHT_STAGE_WHOLE) != 0 || tile == whole_world;
  const Tiles tiles(graph.world->width, graph.world->height, whole ? whole_world : tile);
  const std::uint64_t tile_cells = static_cast<std::uint64_t>((tiles[0].width + 15) / 16 * 16 * tiles[0].height);
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

std::uint64_t resolve_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile) {
  if (node.offer->description->combine() == nullptr || tile == whole_world) return node.memory;
  const auto across = [&](std::int64_t side) { return static_cast<std::size_t>((side + tile - 1) / tile); };
  return node.memory >> (levels_of(across(graph.world->width), across(graph.world->height)) - 1);
}

std::uint64_t control_bytes(const graph::Graph& graph, std::int64_t tile) {
  constexpr std::uint64_t tile_state = 1, class_counts = 256;  // with a few classes in each chunk
  const std::uint64_t tiles = Tiles(graph.world->width, graph.world->height, tile).size();
  const std::uint64_t chunks = Tiles(graph.world->width, graph.world->height, chunk_side).size();
  std::uint64_t bytes = 0;
  for (const graph::Node& node : graph.nodes) {
    bytes = sum(bytes, product(tiles, tile_state));
    for (std::size_t i = 0; i < node.flows.size(); ++i) {
      if (node.stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT || !border::is_layer(node.flows[i].kind))
        continue;
      const bool counted = node.flows[i].kind == TERRAWRIGHT_KIND_CLASS || node.flows[i].kind == TERRAWRIGHT_KIND_MASK;
      const std::uint64_t counts = counted ? class_counts : 0;
      bytes = sum(bytes, product(chunks, chunk_record_bytes + 2 * chunk_place_bytes + counts));
    }
  }
  return bytes;
}

std::uint64_t tile_notes_bytes(const graph::Graph& graph, const graph::Node& node, std::int64_t tile) {
  constexpr std::uint64_t listed = 56, noted = 136;
  const std::uint32_t flags = node.stage().flags;
  const bool whole = (flags & TERRAWRIGHT_STAGE_WHOLE) != 0;
  const std::uint64_t tiles = Tiles(graph.world->width, graph.world->height, whole ? whole_world : tile).size();
  return product(tiles, ((flags & TERRAWRIGHT_STAGE_RESOLVES) != 0 ? listed : 0) +
                            ((flags & TERRAWRIGHT_STAGE_SURVEYS) != 0 ? noted : 0));
}

std::uint64_t files_bytes(const graph::Node& node) {
  std::uint64_t bytes = 0;
  for (const auto& file : node.files) {
    bytes += static_cast<std::uint64_t>(file->facts().width * file->facts().height) * sizeof(float);
    bytes += file->memory();
  }
  return bytes;
}

std::uint64_t rows_bytes(const graph::Graph& graph, const graph::Node& node) {
  constexpr std::uint64_t a_cell = 3;  // more than rivers have
  const std::uint64_t few =
      product(a_cell * static_cast<std::uint64_t>(graph.world->width), static_cast<std::uint64_t>(graph.world->height));
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    const std::uint32_t kind = node.flows[i].kind;
    if (border::is_layer(kind) || !border::is_painted(*node.stage().ports[i], kind)) continue;
    bytes = sum(bytes, std::min(few, 2 * rows_in_memory));
  }
  return bytes;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b ? std::numeric_limits<std::uint64_t>::max()
                                                                     : a * b;
}

namespace {

// Bytes of one row of chunks with this height in cells.
std::uint64_t row_bytes(const graph::Graph& graph, const graph::Link& layer, std::int64_t rows) {
  const std::uint64_t cell = border::cell_bytes(graph.flow(layer).kind);
  const std::int64_t width = graph.world->width;
  const std::int64_t last = (width - 1) % chunk_side + 1;
  const auto chunk = [&](std::int64_t columns) {
    return block_bytes(static_cast<std::uint64_t>((columns + 15) / 16 * 16 * rows) * cell);
  };
  return product(static_cast<std::uint64_t>((width - 1) / chunk_side), chunk(chunk_side)) + chunk(last);
}

}  // namespace

std::uint64_t chunk_row_bytes(const graph::Graph& graph, const graph::Link& layer) {
  return row_bytes(graph, layer, std::min(chunk_side, graph.world->height));
}

std::uint64_t layer_bytes(const graph::Graph& graph, const graph::Link& layer) {
  const std::int64_t before = graph.world->height - 1;
  return sum(product(static_cast<std::uint64_t>(before / chunk_side), row_bytes(graph, layer, chunk_side)),
             row_bytes(graph, layer, before % chunk_side + 1));
}

std::size_t block_class(const graph::Graph& graph, const graph::Link& layer) {
  const std::int64_t cells = std::min(chunk_side, graph.world->width) * std::min(chunk_side, graph.world->height);
  const std::uint64_t bytes =
      block_bytes(static_cast<std::uint64_t>(cells) * border::cell_bytes(graph.flow(layer).kind));
  return bytes >= 8 * unit ? 3 : bytes == 4 * unit ? 2 : bytes == 2 * unit ? 1 : 0;
}

std::int64_t row_height(const graph::Graph& graph, std::int64_t tile) {
  return tile == whole_world ? graph.world->height : std::max(tile, chunk_side);
}

std::vector<Rows> rows_of_pass(const graph::Graph& graph, const Order& order, std::size_t pass, std::int64_t tile) {
  const std::int64_t row = row_height(graph, tile);
  const auto rows_of = [&](std::int64_t cells) { return (std::max<std::int64_t>(cells, 0) + row - 1) / row; };
  std::vector<Rows> all(graph.nodes.size());
  const auto read_by = [&](std::size_t n, std::uint32_t phase) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
      if (!node.inputs[i] || !border::is_layer(node.flows[i].kind)) continue;
      const auto window = amid(node, phase, i);
      if (!window) continue;
      Rows& from = all[node.inputs[i]->node];
      from.ahead = std::max(from.ahead, all[n].ahead + rows_of(window->y + window->height - (1 << 19) - 512));
      from.behind = std::max(from.behind, all[n].behind + rows_of((1 << 19) - window->y));
    }
  };
  // Readers come after what they read: their own lead is known.
  const Pass& of = order.passes[pass];
  if (of.why == Pass::Why::survey) read_by(of.node, TERRAWRIGHT_PHASE_SURVEY);
  for (auto n = of.paints.rbegin(); n != of.paints.rend(); ++n) read_by(*n, TERRAWRIGHT_PHASE_PAINT);
  return all;
}

std::uint64_t files_at_once(const graph::Graph& graph, int threads) {
  std::uint64_t files = 0;
  for (const graph::Output& output : graph.outputs) files += output.written->final_file.empty() ? 0 : 1;
  return std::min(files, static_cast<std::uint64_t>(threads));
}

std::uint64_t file_bytes(const graph::Graph& graph) {
  constexpr std::uint64_t band = std::uint64_t{32} << 20, encoding = std::uint64_t{4} << 20;
  return std::min(band, product(static_cast<std::uint64_t>(graph.world->width) * chunk_side, 2 * sizeof(float))) +
         encoding;
}

std::uint64_t fixed_bytes(int threads, bool shared) {
  constexpr std::uint64_t program = std::uint64_t{44} << 20, mpi = std::uint64_t{24} << 20;
  constexpr std::uint64_t thread = std::uint64_t{4} << 20;  // its stack, and a chunk on its way to a file and back
  return program + (shared ? mpi : 0) + product(static_cast<std::uint64_t>(threads), thread);
}

std::uint64_t shared_bytes(const graph::Graph& graph, const Order& order) {
  constexpr std::uint64_t owner = 2, written = 17;  // a hash, a size and whether it is written
  std::uint64_t a_chunk = owner;
  for (const std::vector<bool>& stored : order.stored)
    a_chunk += written * static_cast<std::uint64_t>(std::count(stored.begin(), stored.end(), true));
  return product(Tiles(graph.world->width, graph.world->height, chunk_side).size(), a_chunk);
}

std::uint64_t told_bytes(const graph::Graph& graph, const graph::Node& node) {
  // Facts of a chunk: collected, as JSON, packed, those of all, by process, and unpacked. Classes are JSON.
  constexpr std::uint64_t facts = 64, copies = 6, counts = 1024;
  std::uint64_t a_chunk = 0;
  for (std::size_t i = 0; i < node.flows.size(); ++i) {
    const std::uint32_t kind = node.flows[i].kind;
    if (node.stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT || !border::is_layer(kind)) continue;
    a_chunk += facts * copies + (kind == TERRAWRIGHT_KIND_CLASS || kind == TERRAWRIGHT_KIND_MASK ? counts : 0);
  }
  return product(Tiles(graph.world->width, graph.world->height, chunk_side).size(), a_chunk);
}

}  // namespace terrawright::schedule
