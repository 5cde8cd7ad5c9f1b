// SPDX-License-Identifier: Apache-2.0
// steepness.hpp: how steep a world is on the whole, exactly, so that shading can suit any world.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "terrawright/stage.hpp"

namespace terrawright::view {

// Neighbours of different height along both axes: how many, and the sum of their nearbyint(|dh| / (hi - lo) * 2^bits).
struct Steepness {
  std::int64_t sum = 0, pairs = 0;

  // So many that the sum over all neighbours of a world fits.
  static int bits(std::int64_t width, std::int64_t height) {
    int bits = 62;
    for (std::int64_t pairs = 2 * width * height; pairs > 1; pairs = (pairs + 1) / 2) --bits;
    return bits < 50 ? bits : 50;
  }
};

// A pair belongs to the tile of its left or upper cell; the window of z reaches one cell beyond the tile.
// Heights below `lowest` count as it.
inline Steepness survey_steepness(const Tile& tile, const View<const float>& z, float lowest, double range, int bits) {
  Steepness all;
  if (!(range > 0)) return all;
  const double scale = std::ldexp(1.0, bits);
  const std::int64_t right = z.area().x + z.area().width, bottom = z.area().y + z.area().height;
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    const auto pair = [&](float there) {
      const double rise =
          std::fabs(static_cast<double>(std::max(there, lowest)) - static_cast<double>(std::max(z(x, y), lowest)));
      if (!(rise > 0 && rise <= range)) return;  // flat, or no number: that tile refuses it
      ++all.pairs;
      all.sum += static_cast<std::int64_t>(std::nearbyint(rise / range * scale));
    };
    if (x + 1 < right) pair(z(x + 1, y));
    if (y + 1 < bottom) pair(z(x, y + 1));
  });
  return all;
}

}  // namespace terrawright::view
