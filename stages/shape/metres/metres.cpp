// SPDX-License-Identifier: Apache-2.0
// shape.metres: heights in metres above the sea.
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Metres {
  In<Height> height;
  In<Number> level;
  Out<Height> metres;
  double peak = 2000;
  double depth = 4000;

  static void describe(Spec<Metres>& s) {
    s.stage("shape.metres",
            "Scales heights to metres above the sea: the summit gets the height `peak`, the deepest sea the depth "
            "`depth`.");
    s.source("land (h-Q) / (hmax-Q) peak, sea -(Q-h) / (Q-hmin) depth, in float64; algorithms 8.2");
    s.port(&Metres::height, "height", "Heights without unit, before they are scaled to metres.").unit("1").statistics();
    s.port(&Metres::level, "level", "The sea level Q.").unit("1");
    s.port(&Metres::metres, "height", "Heights in metres above the sea; water is at 0 m or below.").unit("m");
    s.parameter(&Metres::peak, "peak", "Height of the summit.").unit("m").range(1, 100'000);
    s.parameter(&Metres::depth, "depth", "Depth of the deepest sea.").unit("m").range(0, 100'000);
  }

  void paint(Tile& tile) const {
    const auto q = static_cast<double>(static_cast<float>(tile[level]));
    const double land_range = tile.statistics(height).maximum - q;
    const double sea_range = q - tile.statistics(height).minimum;
    const auto from = tile[height];
    const auto to = tile[metres];
    tile.each_row([&](std::int64_t y) {
      const float* row = from.row(y, tile.left());
      float* out = to.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const auto h = static_cast<double>(row[i]);
        const double land = (h - q) / land_range * peak;
        const double sea = sea_range == 0.0 ? 0.0 : -(q - h) / sea_range * depth;
        out[i] = static_cast<float>(h > q ? land : sea);
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, metres, Metres)
