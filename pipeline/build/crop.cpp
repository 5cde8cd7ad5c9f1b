// SPDX-License-Identifier: Apache-2.0
#include "build/crop.hpp"

#include "border/kind.hpp"
#include "build/cut_table.hpp"

namespace terrawright::build {
namespace {

std::shared_ptr<engine::Layer> cropped(const engine::Layer& world, const Rect& window,
                                       const std::shared_ptr<engine::Memory>& memory) {
  engine::LayerFacts facts = world.facts();
  facts.width = window.width;
  facts.height = window.height;
  auto layer = std::make_shared<engine::Layer>(std::move(facts), memory);
  for (std::size_t i = 0; i < layer->chunks(); ++i) {
    const Rect& area = layer->chunk_area(i);
    const terrawright_target to = *layer->writable(area);
    world.read({window.x + area.x, window.y + area.y, area.width, area.height}, to.cells, to.stride);
    layer->written(area);
  }
  layer->finish();
  return layer;
}

}  // namespace

engine::Product cropped(const engine::Product& of_world, const Crop& crop,
                        const std::shared_ptr<engine::Memory>& memory) {
  engine::Product part = of_world;
  if (part.layer) part.layer = cropped(*of_world.layer, crop.window, memory);
  if (part.table) part.table = std::make_shared<const engine::StoredTable>(cut_table(*of_world.table, crop));
  return part;
}

std::uint64_t bytes_of_crops(const graph::Graph& graph, const Rect& window) {
  std::uint64_t bytes = 0;
  const auto chunks = schedule::tiles_of(window.width, window.height, schedule::chunk_side);
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      const std::uint32_t kind = graph.flow(layer.from).kind;
      if (!border::is_layer(kind)) continue;
      for (const Rect& chunk : chunks) {
        const std::int64_t stride = (chunk.width + 15) / 16 * 16;
        bytes += engine::Memory::rounded(static_cast<std::size_t>(stride * chunk.height) * border::cell_bytes(kind));
      }
    }
  }
  return bytes;
}

}  // namespace terrawright::build
