// SPDX-License-Identifier: Apache-2.0
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Named {
  Out<Height> height;
  std::int64_t size = 1, seed = 1, stage = 1, revision = 1;
  static void describe(Spec<Named>& s) {
    s.stage("test.named", "Parameters with the names of other facts.").reads_random();
    s.port(&Named::height, "height", "Waves.").unit("1");
    s.parameter(&Named::size, "size", "One.");
    s.parameter(&Named::seed, "seed", "Another.");
    s.parameter(&Named::stage, "stage", "A third.");
    s.parameter(&Named::revision, "revision", "The last.");
  }
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = static_cast<float>((x * size + y * seed) % 50); });
  }
};
TERRAWRIGHT_PLUGIN("test.named", "1", terrawright::stage<Named>())
