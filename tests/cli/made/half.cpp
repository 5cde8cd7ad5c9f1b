// SPDX-License-Identifier: Apache-2.0
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Half {
  In<Height> height;
  Out<Height> out;
  static void describe(Spec<Half>& s) {
    s.stage("test.half", "Half of it.");
    s.port(&Half::height, "height", "Any.");
    s.port(&Half::out, "height", "Half.").like("height");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[out](x, y) = tile[height](x, y) * 0.5F; });
  }
};
TERRAWRIGHT_PLUGIN("test.half", "3", terrawright::stage<Half>())
