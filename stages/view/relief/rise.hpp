// SPDX-License-Identifier: Apache-2.0
// rise.hpp: how much land and sea rise from cell to cell on the mean, exactly, so that shading can suit any world.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "view/rounded.hpp"

namespace terrawright::view {

// Sums of nearbyint(1024 |dz|) between neighbours along both axes, and how many, for land and for sea.
struct Rises {
  std::int64_t land = 0, land_pairs = 0, sea = 0, sea_pairs = 0;
};

inline Rises added(const Rises& a, const Rises& b) {
  return {a.land + b.land, a.land_pairs + b.land_pairs, a.sea + b.sea, a.sea_pairs + b.sea_pairs};
}

namespace {

// Pairs of a cell of one row and a cell of another; pairs across the shore do not count.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_pairs(const float* here, const float* there, std::size_t count, Rises& sums) {
  std::int64_t land = 0, land_pairs = 0, sea = 0, sea_pairs = 0;
  for (std::size_t x = 0; x < count; ++x) {
    const auto a = static_cast<double>(here[x]), b = static_cast<double>(there[x]);
    const std::int64_t rise = rounded(1024.0 * std::fabs(b - a));
    const bool dry = a > 0.0 && b > 0.0, wet = a <= 0.0 && b <= 0.0;
    land += dry ? rise : 0;
    land_pairs += dry ? 1 : 0;
    sea += wet ? rise : 0;
    sea_pairs += wet ? 1 : 0;
  }
  sums = added(sums, {land, land_pairs, sea, sea_pairs});
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool all_below(const float* z, float limit, std::size_t count) {
  int beyond = 0;
  for (std::size_t x = 0; x < count; ++x) beyond |= std::fabs(z[x]) < limit ? 0 : 1;
  return beyond == 0;
}

}  // namespace

// A pair belongs to the tile of its left or upper cell.
inline Rises survey_rises(const Tile& tile, const View<const float>& z) {
  constexpr float limit = 1e9f;
  const Rect& seen = z.area();
  // Pairs with the cells beside and below the tile are seen where the world goes on.
  const std::int64_t right = std::min(tile.right() + 1, seen.x + seen.width);
  const std::int64_t bottom = std::min(tile.bottom() + 1, seen.y + seen.height);
  const auto across = static_cast<std::size_t>(right - tile.left()), width = static_cast<std::size_t>(tile.width());
  for (std::int64_t y = tile.top(); y < bottom; ++y) {
    const float* row = z.row(y, tile.left());
    if (all_below(row, limit, across)) continue;
    for (std::int64_t x = tile.left(); x < right; ++x) {
      if (!(std::fabs(z(x, y)) < limit))
        throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
    }
  }
  Rises sums;
  tile.each_row([&](std::int64_t y) {
    const float* row = z.row(y, tile.left());
    add_pairs(row, row + 1, across - 1, sums);
    if (y + 1 < bottom) add_pairs(row, z.row(y + 1, tile.left()), width, sums);
  });
  return sums;
}

// Metres between neighbours on the mean; 0 where all is flat.
inline double mean_rise(std::int64_t sum, std::int64_t pairs) {
  return pairs > 0 ? static_cast<double>(sum) / (1024.0 * static_cast<double>(pairs)) : 0.0;
}

}  // namespace terrawright::view
