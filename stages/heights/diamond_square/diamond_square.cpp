// SPDX-License-Identifier: Apache-2.0
// heights.diamond_square: fractal heights, any tile by itself.
#define HEIGHTS_STAGE diamond_square

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "heights/displacement.hpp"
#include "heights/lattice.hpp"
#include "heights/stretched.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

// One level of diamond-square: from the rows of the coarser lattice to the rows of the finer, top to bottom.
// In the finer lattice a node is (2i, 2j), a centre (2i+1, 2j+1); the other points are edge points.
class Level {
 public:
  // The level that makes lattice `halvings` (1 is the first), for its points `columns` x `rows`.
  Level(const Surface& surface, int halvings, Span columns, Span rows)
      : surface_(&surface),
        amplitude_(surface.amplitudes[static_cast<std::size_t>(halvings - 1)]),
        reach_(surface.stencil == Stencil::cubic ? cubic_reach : plain_reach),
        columns_(columns),
        x_(surface.x_at(halvings)),
        y_(surface.y_at(halvings)),
        centres_(common(centres_under(columns, reach_), odds_in(x_.map)),
                 common(centres_under(rows, reach_), odds_in(y_.map))),
        nodes_(common(nodes_under(centres_.columns(), reach_), evens_in(x_.map)),
               common(nodes_under(centres_.rows(), reach_), evens_in(y_.map))),
        displacement_(
            surface.stream, surface.distribution,
            static_cast<std::uint32_t>(surface.lattice.first_level + halvings - 1),
            {std::min(rows.first, 2 * centres_.rows().first + 1), std::max(rows.last, 2 * centres_.rows().last + 1)},
            y_.period_mask),
        edges_(static_cast<std::size_t>(columns.size() / 2 + 1)) {}

  Span node_columns() const { return nodes_.columns(); }
  Span node_rows() const { return nodes_.rows(); }

  // Row y, no cell below `lowest`. Rows are asked for from top to bottom; coarser(j, cells) makes node row j.
  template <class Coarser>
  void row(std::int32_t y, float lowest, float* out, Coarser coarser) {
    if (all_held(y)) {
      std::fill_n(out, columns_.size(), surface_->held);
      return;
    }
    const std::int32_t j = half_below(y);
    centres_.need(j + reach_.edge_step - 1, [&](std::int32_t k, float* cells) { centre_row(k, cells, coarser); });
    nodes_.need(j, coarser);
    const Line evens{evens_in(columns_), 0}, odds{odds_in(columns_), 1};
    if (y % 2 == 0) {
      if (y_.free.holds(y)) {
        edges_between_nodes(y, odds);
      } else {
        edges_along_border(y, odds);
      }
      displace(edges_.begin(), odds, y, amplitude_.edge_step);
      weave(columns_, nodes_.at(j, evens.places.first), edges_.begin(), lowest, out);
    } else {
      edges_between_centres(y, evens);
      displace(edges_.begin(), evens, y, amplitude_.edge_step);
      weave(columns_, edges_.begin(), centres_.at(j, odds.places.first), lowest, out);
    }
  }

 private:
  bool all_held(std::int32_t y) const { return surface_->edge == Edge::pinned && !y_.free.holds(y); }

  template <class Coarser>
  void centre_row(std::int32_t k, float* cells, Coarser coarser) {
    const Line line{centres_.columns(), 1};
    const std::int32_t y = line.point(k);
    if (all_held(y)) {
      std::fill_n(cells, line.places.size(), surface_->held);
      return;
    }
    nodes_.need(k + half_above(reach_.centre_step), coarser);
    const auto near = [&](std::int32_t i) {
      return Near{nodes_.at(k, i), nodes_.at(k, i + 1), nodes_.at(k + 1, i), nodes_.at(k + 1, i + 1)};
    };
    const auto far = [&](std::int32_t i) {
      return Far{nodes_.at(k, i - 1), nodes_.at(k, i + 2),     nodes_.at(k + 1, i - 1), nodes_.at(k + 1, i + 2),
                 nodes_.at(k - 1, i), nodes_.at(k - 1, i + 1), nodes_.at(k + 2, i),     nodes_.at(k + 2, i + 1)};
    };
    means(cells, line, line.places, y, reach_.centre_step, near, far);
    displace(cells, line, y, amplitude_.centre_step);
  }

  // Left and right a node, above and below a centre.
  void edges_between_nodes(std::int32_t y, const Line& line) {
    const std::int32_t j = half_below(y);
    const auto near = [&](std::int32_t i) {
      return Near{nodes_.at(j, i), nodes_.at(j, i + 1), centres_.at(j - 1, i), centres_.at(j, i)};
    };
    const auto far = [&](std::int32_t i) {
      return Far{centres_.at(j - 1, i - 1), centres_.at(j - 1, i + 1), centres_.at(j, i - 1), centres_.at(j, i + 1),
                 nodes_.at(j - 1, i),       nodes_.at(j - 1, i + 1),   nodes_.at(j + 1, i),   nodes_.at(j + 1, i + 1)};
    };
    means(edges_.begin(), line, line.places, y, reach_.edge_step, near, far);
  }

  // The first and the last row of the map.
  void edges_along_border(std::int32_t y, const Line& line) {
    const std::int32_t j = half_below(y);
    const float* along = nodes_.at(j, line.places.first);
    const float* inside = centres_.at(y == y_.map.first ? j : j - 1, line.places.first);
    for (std::int32_t i = 0; i < line.places.size(); ++i) {
      edges_[static_cast<std::size_t>(i)] = mean_at_border(surface_->edge, along[i], along[i + 1], inside[i]);
    }
  }

