// SPDX-License-Identifier: Apache-2.0
// shape.slope: how steep the ground is.
#include <cmath>
#include <cstddef>

#include "shape/sampling.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Stencil { central, horn };

// Of a row. The three rows begin a cell to the left of it.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void central_slopes(const double* up, const double* here, const double* down, double run, float* __restrict to,
                    std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double p = (here[i + 2] - here[i]) / run, q = (down[i + 1] - up[i + 1]) / run;
    to[i] = static_cast<float>(std::sqrt(p * p + q * q));
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void horn_slopes(const double* up, const double* here, const double* down, double run, float* __restrict to,
                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double rise = down[i + 2] - up[i], fall = up[i + 2] - down[i];
    const double p = ((rise + fall) + 2.0 * (here[i + 2] - here[i])) / run;
    const double q = ((rise - fall) + 2.0 * (down[i + 1] - up[i + 1])) / run;
    to[i] = static_cast<float>(std::sqrt(p * p + q * q));
  }
}

struct Slope {
  In<Height> height;
  Out<Scalar> slope;
  Stencil stencil = Stencil::central;
  double cell = 1;

  static void describe(Spec<Slope>& s) {
    s.stage("shape.slope", "Slope of the ground: rise over run, so 0.577 is 30 degrees and 1 is 45.");
    s.source("sqrt(p^2 + q^2) of the differences p across and q down, in float64; Horn 1981, Hill shading");
    s.revision(2).reads_cell();  // 2: sees across the edges of a world that wraps
    s.port(&Slope::height, "height", "Heights in metres.").unit("m").halo(1);
    s.port(&Slope::slope, "slope", "Slope as rise over run, 0 or more: 1 is 45 degrees.").unit("1");
    s.parameter(&Slope::stencil, "stencil",
                "Neighbours from which the slope is taken. central: the four that share a side. horn: all eight, those "
                "that share a side with weight 2, which gives smoother slopes.")
        .choices({"central", "horn"});
  }

  void arrange(Arrangement& arrangement) { cell = arrangement.cell(); }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    shape::Neighbourhood around(tile[height], tile);
    const auto to = tile[slope];
    const bool horn = stencil == Stencil::horn;
    tile.each_row([&](std::int64_t y) {
      around.go_to(y);
      (horn ? horn_slopes : central_slopes)(around.row(-1), around.row(0), around.row(1), (horn ? 8.0 : 2.0) * cell,
                                            to.row(y, tile.left()), static_cast<std::size_t>(tile.width()));
    });
    tile.require_finite(slope, "height", "it is too steep for a layer");
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, slope, Slope)
