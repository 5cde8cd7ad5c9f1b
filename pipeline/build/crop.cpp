// SPDX-License-Identifier: Apache-2.0
#include "build/crop.hpp"

#include "border/kind.hpp"
#include "build/cut_table.hpp"
#include "engine/cropped.hpp"
#include "engine/long_table.hpp"

namespace terrawright::build {

engine::Product cropped(const engine::Product& of_world, const Crop& crop,
                        const std::shared_ptr<engine::Memory>& memory) {
  engine::Product part = of_world;
  const Rect& window = crop.window;
  if (part.layer) part.layer = engine::cropped(*of_world.layer, window, window.width, window.height, memory);
  if (of_world.long_table) {
    engine::StoredTable rows = engine::head_of(of_world);
    engine::each_part(of_world,
                      [&](const engine::StoredTable& some) { engine::add_rows(rows, cut_table(some, crop)); });
    part.long_table.reset();
    part.table = std::make_shared<const engine::StoredTable>(std::move(rows));
  } else if (part.table)
    part.table = std::make_shared<const engine::StoredTable>(cut_table(*of_world.table, crop));
  return part;
}

std::uint64_t bytes_of_crops(const graph::Graph& graph, const Rect& window) {
  std::uint64_t bytes = 0;
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      const std::uint32_t kind = graph.flow(layer.from).kind;
      if (border::is_layer(kind)) bytes += engine::bytes_of_crop(kind, window.width, window.height);
    }
  }
  return bytes;
}

}  // namespace terrawright::build
