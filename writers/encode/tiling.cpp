// SPDX-License-Identifier: Apache-2.0
#include "encode/tiling.hpp"

#include <algorithm>

namespace terrawright::encode {

std::int64_t Tiling::along(std::int64_t cells) const {
  return std::max<std::int64_t>(1, (cells - overlap + side - 1) / side);
}

Tile Tiling::tile(std::int64_t i) const {
  const std::int64_t x = i % columns(), y = i / columns(), whole = side + overlap;
  Tile tile{x, y, {x * side, y * side, std::min(whole, width - x * side), std::min(whole, height - y * side)}, 0, 0};
  tile.width = repeats ? whole : tile.cells.width;
  tile.height = repeats ? whole : tile.cells.height;
  return tile;
}

std::string tiles_text(const Tiling& tiles) {
  const Tile first = tiles.tile(0);
  return std::to_string(tiles.columns()) + " x " + std::to_string(tiles.rows()) + " tiles of " +
         std::to_string(first.width) + " x " + std::to_string(first.height) + " cells";
}

report::Json tiles_json(const Tiling& tiles) {
  const Tile first = tiles.tile(0);
  return {{"columns", tiles.columns()}, {"rows", tiles.rows()}, {"side", tiles.side},
          {"overlap", tiles.overlap},   {"width", first.width}, {"height", first.height}};
}

}  // namespace terrawright::encode
