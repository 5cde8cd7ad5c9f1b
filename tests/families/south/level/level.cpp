// SPDX-License-Identifier: Apache-2.0
// south.level: the other one, in a folder of its own with a part beside it.
#include "rise.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Level {
  Out<Height> height;
  static void describe(Spec<Level>& s) {
    s.stage("south.level", "Two everywhere.");
    s.port(&Level::height, "height", "Two.").unit("1");
  }
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = south::rise(); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(south, level, Level)
