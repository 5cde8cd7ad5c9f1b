// SPDX-License-Identifier: Apache-2.0
// sheet_cells.hpp: what a sheet sees of the world's cells.
#pragma once
#include <cmath>
#include <cstdint>

#include "terrawright/tile.hpp"

namespace terrawright::map {

inline constexpr float most_height = 1e9f;  // m: sums over many cells are exact integers

// The cells of a tile, as surveyed() wants them.
struct SheetCells {
  View<const float> z, depth, surface;
  View<const std::uint8_t> dry;
  View<const std::uint16_t> code;
  bool has_lakes() const { return static_cast<bool>(depth); }
  bool has_biomes() const { return static_cast<bool>(code); }
  float height(std::int64_t x, std::int64_t y) const { return z(x, y); }
  bool land(std::int64_t x, std::int64_t y) const { return dry(x, y) != 0; }
  bool lake(std::int64_t x, std::int64_t y) const {
    const float d = depth(x, y);
    if (std::isnan(d)) throw Failure("lake_depth", "the depth of a lake is NaN", x, y);
    return d > 0.0f;
  }
  float level(std::int64_t x, std::int64_t y) const {
    if (!surface) return z(x, y);
    const float l = surface(x, y);
    if (!(std::fabs(l) <= most_height)) throw Failure("lake_level", "a lake has no level that is a height", x, y);
    return l;
  }
  std::uint16_t biome(std::int64_t x, std::int64_t y) const { return code(x, y); }
  void require_heights(const Rect& area) const {
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
        if (!(std::fabs(z(x, y)) <= most_height))
          throw Failure("height", "a height is more than a million kilometres", x, y);
      }
    }
  }
};

}  // namespace terrawright::map
