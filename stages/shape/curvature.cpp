// SPDX-License-Identifier: Apache-2.0
// shape.curvature: how the ground bends.
#include <cmath>

#include "neighbourhood.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Of { mean, profile, plan };

struct Curvature {
  In<Height> height;
  Out<Scalar> curvature;
  Of of = Of::mean;
  double cell = 1;
  std::int64_t width = 0, world_height = 0;

  static void describe(Spec<Curvature>& s) {
    s.stage("shape.curvature",
            "Curvature of the ground, 1 divided by the radius of the bend: above 0 on ridges, below 0 in valleys.");
    s.source(
        "from p = z_x, q = z_y, r = z_xx, s = z_xy, t = z_yy by central differences in float64; "
        "Florinsky 2017, Elementary Digital Terrain Analysis");
    s.reads_cell();
    s.port(&Curvature::height, "height", "Heights in metres.").unit("m").halo(1);
    s.port(&Curvature::curvature, "curvature", "Curvature, 1 divided by the radius of the bend in metres.").unit("1/m");
    s.parameter(&Curvature::of, "of",
                "Which curvature. mean: the mean over all directions. profile: along the steepest way, above 0 where a "
                "slope steepens downhill. plan: across it, above 0 on spurs, below 0 in hollows. profile and plan are "
                "0 on level ground; their mean is the mean curvature.")
        .choices({"mean", "profile", "plan"});
  }

  void arrange(Arrangement& arrangement) {
    cell = arrangement.cell();
    width = arrangement.width();
    world_height = arrangement.height();
  }

  double bend(double p, double q, double r, double s, double t) const {
    const double p2 = p * p, q2 = q * q, pqs = 2.0 * (p * q) * s;
    const double steep = p2 + q2, long_step = std::sqrt(1.0 + steep);
    switch (of) {
      case Of::mean:
        return -(((1.0 + q2) * r + (1.0 + p2) * t) - pqs) / (2.0 * ((1.0 + steep) * long_step));
      case Of::profile:
        return steep == 0.0 ? 0.0 : -((p2 * r + q2 * t) + pqs) / (steep * ((1.0 + steep) * long_step));
      case Of::plan:
        return steep == 0.0 ? 0.0 : -((q2 * r + p2 * t) - pqs) / (steep * long_step);
    }
    return 0.0;
  }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    shape::Neighbourhood around(tile[height], width, world_height, tile);
    const auto to = tile[curvature];
    const double run = 2.0 * cell, square = cell * cell;
    tile.each_row([&](std::int64_t y) {
      around.go_to(y);
      const double *up = around.row(-1), *here = around.row(0), *down = around.row(1);
      float* out = to.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const double p = (here[i + 2] - here[i]) / run, q = (down[i + 1] - up[i + 1]) / run;
        const double r = ((here[i + 2] + here[i]) - 2.0 * here[i + 1]) / square;
        const double t = ((down[i + 1] + up[i + 1]) - 2.0 * here[i + 1]) / square;
        const double s = ((down[i + 2] + up[i]) - (up[i + 2] + down[i])) / (4.0 * square);
        out[i] = static_cast<float>(bend(p, q, r, s, t)) + 0.0f;  // no -0
      }
    });
    tile.require_finite(curvature, "height", "it bends too sharply for a layer");
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, curvature, Curvature)
