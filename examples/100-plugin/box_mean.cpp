// SPDX-License-Identifier: Apache-2.0
// A stage with a halo: each cell needs its neighbourhood, and says how far.
#include <algorithm>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct BoxMean {
  In<Height> height;
  Out<Height> mean;
  std::int64_t radius = 2;

  static void describe(Spec<BoxMean>& s) {
    s.stage("example.box_mean", "The mean of the square around each cell; at the border of what lies on the map.");
    s.example(R"(# Hills, smoothed.
terrawright: 1
name: box_mean
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  hills: {use: heights.noise@1, with: {kind: gradient, wavelength: 16 km}}
  made: {use: example.box_mean@1, in: {height: hills}, with: {radius: 3}}
outputs: [{file: "{name}.exr", layers: {made: made}}]
)");
    s.port(&BoxMean::height, "height", "Any heights.").halo([](const BoxMean& self) { return self.radius; });
    s.port(&BoxMean::mean, "height", "The means.").like("height");
    s.parameter(&BoxMean::radius, "radius", "Cells from the middle of the square to its side.").range(0, 64);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[mean];
    const Rect seen = from.area();  // the window, clipped to the world
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      double sum = 0;
      std::int64_t cells = 0;
      // Row by row in the order of the map, so that every tiling adds in the same order.
      for (std::int64_t j = std::max(y - radius, seen.y); j <= std::min(y + radius, seen.y + seen.height - 1); ++j) {
        for (std::int64_t i = std::max(x - radius, seen.x); i <= std::min(x + radius, seen.x + seen.width - 1); ++i) {
          sum += static_cast<double>(from(i, j));
          ++cells;
        }
      }
      to(x, y) = static_cast<float>(sum / static_cast<double>(cells));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(example, box_mean, BoxMean)
