// SPDX-License-Identifier: Apache-2.0
// steepness.hpp: how steep a world is on the whole, exactly, so that shading can suit any world.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "view/rounded.hpp"

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

namespace {

// Pairs of a cell of one row and a cell of another.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_pairs(const float* here, const float* there, std::size_t count, float lowest, double range, double scale,
               Steepness& all) {
  std::int64_t sum = 0, pairs = 0;
  const auto at = [&](float z) { return static_cast<double>(z < lowest ? lowest : z); };
  for (std::size_t x = 0; x < count; ++x) {
    const double rise = std::fabs(at(there[x]) - at(here[x]));
    const bool counts = rise > 0 && rise <= range;  // not flat, nor no number: that tile refuses it
    sum += rounded((counts ? rise : 0.0) / range * scale);
    pairs += counts ? 1 : 0;
  }
  all.sum += sum;
  all.pairs += pairs;
}

}  // namespace

// A pair belongs to the tile of its left or upper cell; the window of z reaches one cell beyond the tile.
// Heights below `lowest` count as it.
inline Steepness survey_steepness(const Tile& tile, const View<const float>& z, float lowest, double range, int bits) {
  Steepness all;
  if (!(range > 0)) return all;
  const double scale = std::ldexp(1.0, bits);
  const std::int64_t right = std::min(tile.right(), z.area().x + z.area().width - 1);
  const std::int64_t bottom = z.area().y + z.area().height;
  tile.each_row([&](std::int64_t y) {
    const float* row = z.row(y, tile.left());
    add_pairs(row, row + 1, static_cast<std::size_t>(right - tile.left()), lowest, range, scale, all);
    if (y + 1 == bottom) return;
    add_pairs(row, z.row(y + 1, tile.left()), static_cast<std::size_t>(tile.width()), lowest, range, scale, all);
  });
  return all;
}

}  // namespace terrawright::view