  // Left and right a centre, above and below a node; the first and the last column may be the map's.
  void edges_between_centres(std::int32_t y, const Line& line) {
    const std::int32_t j = half_below(y);
    const auto near = [&](std::int32_t i) {
      return Near{centres_.at(j, i - 1), centres_.at(j, i), nodes_.at(j, i), nodes_.at(j + 1, i)};
    };
    const auto far = [&](std::int32_t i) {
      return Far{nodes_.at(j, i - 1),       nodes_.at(j, i + 1),   nodes_.at(j + 1, i - 1),   nodes_.at(j + 1, i + 1),
                 centres_.at(j - 1, i - 1), centres_.at(j - 1, i), centres_.at(j + 1, i - 1), centres_.at(j + 1, i)};
    };
    const Span interior = line.inside({x_.map.first + 1, x_.map.last - 1});
    means(edges_.begin(), line, interior, y, reach_.edge_step, near, far);
    const auto at_border = [&](std::int32_t i, std::int32_t inside) {
      edges_[static_cast<std::size_t>(i - line.places.first)] =
          mean_at_border(surface_->edge, *nodes_.at(j, i), *nodes_.at(j + 1, i), *centres_.at(j, inside));
    };
    const std::int32_t left = half_below(x_.map.first), right = half_below(x_.map.last);
    if (line.places.holds(left)) at_border(left, left);
    if (line.places.holds(right)) at_border(right, right - 1);
  }

  // The means at the places `where` of a line: cubic where the whole stencil is on the map, else plain.
  template <class NearOf, class FarOf>
  void means(float* cells, const Line& line, Span where, std::int32_t y, std::int32_t reach, NearOf near, FarOf far) {
    const auto plain = [&](Span places) {
      if (!places.empty()) mean_of_four(cells + (places.first - line.places.first), places.size(), near(places.first));
    };
    const auto shrunk = [reach](Span map) { return Span{map.first + reach, map.last - reach}; };
    const Line all{where, line.parity};
    const Span deep = all.inside(shrunk(x_.map));
    if (surface_->stencil == Stencil::plain || deep.empty() || !shrunk(y_.map).holds(y)) return plain(where);
    plain(all.before(deep));
    mean_of_twelve(cells + (deep.first - line.places.first), deep.size(), near(deep.first), far(deep.first));
    plain(all.after(deep));
  }

  void displace(float* cells, const Line& line, std::int32_t y, float amplitude) const {
    const auto first = static_cast<std::uint32_t>(line.point(line.places.first));
    displacement_.add(cells, line.places.size(), y, {first, x_.period_mask}, amplitude);
    if (surface_->edge == Edge::pinned) hold_outside(cells, line, x_.free, surface_->held);
  }

  const Surface* surface_;
  Amplitude amplitude_;
  Reach reach_;
  Span columns_;
  Indices x_, y_;
  RowRing centres_, nodes_;
  Displacement displacement_;
  AlignedRow edges_;
};

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
    s.parameter(&DiamondSquare::seeding, "seeding", "The coarsest heights, between which all others are interpolated.")
        .choices({"corners", "equal_corners", "island"})
        .choice_docs({"Four random values of 0 to 1, one at each corner.", "One random value of 0 to 1 at all corners.",
                      "Random values at the coarse nodes inside a ring of sea (`nodes`, `ring`)."});
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
                "`fit: crop` and `extend` the shorter side, and the longer one into blocks of the same size.")
        .range(0, most_levels);
    s.parameter(&DiamondSquare::ring, "ring",
                "Island: heights of the coarse nodes 0, 1, 2 ... from the border; rand leaves a node random.")
        .word("rand")
        .unit("1");
    s.parameter(&DiamondSquare::ring_metric, "ring_metric",
                "Island: what `ring` measures distances from. square: the world's border, along the axes. round: the "
                "ellipse that touches the world's four sides; with `fit: crop` and `extend` a circle as wide as the "
                "shorter side.")
        .choices({"square", "round"});
    s.parameter(&DiamondSquare::base, "base", "Island: lowest height of the random nodes.").unit("1");
    s.parameter(&DiamondSquare::range, "range", "Island: random nodes lie in base .. base + range.")
        .unit("1")
        .at_least(0);
    s.parameter(&DiamondSquare::border, "border", "Island: what the world's border is.")
        .choices({"pin", "free"})
        .choice_docs(
            {"At the first height of `ring`, and no cell is lower: any percentile leaves the border under water.",
             "As `edge` makes it."});
    s.parameter(&DiamondSquare::fit, "fit", fit_doc)
        .choices({"stretch", "crop", "extend"})
        .choice_docs({stretch_doc, crop_doc, extend_doc});
  }

  void arrange(Arrangement& world) {
    AmplitudeLaw law{amplitude, reduction, hurst, slope, substep};
    const bool island = seeding == Seeding::island, pinned_island = island && border == Border::pin;
    refuse(world, pinned_island);
    law.refuse_contradictions();

    fitting = fit == Fit::crop ? Fitting() : Fitting(world.width(), world.height(), edge == Edge::wrap, fit);
    if (law.slope) *law.slope *= fitting.shrunk();
    const auto points = [&](std::int64_t side, const FitAxis& axis) {
      return fit != Fit::crop ? axis.last + 1 : edge == Edge::wrap ? closed_side(side) : side;
    };
    const std::int64_t across = points(world.width(), fitting.x), down = points(world.height(), fitting.y);
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
    if (edge == Edge::wrap && fit != Fit::stretch) refuse_unperiodic(world.width(), world.height());
  }

  void paint(Tile& tile) const {
    const auto to = tile[height];
    const auto cascade = [this](Span columns, Span rows) { return Cascade<Level, Surface>(surface, columns, rows); };
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
