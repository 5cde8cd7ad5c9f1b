// SPDX-License-Identifier: Apache-2.0
#include "images/tiling.hpp"

#include <algorithm>
#include <string>

#include "images/temporary.hpp"

namespace terrawright::images {

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

Rect in_world(const Rect& cells, const Rect& of, std::int64_t coarsen) {
  const std::int64_t x = cells.x * coarsen, y = cells.y * coarsen;
  return {of.x + x, of.y + y, std::min(cells.width * coarsen, of.width - x),
          std::min(cells.height * coarsen, of.height - y)};
}

std::filesystem::path tile_path(const std::filesystem::path& pattern, std::int64_t x, std::int64_t y) {
  std::string path = pattern.string();
  // From the end on, so that what was put in is not looked at again.
  for (std::size_t at = path.rfind('{'); at != std::string::npos; at = at == 0 ? at - 1 : path.rfind('{', at - 1)) {
    const std::string key = path.substr(at, 3);
    if (key == "{x}") path.replace(at, 3, std::to_string(x));
    if (key == "{y}") path.replace(at, 3, std::to_string(y));
  }
  return path;
}

std::filesystem::path folder_of_tiles(const std::filesystem::path& pattern) {
  const std::string path = pattern.string();
  return folder_of(path.substr(0, std::min(path.find("{x}"), path.find("{y}"))) + "x");
}

}  // namespace terrawright::images
