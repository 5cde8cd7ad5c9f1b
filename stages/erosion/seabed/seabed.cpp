// SPDX-License-Identifier: Apache-2.0
// erosion.seabed: the sea gets its floor back.
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/outlets.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Seabed {
  In<Height> eroded, height;
  In<Mask> ocean;
  Out<Height> whole;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Seabed>& s) {
    s.stage("erosion.seabed", "Land as it was eroded; the ocean and the world's border as they were before.");
    s.port(&Seabed::eroded, "eroded", "Heights after erosion, with the surface of the sea.").unit("m");
    s.port(&Seabed::height, "height", "Heights before it, with the floor of the sea.").unit("m");
    s.port(&Seabed::ocean, "ocean", "Mask of the ocean, from erosion.surface.");
    s.port(
         &Seabed::whole, "height",
         "The heights after erosion; the ocean and the world's border keep theirs. No hollow is left, and so no lake. "
         "To have some, dig them afterwards: shape.formula with unit m and a - min(250 * clamp((b - 0.5) / 0.3, 0, 1), "
         "0.7 * max(a, 0)), where b is a smooth noise of -1 to 1, and what comes out goes to water.drainage and "
         "water.lakes.")
        .unit("m");
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    width = a.width();
    rows = a.height();
  }

  void paint(Tile& tile) const {
    const auto after = tile[eroded], before = tile[height];
    const auto to = tile[whole];
    const Outlets outlets(before, tile[ocean], width, rows);
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tile.width()));
    tile.each_row([&](std::int64_t y) {
      outlets.row(y, tile.left(), tile.right(), flags.data());
      const float *const land = after.row(y, tile.left()), *const sea = before.row(y, tile.left());
      float* const row = to.row(y, tile.left());
      for (std::size_t i = 0; i < flags.size(); ++i) row[i] = flags[i] != 0 ? sea[i] : land[i];
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, seabed, Seabed)
