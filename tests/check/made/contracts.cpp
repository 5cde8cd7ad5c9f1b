// SPDX-License-Identifier: Apache-2.0
// Compiled so that a * b + c is rounded once.
#include "terrawright/stage.hpp"

namespace {

struct Contracts {
  terrawright::In<terrawright::Height> height;
  terrawright::Out<terrawright::Height> made;
  static void describe(terrawright::Spec<Contracts>& s) {
    s.stage("wrong.contracts", "Breaks its word.");
    s.port(&Contracts::height, "height", "Any heights.");
    s.port(&Contracts::made, "made", "Heights.").like("height");
  }
  void paint(terrawright::Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) { to(x, y) = from(x, y) * 0.37f + 0.11f; });
  }
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.contracts", "1", terrawright::stage<Contracts>())
