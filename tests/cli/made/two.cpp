// SPDX-License-Identifier: Apache-2.0
// Two classes, one of them of the colour COLOUR.
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Two {
  In<Height> height;
  Out<Class> classes;
  static void describe(Spec<Two>& s) {
    s.stage("test.two", "Two classes.");
    s.port(&Two::height, "height", "Any.");
    s.port(&Two::classes, "classes", "Low and high.");
  }
  void arrange(Arrangement& a) {
    a.set_legend(classes, {{0, "low", {0, 0, COLOUR, 255}, "l"}, {1, "high", {0, 255, 0, 255}, "h"}});
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[classes];
    tile.each_cell([&](std::int64_t x, std::int64_t y) { to(x, y) = from(x, y) > 0; });
  }
};
TERRAWRIGHT_PLUGIN("test.two", "1", terrawright::stage<Two>())
