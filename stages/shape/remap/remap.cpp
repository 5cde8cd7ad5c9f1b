// SPDX-License-Identifier: Apache-2.0
// shape.remap: cubic slopes. Flat coasts and steep peaks; the order of the heights and the shore stay.
#include <cmath>
#include <limits>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Remap {
  In<Height> height;
  In<Number> level;
  Out<Height> remapped;
  double slope = 0.7;

  static void describe(Spec<Remap>& s) {
    s.stage("shape.remap", "Cubic slopes on land: flat coasts and steep peaks, while the sea stays as it is.");
    s.source("h' = (hmax-Q) (a t + (1-a) t^3) + Q, t = (h-Q) / (hmax-Q); algorithms 10");
    s.port(&Remap::height, "height", "Heights without unit, before they are scaled to metres.").unit("1").statistics();
    s.port(&Remap::level, "level", "The sea level Q.").unit("1");
    s.port(&Remap::remapped, "height",
           "The heights with cubic slopes; land stays above Q, the summit keeps its height.")
        .like("height");
    s.parameter(&Remap::slope, "slope",
                "Steepness a at the shore relative to the input, above 0: 1 keeps it, less is flatter. At the summit "
                "it is 3 - 2 a.")
        .range(0, 1.5);
  }

  void arrange(Arrangement&) const {
    if (slope == 0.0)
      throw Failure("slope", "the slope must be above 0: with 0 the order of the heights would be lost");
  }

  void paint(Tile& tile) const {
    const auto q = static_cast<float>(tile[level]);
    const auto highest = static_cast<float>(tile.statistics(height).maximum);
    const double range = static_cast<double>(highest) - static_cast<double>(q);
    const float scale = highest - q;
    const float lowest_land = std::nextafter(q, std::numeric_limits<float>::infinity());
    const auto a = static_cast<float>(slope);
    const float rest = 1.0f - a;
    const auto from = tile[height];
    const auto to = tile[remapped];
    tile.each_row([&](std::int64_t y) {
      const float* row = from.row(y, tile.left());
      float* out = to.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const float h = row[i];
        const auto t = static_cast<float>((static_cast<double>(h) - static_cast<double>(q)) / range);
        const float t2 = t * t;
        const float t3 = t2 * t;
        const float v = a * t + rest * t3;
        const float land = scale * v + q;
        out[i] = h > q ? (land > lowest_land ? land : lowest_land) : h;
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, remap, Remap)
