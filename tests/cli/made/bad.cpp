// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "terrawright/stage.hpp"
using namespace terrawright;
struct Bad {
  In<Height> height;
  Out<Height> out;
  std::string how = "failure";
  static void describe(Spec<Bad>& s) {
    s.stage("test.bad", "Fails in the middle of a tile.");
    s.port(&Bad::height, "height", "Any.");
    s.port(&Bad::out, "height", "None.").like("height");
    s.parameter(&Bad::how, "how", "How it fails.");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) {
      if (x != 70 || y < 40) return;
      if (how == "failure") throw Failure("how", "the ground gave way", x, y);
      if (how == "exception") throw std::runtime_error("a std::exception, of all things");
      throw 42;
    });
  }
};
TERRAWRIGHT_PLUGIN("test.bad", "1", terrawright::stage<Bad>())
