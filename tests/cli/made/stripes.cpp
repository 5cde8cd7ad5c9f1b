// SPDX-License-Identifier: Apache-2.0
// Its legend knows one of two classes that it makes, with the blue BLUE.
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Stripes {
  In<Height> height;
  Out<Class> stripes;
  static void describe(Spec<Stripes>& s) {
    s.stage("test.stripes", "Stripes.");
    s.port(&Stripes::height, "height", "Any.");
    s.port(&Stripes::stripes, "stripes", "Classes by column.");
  }
  void arrange(Arrangement& a) {
    a.set_legend(stripes, {{1, "first", {1, 2, BLUE, 255}, "a"}, {9, "never", {4, 5, 6, 255}, "b"}});
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](std::int64_t x, std::int64_t y) { tile[stripes](x, y) = x < 3 ? 1 : 700; });
  }
};
TERRAWRIGHT_PLUGIN("test.stripes", "1", terrawright::stage<Stripes>())
