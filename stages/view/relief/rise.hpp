// SPDX-License-Identifier: Apache-2.0
// rise.hpp: how much land and sea rise from cell to cell on the mean, exactly, so that shading can suit any world.
#pragma once
#include <cmath>
#include <cstdint>

#include "terrawright/stage.hpp"

namespace terrawright::view {

// Sums of nearbyint(1024 |dz|) between neighbours along both axes, and how many, for land and for sea.
struct Rises {
  std::int64_t land = 0, land_pairs = 0, sea = 0, sea_pairs = 0;
};

inline Rises added(const Rises& a, const Rises& b) {
  return {a.land + b.land, a.land_pairs + b.land_pairs, a.sea + b.sea, a.sea_pairs + b.sea_pairs};
}

// A pair belongs to the tile of its left or upper cell; pairs across the shore do not count.
inline Rises survey_rises(const Tile& tile, const View<const float>& z) {
  Rises sums;
  const std::int64_t right = z.area().x + z.area().width, bottom = z.area().y + z.area().height;
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    const float here = z(x, y);
    const auto pair = [&](float there) {
      const bool land = here > 0.0f;
      if (land != (there > 0.0f)) return;
      const double rise = std::fabs(static_cast<double>(there) - static_cast<double>(here));
      if (!(rise < 1e9)) throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
      (land ? sums.land : sums.sea) += static_cast<std::int64_t>(std::nearbyint(1024.0 * rise));
      ++(land ? sums.land_pairs : sums.sea_pairs);
    };
    if (x + 1 < right) pair(z(x + 1, y));
    if (y + 1 < bottom) pair(z(x, y + 1));
  });
  return sums;
}

// Metres between neighbours on the mean; 0 where all is flat.
inline double mean_rise(std::int64_t sum, std::int64_t pairs) {
  return pairs > 0 ? static_cast<double>(sum) / (1024.0 * static_cast<double>(pairs)) : 0.0;
}

}  // namespace terrawright::view
