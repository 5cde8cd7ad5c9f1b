// SPDX-License-Identifier: Apache-2.0
// erosion.surface: the heights between which rivers run.
#include <vector>

#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/outlets.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Surface {
  In<Height> height;
  In<Mask> ocean;
  Out<Height> surface;
  Out<Mask> sea;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Surface>& s) {
    s.stage("erosion.surface",
            "The heights between which rivers run: those of the land, and the surface of the sea in the place of its "
            "floor.");
    s.source("max(h, 0) in the ocean and on the world's border, h elsewhere");
    s.port(&Surface::height, "height", "Heights above the sea.").unit("m");
    s.port(&Surface::ocean, "ocean", "Mask of the ocean, where rivers end; without it, cells at 0 m and below.")
        .optional();
    s.port(&Surface::surface, "height", "The heights; the ocean and the world's border at least 0 m.").unit("m");
    s.port(&Surface::sea, "ocean", "Mask of the ocean, which stays the same while the heights change.").by_name();
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    width = a.width();
    rows = a.height();
  }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    const Outlets outlets(tile[height], tile[ocean], width, rows);
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile.width()));
    tile.each_row([&](std::int64_t y) {
      if (tile[surface]) {
        outlets.row(y, tile.left(), tile.right(), flags.data());
        const float* const from = tile[height].row(y, tile.left());
        float* const to = tile[surface].row(y, tile.left());
        for (std::size_t i = 0; i < flags.size(); ++i) to[i] = flags[i] != 0 && !(from[i] > 0.0f) ? 0.0f : from[i];
      }
      if (tile[sea]) outlets.ocean_row(y, tile.left(), tile.right(), tile[sea].row(y, tile.left()));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, surface, Surface)
