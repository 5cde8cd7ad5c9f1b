// SPDX-License-Identifier: Apache-2.0
// heights.midpoint_displacement: fractal heights block by block, any tile by itself.
#define HEIGHTS_STAGE midpoint_displacement
#include <optional>

#include "midpoint_cascade.hpp"
#include "stretched.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

struct MidpointDisplacement {
  Out<Height> height;

  Seeding seeding = Seeding::corners;
  CentreFrom centre_from = CentreFrom::corners;
  double spread = 0.3;
  std::optional<double> reduction, hurst;
  Distribution distribution = Distribution::uniform;
  Fit fit = Fit::stretch;

  // Result of arrange.
  MidpointSurface surface;
  Fitting fitting;

  static void describe(Spec<MidpointDisplacement>& s) {
    s.stage("heights.midpoint_displacement",
            "Fractal heights by midpoint displacement: the edges and the centre of every block are displaced from "
            "its own corners, which shows the blocks as creases. Worlds of any size, up to 1048577 cells a side.");
    s.revision(2);  // 2: worlds of other sizes than 2^n+1 are stretched
    s.source("Fournier, Fussell, Carpenter: Computer rendering of stochastic models, 1982; algorithms 4.1, 4.2");
    s.reads_random();
    s.port(&MidpointDisplacement::height, "height", "The heights; the corners lie in 0..1.").unit("1");
    s.parameter(&MidpointDisplacement::seeding, "seeding", "Heights of the world's corners.")
        .choices({"corners", "equal_corners"})
        .choice_docs({"Four random ones.", "One random value at all four."});
    s.parameter(&MidpointDisplacement::centre_from, "centre_from", "Base of a block centre's displacement.")
        .choices({"corners", "edges"})
        .choice_docs({"The mean of its four corners.", "The mean of its four displaced edge midpoints."});
    s.parameter(&MidpointDisplacement::spread, "spread", "Amplitude: largest displacement of the first level.")
        .unit("1")
        .at_least(0);
    s.parameter(&MidpointDisplacement::reduction, "reduction",
                "Factor from a level's spread to the next: 0.5 halves it, more is rougher; auto is 0.5.")
        .word("auto")
        .range(0, 1);
    s.parameter(&MidpointDisplacement::hurst, "hurst",
                "Hurst exponent H in place of `reduction`, which becomes 2^-H: 1 halves the amplitude from level to "
                "level, less is rougher.")
        .word("none")
        .range(0, 4);
    s.parameter(&MidpointDisplacement::distribution, "distribution",
                "Distribution of displacements; their variance is the same.")
        .choices({"uniform", "irwin4"})
        .choice_docs({"All between two limits are equally likely.", "Bell-shaped: the sum of four uniform ones."});
    s.parameter(&MidpointDisplacement::fit, "fit", fit_doc)
        .choices({"stretch", "crop"})
        .choice_docs({stretch_doc, crop_doc});
  }

  void arrange(Arrangement& world) {
    refuse_longer_sides(world.width(), world.height());
    const AmplitudeLaw law{spread, reduction, hurst, std::nullopt, 1.0};
    law.refuse_contradictions();
    surface.stream = world.stream();
    if (fit == Fit::stretch) {
      fitting = Fitting(world.width(), world.height(), false);
      surface.lattice = lattice_of_corners(fitting.x.last + 1, fitting.y.last + 1);
    } else {
      surface.lattice = lattice_of_corners(world.width(), world.height());
    }
    surface.nodes.stream = surface.stream;
    surface.nodes.seeding = seeding;
    surface.centre_from = centre_from;
    surface.distribution = distribution;
    surface.amplitudes = law.of_levels(surface.lattice.levels, 0.3, 0.5);
  }

  void paint(Tile& tile) const {
    const auto to = tile[height];
    const auto cascade = [this](Span columns, Span rows) { return MidpointCascade(surface, columns, rows); };
    if (fitting.exact()) return paint_points(tile, to, cascade);
    stretch(fitting, tile.area(), cascade, [&](std::int64_t y, std::int64_t x, std::int64_t, const auto& write) {
      tile.poll();
      write(to.row(y, x));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(heights, midpoint_displacement, MidpointDisplacement)
