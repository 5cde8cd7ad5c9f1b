// SPDX-License-Identifier: Apache-2.0
// north.level: one of two stages of one word.
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Level {
  Out<Height> height;
  static void describe(Spec<Level>& s) {
    s.stage("north.level", "One everywhere.");
    s.port(&Level::height, "height", "One.").unit("1");
  }
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = 1; });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(north, level, Level)
