// SPDX-License-Identifier: Apache-2.0
// shape.frame: fades what it is multiplied with towards the edge of the world.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Frame {
  Out<Weight> weight;
  double margin = 0.12;

  static void describe(Spec<Frame>& s) {
    s.stage("shape.frame", "1 inside the world, falling smoothly to exactly 0 on its border.");
    s.source(
        "t t (3 - 2 t) of the distance to the nearer side over the margin, in float64, rounded; the product of "
        "both axes, in float32");
    s.port(&Frame::weight, "weight",
           "0 on the border, 1 farther from it than the margin. A field of at least 0 that is multiplied with it is "
           "lowest on the border, so that any percentile of sea.level leaves the border under water. Along an axis "
           "that wraps there is no border.");
    s.parameter(
         &Frame::margin, "margin",
         "Width of the margin, as a share of the world's width and of its height; 0: the border's cells alone are 0.")
        .range(0, 0.5);
  }

  void paint(Tile& tile) const {
    const World world = tile.world();
    const std::vector<float> across = fading(tile.left(), tile.width(), world.width(), world.wraps_x());
    const std::vector<float> down = fading(tile.top(), tile.height(), world.height(), world.wraps_y());
    const auto to = tile[weight];
    tile.each_row([&](std::int64_t y) {
      const float share = down[static_cast<std::size_t>(y - tile.top())];
      float* row = to.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) row[i] = across[static_cast<std::size_t>(i)] * share;
    });
  }

 private:
  std::vector<float> fading(std::int64_t from, std::int64_t count, std::int64_t side, bool wraps) const {
    std::vector<float> shares;
    const double wide = margin * static_cast<double>(side - 1);
    for (std::int64_t i = from; i < from + count; ++i) {
      const auto inwards = static_cast<double>(std::min(i, side - 1 - i));
      const double t = inwards < wide ? inwards / wide : inwards > 0 ? 1.0 : 0.0;
      shares.push_back(wraps ? 1.0f : static_cast<float>(t * t * (3 - 2 * t)));
    }
    return shares;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, frame, Frame)
