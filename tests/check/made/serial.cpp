// SPDX-License-Identifier: Apache-2.0
// A plugin of a library that knows one call at a time, and says so.
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Static {
  In<Mask> land;
  Out<Mask> sea;
  static void describe(Spec<Static>& s) {
    s.stage("serial.static", "The other way round.");
    s.port(&Static::land, "land", "Any mask.");
    s.port(&Static::sea, "sea", "The rest.");
  }
  void paint(Tile& tile) const {
    static float row[4096];  // used again by each call
    const auto from = tile[land];
    const auto to = tile[sea];
    tile.each_row([&](auto y) {
      for (auto x = tile.left(); x < tile.right(); ++x) row[x - tile.left()] = from(x, y);
      for (auto x = tile.left(); x < tile.right(); ++x) to(x, y) = row[x - tile.left()] > 0 ? 0 : 1;
    });
  }
};

}  // namespace

TERRAWRIGHT_SERIAL_PLUGIN("test.serial", "1", stage<Static>())
