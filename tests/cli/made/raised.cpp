// SPDX-License-Identifier: Apache-2.0
// A stage whose port and parameter have the units PORT and PARAMETER of the environment.
#include <cstdlib>

#include "terrawright/stage.hpp"
using namespace terrawright;
struct Raised {
  In<Height> height;
  Out<Height> out;
  double by = 1;
  static void describe(Spec<Raised>& s) {
    s.stage("test.raised", "Higher ground.");
    s.port(&Raised::height, "height", "Any.").unit(std::getenv("PORT"));
    s.port(&Raised::out, "height", "Higher.").like("height");
    s.parameter(&Raised::by, "by", "By how much.").unit(std::getenv("PARAMETER")).range(0, 10);
  }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.raised", "1", stage<Raised>())
