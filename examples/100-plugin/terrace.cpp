// SPDX-License-Identifier: Apache-2.0
// A point stage: each cell needs itself alone.
#include <cmath>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Terrace {
  In<Height> height;
  Out<Height> terraced;
  double step = 0.1;

  static void describe(Spec<Terrace>& s) {
    s.stage("example.terrace", "Heights cut into steps, as farmers do it on slopes.");
    s.port(&Terrace::height, "height", "Any heights.");
    s.port(&Terrace::terraced, "height", "The highest step below each height.").like("height");
    s.parameter(&Terrace::step, "step", "Height of a step, in the unit of the heights.").range(1e-6, 1e4);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[terraced];
    const auto rise = static_cast<float>(step);
    tile.each_cell([&](auto x, auto y) { to(x, y) = std::floor(from(x, y) / rise) * rise; });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(example, terrace, Terrace)
