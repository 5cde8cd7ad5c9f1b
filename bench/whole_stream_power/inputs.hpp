// SPDX-License-Identifier: Apache-2.0
// inputs.hpp: layers as a landscape takes them, checked cell by cell.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "landscape.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::erosion {

using Reals = View<const float>;

inline std::vector<std::uint8_t> outlets(const Tile& tile, const Raster& raster, const Reals& height,
                                         const View<const std::uint8_t>& ocean) {
  std::vector<std::uint8_t> outlet;
  outlet.reserve(raster.cells());
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    const bool wet = ocean ? ocean(x, y) != 0 : height(x, y) <= 0.0f;
    outlet.push_back(wet || raster.on_border(outlet.size()));
  });
  return outlet;
}

// Rivers end at the surface of the sea, not on its floor.
inline std::vector<double> heights(const Tile& tile, const Reals& height, const std::vector<std::uint8_t>& outlet) {
  std::vector<double> heights;
  heights.reserve(outlet.size());
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    if (!std::isfinite(height(x, y))) throw Failure("height", "the height is not a finite number", x, y);
    const auto metres = static_cast<double>(height(x, y));
    heights.push_back(outlet[heights.size()] ? std::max(metres, 0.0) : metres);
  });
  return heights;
}

// As they are where land erodes, 0 elsewhere; none of no layer.
inline std::vector<float> factors(const Tile& tile, const Reals& layer, const std::vector<std::uint8_t>& outlet,
                                  const std::string& port) {
  std::vector<float> factors;
  if (!layer) return factors;
  factors.reserve(outlet.size());
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    const float factor = outlet[factors.size()] ? 0.0f : layer(x, y);
    if (!(std::isfinite(factor) && factor >= 0.0f))
      throw Failure(port, "the " + port + " is not a finite number of 0 or more", x, y);
    factors.push_back(factor);
  });
  return factors;
}

// In parts of one_cell. The mean is that of the land that erodes.
inline std::vector<std::int64_t> weights(const Tile& tile, const Reals& rain, const std::vector<std::uint8_t>& outlet) {
  const std::vector<float> fallen = factors(tile, rain, outlet, "rain");
  if (fallen.empty()) return {};
  double sum = 0, cells = 0;
  for (std::size_t cell = 0; cell < fallen.size(); ++cell) {
    sum += static_cast<double>(fallen[cell]);
    cells += outlet[cell] ? 0 : 1;
  }
  if (cells > 0 && sum == 0) throw Failure("rain", "no rain falls on the land, so no river can cut");
  std::vector<std::int64_t> weights;
  weights.reserve(fallen.size());
  for (std::size_t cell = 0; cell < fallen.size(); ++cell) {
    const double share = outlet[cell] ? 0.0 : static_cast<double>(fallen[cell]) / (sum / cells);
    weights.push_back(static_cast<std::int64_t>(std::nearbyint(share * static_cast<double>(one_cell))));
  }
  return weights;
}

}  // namespace terrawright::erosion
