// SPDX-License-Identifier: Apache-2.0
// Waves of the height FACTOR, as a stage of the revision REVISION in a library of the version VERSION.
#include <cstdlib>

#include "terrawright/stage.hpp"
using namespace terrawright;
struct Wave {
  Out<Height> height;
  static void describe(Spec<Wave>& s) {
    s.stage("test.wave", "Waves.").revision(REVISION);
    s.port(&Wave::height, "height", "Waves.").unit("1");
  }
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = static_cast<float>((x * 7 + y * 3) % 50) * FACTOR; });
  }
};
TERRAWRIGHT_PLUGIN("test.wave", VERSION, terrawright::stage<Wave>())
