// SPDX-License-Identifier: Apache-2.0
// heights.diamond_square: fractal heights, any tile by itself.
#define HEIGHTS_STAGE diamond_square
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cascade.hpp"
#include "heights/stretched.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

enum class Border { pin, free };

struct DiamondSquare {
  Out<Height> height;

  Seeding seeding = Seeding::corners;
  Edge edge = Edge::exclude;
  double pin = 0;
  std::optional<double> amplitude, reduction, hurst, slope;
  std::optional<double> substep = 1.0;
  Stencil stencil = Stencil::plain;
  Distribution distribution = Distribution::uniform;
  std::int64_t nodes = 3;
  std::vector<std::optional<double>> ring = {0.0, 0.0};
  RingMetric ring_metric = RingMetric::square;
  double base = 0.2, range = 0.8;
  Border border = Border::pin;
  Fit fit = Fit::stretch;

  // Result of arrange.
  Surface surface;
  Fitting fitting;

  static void describe(Spec<DiamondSquare>& s) {
    s.stage("heights.diamond_square",
            "Fractal heights by diamond-square: random corners or the coarse nodes of an island, refined by halving "
            "with random displacements. Worlds of any size, up to 1048577 cells a side.");
    s.revision(2);  // 2: worlds of other sizes than 2^n+1 are stretched
    s.source("Fournier, Fussell, Carpenter: Computer rendering of stochastic models, 1982");
    s.reads_random();
    s.port(&DiamondSquare::height, "height", "The heights; their range follows from the seeding.").unit("1");
    s.parameter(&DiamondSquare::seeding, "seeding", "Start of the heights.")
        .choices({"corners", "equal_corners", "island"})
        .choice_docs({"Four random corners in 0..1.", "One random value in 0..1 at all four corners.",
                      "Coarse nodes inside a ring of sea."});
    s.parameter(
         &DiamondSquare::edge, "edge",
         "Rule for points on the border. exclude: from the mean of the three neighbours on the map. wrap: from a "
         "periodic, tileable map (sides of 2^n+1 cells end with the cells that they begin with; corners become equal). "
         "line: from the mean of the two neighbours along the border. pinned: all get the value of `pin`.")
        .choices({"exclude", "wrap", "line", "pinned"});
    s.parameter(&DiamondSquare::pin, "pin", "The height of the world's border cells with `edge: pinned`.").unit("1");
    s.parameter(&DiamondSquare::amplitude, "amplitude",
                "Largest displacement of the first level; auto is 0.5, or half of `range` with `seeding: island`.")
        .word("auto")
        .unit("1")
        .at_least(0);
    s.parameter(&DiamondSquare::reduction, "reduction",
                "Factor from a level's amplitude to the next: 0.5 halves it, more is rougher; auto is 0.5, or 0.63 "
                "with `seeding: island`.")
        .word("auto")
        .range(0, 1);
    s.parameter(&DiamondSquare::hurst, "hurst",
                "Hurst exponent H in place of `reduction`, which becomes 2^-H: 1 halves the amplitude from level to "
                "level, less is rougher.")
        .word("none")
        .range(0, 4);
    s.parameter(
         &DiamondSquare::slope, "slope",
         "Displacements in proportion to the blocks, in place of `amplitude` and `reduction`. A level's amplitude is "
         "this height per cell times half the side of its blocks in cells, and so halves from level to level.")
        .word("none")
        .unit("1")
        .at_least(0);
    s.parameter(&DiamondSquare::substep, "substep",
                "The edge step's share of a level's amplitude; auto is the square root of the reduction, which gives "
                "axes and diagonals the same roughness.")
        .word("auto")
        .range(0, 4);
    s.parameter(&DiamondSquare::stencil, "stencil", "Base of a new point's displacement.")
        .choices({"plain", "cubic"})
        .choice_docs({"The mean of its four neighbours.", "Twelve-point cubic interpolation, which shows no creases."});
    s.parameter(&DiamondSquare::distribution, "distribution",
                "Distribution of displacements; their variance is the same.")
        .choices({"uniform", "irwin4"})
        .choice_docs({"All between two limits are equally likely.", "Bell-shaped: the sum of four uniform ones."});
    s.parameter(&DiamondSquare::nodes, "nodes",
                "Island: the coarse nodes divide each side of the world into 2^nodes blocks; 3 gives 9 x 9 nodes. With "
                "`fit: crop` the shorter side, and the longer one into blocks of the same size.")
        .range(0, most_levels);
    s.parameter(&DiamondSquare::ring, "ring",
                "Island: heights of the coarse nodes 0, 1, 2 ... from the border; rand leaves a node random.")
        .word("rand")
        .unit("1");
    s.parameter(&DiamondSquare::ring_metric, "ring_metric",
                "Island: what `ring` measures distances from. square: the world's border, along the axes. round: the "
                "ellipse that touches the world's four sides; with `fit: crop` a circle as wide as the shorter side.")
        .choices({"square", "round"});
    s.parameter(&DiamondSquare::base, "base", "Island: lowest height of the random nodes.").unit("1");
    s.parameter(&DiamondSquare::range, "range", "Island: random nodes lie in base .. base + range.")
        .unit("1")
        .at_least(0);
    s.parameter(&DiamondSquare::border, "border", "Island: what the world's border is.")
        .choices({"pin", "free"})
        .choice_docs(
            {"At the first height of `ring`, and no cell is lower: any percentile leaves the border under water.",
             "As `edge` makes it."})
        .choice_docs(
            {"At the first height of `ring`, and no cell is lower: any percentile leaves the border under water.",
             "As `edge` makes it."});
    s.parameter(&DiamondSquare::fit, "fit", fit_doc).choices({"stretch", "crop"});
  }

