// SPDX-License-Identifier: Apache-2.0
// shape.curvature: how the ground bends.
#include <cmath>
#include <cstddef>

#include "shape/sampling.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Of { mean, profile, plan };

template <Of of>
inline __attribute__((always_inline)) double bend(double p, double q, double r, double s, double t) {
  const double p2 = p * p, q2 = q * q, pqs = 2.0 * (p * q) * s;
  const double steep = p2 + q2, long_step = std::sqrt(1.0 + steep);
  if (of == Of::mean) {
    return -(((1.0 + q2) * r + (1.0 + p2) * t) - pqs) / (2.0 * ((1.0 + steep) * long_step));
  }
  const double bent = of == Of::profile ? -((p2 * r + q2 * t) + pqs) / (steep * ((1.0 + steep) * long_step))
                                        : -((q2 * r + p2 * t) - pqs) / (steep * long_step);
  return steep == 0.0 ? 0.0 : bent;
}

// Of a row. The three rows begin a cell to the left of it.
struct NeighbourLines {
  const double *up, *here, *down;
};
template <Of of>
inline __attribute__((always_inline)) void bend_row(const NeighbourLines& lines, double cell, float* __restrict to,
                                                    std::size_t count) {
  const double *up = lines.up, *here = lines.here, *down = lines.down;
  const double run = 2.0 * cell, square = cell * cell;
  for (std::size_t i = 0; i < count; ++i) {
    const double p = (here[i + 2] - here[i]) / run, q = (down[i + 1] - up[i + 1]) / run;
    const double r = ((here[i + 2] + here[i]) - 2.0 * here[i + 1]) / square;
    const double t = ((down[i + 1] + up[i + 1]) - 2.0 * here[i + 1]) / square;
    const double s = ((down[i + 2] + up[i]) - (up[i + 2] + down[i])) / (4.0 * square);
    to[i] = static_cast<float>(bend<of>(p, q, r, s, t)) + 0.0f;  // no -0
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void bend_row(Of of, const NeighbourLines& lines, double cell, float* __restrict to, std::size_t count) {
  switch (of) {
    case Of::mean:
      return bend_row<Of::mean>(lines, cell, to, count);
    case Of::profile:
      return bend_row<Of::profile>(lines, cell, to, count);
    case Of::plan:
      return bend_row<Of::plan>(lines, cell, to, count);
  }
}

struct Curvature {
  In<Height> height;
  Out<Scalar> curvature;
  Of of = Of::mean;
  double cell = 1;

  static void describe(Spec<Curvature>& s) {
    s.stage("shape.curvature",
            "Curvature of the ground, 1 divided by the radius of the bend: above 0 on ridges, below 0 in valleys.");
    s.source(
        "from p = z_x, q = z_y, r = z_xx, s = z_xy, t = z_yy by central differences in float64; "
        "Florinsky 2017, Elementary Digital Terrain Analysis");
    s.revision(2).reads_cell();  // 2: sees across the edges of a world that wraps
    s.port(&Curvature::height, "height", "Heights in metres.").unit("m").halo(1);
    s.port(&Curvature::curvature, "curvature", "Curvature, 1 divided by the radius of the bend in metres.").unit("1/m");
    s.parameter(&Curvature::of, "of",
                "Which curvature. mean: the mean over all directions. profile: along the steepest way, above 0 where a "
                "slope steepens downhill. plan: across it, above 0 on spurs, below 0 in hollows. profile and plan are "
                "0 on level ground; their mean is the mean curvature.")
        .choices({"mean", "profile", "plan"});
  }

  void arrange(Arrangement& arrangement) { cell = arrangement.cell(); }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    shape::Neighbourhood around(tile[height], tile);
    const auto to = tile[curvature];
    tile.each_row([&](std::int64_t y) {
      around.go_to(y);
      bend_row(of, {around.row(-1), around.row(0), around.row(1)}, cell, to.row(y, tile.left()),
               static_cast<std::size_t>(tile.width()));
    });
    tile.require_finite(curvature, "height", "it bends too sharply for a layer");
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, curvature, Curvature)
