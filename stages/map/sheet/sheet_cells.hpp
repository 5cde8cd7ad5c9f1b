// SPDX-License-Identifier: Apache-2.0
// sheet_cells.hpp: what a sheet sees of the world's cells.
#pragma once
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::map {

// The cells of a tile, as surveyed() wants them.
struct SheetCells {
  View<const float> z, depth, surface;
  View<const std::uint8_t> dry;
  View<const std::uint16_t> code;
  bool has_lakes() const { return static_cast<bool>(depth); }
  bool has_biomes() const { return static_cast<bool>(code); }
  float height(std::int64_t x, std::int64_t y) const { return z(x, y); }
  bool land(std::int64_t x, std::int64_t y) const { return dry(x, y) != 0; }
  bool lake(std::int64_t x, std::int64_t y) const { return depth(x, y) > 0.0f; }
  float level(std::int64_t x, std::int64_t y) const { return surface ? surface(x, y) : z(x, y); }
  std::uint16_t biome(std::int64_t x, std::int64_t y) const { return code(x, y); }
};

}  // namespace terrawright::map