  void arrange(Arrangement& world) {
    AmplitudeLaw law{amplitude, reduction, hurst, slope, substep};
    const bool island = seeding == Seeding::island, pinned_island = island && border == Border::pin;
    refuse(world, pinned_island);
    law.refuse_contradictions();

    fitting = fit == Fit::stretch ? Fitting(world.width(), world.height(), edge == Edge::wrap) : Fitting();
    if (law.slope) *law.slope *= fitting.shrunk();
    const auto points = [&](std::int64_t side) {
      return fit == Fit::stretch ? fitting.side() : edge == Edge::wrap ? closed_side(side) : side;
    };
    const std::int64_t across = points(world.width()), down = points(world.height());
    surface.lattice =
        island ? lattice_of_blocks(across, down, static_cast<int>(nodes)) : lattice_of_corners(across, down);
    surface.stream = world.stream();
    surface.nodes = {surface.stream, seeding, {surface.lattice, ring_metric}, ring, base, range};
    surface.stencil = stencil;
    surface.distribution = distribution;
    surface.edge = pinned_island ? Edge::pinned : edge;
    surface.held = static_cast<float>(pinned_island ? *ring[0] : pin);
    if (pinned_island) surface.lowest = surface.held;
    surface.amplitudes = law.of_levels(surface.lattice.levels, island ? range / 2.0 : 0.5, island ? 0.63 : 0.5);
  }

  void refuse(const Arrangement& world, bool pinned_island) const {
    refuse_longer_sides(world.width(), world.height());
    if (pinned_island && (ring.empty() || !ring[0])) {
      throw Failure("ring", "a border cannot be pinned at a random height; begin with a number, or set border: free");
    }
    if (pinned_island && (edge == Edge::wrap || edge == Edge::pinned)) {
      throw Failure("edge",
                    "the island's border is pinned at the ring's first height; leave edge out, or set border: free");
    }
    if (edge == Edge::wrap && fit == Fit::crop) refuse_unperiodic(world.width(), world.height());
  }

  void paint(Tile& tile) const {
    const auto to = tile[height];
    const auto cascade = [this](Span columns, Span rows) { return Cascade(surface, columns, rows); };
    if (fitting.exact()) return paint_points(tile, to, cascade);
    stretch(fitting, tile.area(), cascade, [&](std::int64_t y, std::int64_t x, std::int64_t count, const auto& write) {
      tile.poll();
      float* const cells = to.row(y, x);
      write(cells);
      keep_border(tile.world(), y, x, count, cells);
    });
  }

  // Between points heights may swing below what points are held at.
  void keep_border(const World& world, std::int64_t y, std::int64_t x, std::int64_t count, float* cells) const {
    if (surface.edge != Edge::pinned) return;
    for (std::int64_t i = 0; i < count; ++i) cells[i] = std::max(cells[i], surface.lowest);
    if (y == 0 || y == world.height() - 1) std::fill_n(cells, count, surface.held);
    if (x == 0) cells[0] = surface.held;
    if (x + count == world.width()) cells[count - 1] = surface.held;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(heights, diamond_square, DiamondSquare)
