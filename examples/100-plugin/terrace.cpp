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
    s.example(R"(# Hills in five steps or so.
terrawright: 1
name: terrace
world: {size: [65, 65], cell: 1 km, seed: 42}
stages:
  hills: {use: heights.noise@1, with: {kind: gradient, wavelength: 16 km}}
  made: {use: example.terrace@1, in: {height: hills}, with: {step: 0.2}}
outputs: [{file: "{name}.exr", layers: {made: made}}]
)");
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
