// SPDX-License-Identifier: Apache-2.0
// The studio's own stage: what rises above the rock's cap becomes a table. A point stage, each cell by itself.
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Mesas {
  In<Height> height;
  Out<Height> cut;
  double cap = 80;
  double rest = 0.1;

  static void describe(Spec<Mesas>& s) {
    s.stage("studio.mesas", "Hills cut off at the height of a cap, as rock that weathers under a hard layer.")
        .revision(1);
    s.port(&Mesas::height, "height", "Heights in m.").unit("m");
    s.port(&Mesas::cut, "height", "The same below the cap, almost flat above it.").like("height");
    s.parameter(&Mesas::cap, "cap", "Height of the cap.").unit("m").range(-11000, 9000);
    s.parameter(&Mesas::rest, "rest", "Share of what rose above the cap that is left.").range(0, 1);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[cut];
    const auto top = static_cast<float>(cap), share = static_cast<float>(rest);
    tile.each_cell([&](auto x, auto y) {
      const float above = from(x, y) - top;
      to(x, y) = above > 0 ? top + above * share : from(x, y);
    });
  }
};

}  // namespace

TERRAWRIGHT_PLUGIN("org.example.studio", "1.0.0", stage<Mesas>())
