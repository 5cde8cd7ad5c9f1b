// SPDX-License-Identifier: Apache-2.0
// A layer back from a file for each tile.
#include <algorithm>
#include <vector>

#include "images/layer_file.hpp"

namespace terrawright::images {

std::shared_ptr<const engine::Layer> read_tiles(const std::filesystem::path& pattern, const Tiling& tiles,
                                                const std::string& part, const engine::LayerFacts& facts,
                                                const Range& range) {
  auto layer = std::make_shared<engine::Layer>(facts, std::make_shared<engine::Memory>());
  std::vector<unsigned char> cells;
  for (std::int64_t i = 0; i < tiles.count(); ++i) {
    const Tile tile = tiles.tile(i);
    engine::LayerFacts of_tile = facts;
    of_tile.width = tile.width;
    of_tile.height = tile.height;
    const auto read = read_layer(tile_path(pattern, tile.x, tile.y), part, of_tile, range);
    // What the next tiles begin with is taken from them.
    Rect own = tile.cells;
    if (tile.x + 1 < tiles.columns()) own.width = std::min(own.width, tiles.side);
    if (tile.y + 1 < tiles.rows()) own.height = std::min(own.height, tiles.side);
    cells.resize(static_cast<std::size_t>(own.width * own.height) * layer->cell_bytes());
    read->read({0, 0, own.width, own.height}, cells.data(), own.width);
    layer->write(own, cells.data(), own.width);
  }
  layer->finish();
  return layer;
}

}  // namespace terrawright::images
