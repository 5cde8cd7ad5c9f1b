// SPDX-License-Identifier: Apache-2.0
// heights.diamond_square_integer: diamond-square in whole numbers, added to other heights if asked.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "heights/lattice.hpp"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"
#include "terrawright/tile.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

// A rectangle of lattice points in memory.
struct Patch {
  Span columns{0, 0}, rows{0, 0};
  std::vector<float> heights;

  Patch() = default;
  Patch(Span columns_in, Span rows_in)
      : columns(columns_in),
        rows(rows_in),
        heights(static_cast<std::size_t>(columns.size()) * static_cast<std::size_t>(rows.size())) {}
  float& at(std::int32_t x, std::int32_t y) { return heights[place(x, y)]; }
  float at(std::int32_t x, std::int32_t y) const { return heights[place(x, y)]; }
  // Some of the points, row by row.
  std::vector<float> part(Span of_columns, Span of_rows) const {
    std::vector<float> points;
    for (std::int32_t y = of_rows.first; y <= of_rows.last; ++y) {
      for (std::int32_t x = of_columns.first; x <= of_columns.last; ++x) points.push_back(at(x, y));
    }
    return points;
  }

 private:
  std::size_t place(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y - rows.first) * static_cast<std::size_t>(columns.size()) +
           static_cast<std::size_t>(x - columns.first);
  }
};

// Diamond-square in whole numbers, as its first texts wrote it.

// interval: a whole number within half the block, in cells; means lose their fraction.
// halving: a whole number within an amplitude that halves, but never below 1; means keep their fraction.
enum class IntegerLaw { interval, halving };
enum class Corners { random, equal, keep };

// All that decides the heights, worked out before any cell exists.
struct IntegerSurface {
  std::uint64_t stream = 0;
  Lattice lattice;
  IntegerLaw law = IntegerLaw::interval;
  Edge edge = Edge::exclude;
  Corners corners = Corners::random;
  std::uint32_t highest_corner = 0;
  bool accumulate = false;
  std::vector<std::uint32_t> amplitudes;  // one per level

  void set_amplitudes(std::uint32_t first) {
    for (int l = 0; l < lattice.levels; ++l, first = std::max(first / 2u, 1u)) {
      amplitudes.push_back(law == IntegerLaw::interval ? 1u << (lattice.levels - 1 - l) : first);
    }
  }

  bool wraps() const { return edge == Edge::wrap; }
  Indices along(const Axis& axis, int halvings) const {
    return axis.at(halvings, lattice.levels - halvings, wraps() ? Bound::periodic : Bound::open);
  }

  float corner(std::int32_t i, std::int32_t j) const {
    const bool one = wraps() || corners == Corners::equal;
    const auto key = terrawright_key_of_row(stream, one ? 0 : j, TERRAWRIGHT_FOR_CORNER, 0, 0);
    return static_cast<float>(terrawright_below(terrawright_word(key, one ? 0 : i), highest_corner + 1u));
  }
  float mean(float mean) const { return law == IntegerLaw::interval ? std::trunc(mean) : mean; }
};

// Any rectangle of diamond-square in whole numbers, refined level by level from a coarser lattice.

// The points of lattice `halvings` - 1 that a run of points along one axis rests on.
inline Span nodes_along(const IntegerSurface& surface, const Axis& axis, int halvings, Span points) {
  const Indices all = surface.along(axis, halvings);
  const Span centres = common(centres_under(points, plain_reach), odds_in(all.map));
  return common(nodes_under(centres, plain_reach), evens_in(all.map));
}

// One level of refinement.
class IntegerLevel {
 public:
  // The level that makes lattice `halvings` of these points.
  IntegerLevel(const IntegerSurface& surface, int halvings, Span columns, Span rows)
      : surface_(&surface),
        halvings_(halvings),
        columns_(columns),
        rows_(rows),
        x_(surface.along(surface.lattice.x, halvings)),
        y_(surface.along(surface.lattice.y, halvings)),
        amplitude_(surface.amplitudes[static_cast<std::size_t>(halvings - 1)]) {}

  Span node_columns() const { return nodes_along(*surface_, surface_->lattice.x, halvings_, columns_); }
  Span node_rows() const { return nodes_along(*surface_, surface_->lattice.y, halvings_, rows_); }

  // old(x, y): what the cell held before. Right within the level's points; beyond them some are left at 0.
  template <class Old>
  Patch refined(const Patch& nodes, Old old) const {
    const Span node_columns = this->node_columns(), node_rows = this->node_rows();
    Patch patch({2 * node_columns.first, 2 * node_columns.last}, {2 * node_rows.first, 2 * node_rows.last});
    for (std::int32_t j = node_rows.first; j <= node_rows.last; ++j) {
      for (std::int32_t i = node_columns.first; i <= node_columns.last; ++i) patch.at(2 * i, 2 * j) = nodes.at(i, j);
    }
    for (std::int32_t y = patch.rows.first + 1; y < patch.rows.last; y += 2) {
      const auto key = key_of(y);
      for (std::int32_t x = patch.columns.first + 1; x < patch.columns.last; x += 2) {
        const float mean =
            ((patch.at(x - 1, y - 1) + patch.at(x + 1, y - 1)) + (patch.at(x - 1, y + 1) + patch.at(x + 1, y + 1))) *
            0.25f;
        patch.at(x, y) = displaced(mean, x, y, key, old);
      }
    }
    for (std::int32_t y = rows_.first; y <= rows_.last; ++y) {
      const auto key = key_of(y);
      for (std::int32_t x = columns_.first + ((columns_.first + y + 1) & 1); x <= columns_.last; x += 2) {
        patch.at(x, y) = displaced(edge_mean(patch, x, y), x, y, key, old);
      }
    }
    return patch;
  }

 private:
  terrawright_row_key key_of(std::int32_t y) const {
    const auto row = static_cast<std::int32_t>(static_cast<std::uint32_t>(y) & y_.period_mask);
    return terrawright_key_of_row(surface_->stream, row, TERRAWRIGHT_FOR_DISPLACEMENT,
                                  static_cast<std::uint32_t>(halvings_ - 1), 0);
  }

  float edge_mean(const Patch& patch, std::int32_t x, std::int32_t y) const {
    const auto at = [&](std::int32_t dx, std::int32_t dy) { return patch.at(x + dx, y + dy); };
    if (x == x_.map.first) return mean_at_border(surface_->edge, at(0, -1), at(0, 1), at(1, 0));
    if (x == x_.map.last) return mean_at_border(surface_->edge, at(0, -1), at(0, 1), at(-1, 0));
    if (y == y_.map.first) return mean_at_border(surface_->edge, at(-1, 0), at(1, 0), at(0, 1));
    if (y == y_.map.last) return mean_at_border(surface_->edge, at(-1, 0), at(1, 0), at(0, -1));
    return ((at(-1, 0) + at(1, 0)) + (at(0, -1) + at(0, 1))) * 0.25f;
  }

  template <class Old>
  float displaced(float mean, std::int32_t x, std::int32_t y, terrawright_row_key key, Old old) const {
    const auto column = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) & x_.period_mask);
    const std::uint32_t drawn = terrawright_below(terrawright_word(key, column), 2u * amplitude_ + 1u);
    const auto displacement =
        static_cast<float>(static_cast<std::int32_t>(drawn) - static_cast<std::int32_t>(amplitude_));
    if (!surface_->accumulate) return surface_->mean(mean) + displacement;
    const int remaining = surface_->lattice.levels - halvings_;
    return (old(std::int64_t{x} << remaining, std::int64_t{y} << remaining) + surface_->mean(mean)) + displacement;
  }

  const IntegerSurface* surface_;
  int halvings_;
  Span columns_, rows_;
  Indices x_, y_;
  std::uint32_t amplitude_;
};

// From the nodes of lattice `from`, which node(i, j) gives, to the points columns x rows of lattice `to`; the patch
// holds some more around them, unfinished.
template <class Node, class Old>
Patch refine(const IntegerSurface& surface, int from, int to, Span columns, Span rows, Node node, Old old) {
  std::vector<IntegerLevel> finest_first;
  for (int halvings = to; halvings > from; --halvings) {
    const IntegerLevel& level = finest_first.emplace_back(surface, halvings, columns, rows);
    const Span node_columns = level.node_columns(), node_rows = level.node_rows();
    columns = node_columns;
    rows = node_rows;
  }
  Patch patch(columns, rows);
  for (std::int32_t j = rows.first; j <= rows.last; ++j) {
    for (std::int32_t i = columns.first; i <= columns.last; ++i) patch.at(i, j) = node(i, j);
  }
  for (auto level = finest_first.rbegin(); level != finest_first.rend(); ++level) patch = level->refined(patch, old);
  return patch;
}

// The lattice that is made once for the whole world where coarse points rest on other heights, which lie anywhere.
// The finer ones are made tile by tile, and rest on heights near the tile.
struct CoarseLattice {
  int halvings = 0;          // from the corners
  std::int64_t spacing = 1;  // cells
  std::int32_t last = 1;     // index of the last point along an axis

  CoarseLattice() = default;
  // About as many points along an axis as cells between two of them, but at most 256 cells.
  explicit CoarseLattice(int levels) : halvings(levels - std::min((levels + 1) / 2, 8)) {
    spacing = std::int64_t{1} << (levels - halvings);
    last = std::int32_t{1} << halvings;
  }

  std::int64_t side() const { return last + std::int64_t{1}; }  // points
  std::int32_t of_cell(std::int64_t x) const { return static_cast<std::int32_t>(x / spacing); }
  // Points among `count` cells from `first` on.
  Span among(std::int64_t first, std::int64_t count) const {
    return {of_cell(first + spacing - 1), of_cell(first + count - 1)};
  }

  // From the first to the last of these points.
  Rect cells_of(Span columns, Span rows) const {
    // None, where a span has no points.
    const auto cells = [&](const Span& span) { return span.size() > 0 ? (span.size() - 1) * spacing + 1 : 0; };
    return {columns.first * spacing, rows.first * spacing, cells(columns), cells(rows)};
  }

  // The heights of the points in `area`, row by row; none where there is no view.
  std::vector<float> taken(const View<const float>& heights, const Rect& area) const {
    std::vector<float> points;
    const Span columns = among(area.x, area.width), rows = among(area.y, area.height);
    for (std::int64_t j = rows.first; heights && j <= rows.last; ++j) {
      for (std::int64_t i = columns.first; i <= columns.last; ++i) points.push_back(heights(i * spacing, j * spacing));
    }
    return points;
  }
  // The reverse: into the patch of the whole lattice.
  void put(const Items<float>& points, const Rect& area, Patch& all) const {
    const Span columns = among(area.x, area.width), rows = among(area.y, area.height);
    const float* next = points.begin();
    for (std::int32_t j = rows.first; !points.empty() && j <= rows.last; ++j) {
      for (std::int32_t i = columns.first; i <= columns.last; ++i) all.at(i, j) = *next++;
    }
  }
};

struct DiamondSquareInteger {
  In<Height> onto;
  Out<Height> height;

  IntegerLaw law = IntegerLaw::interval;
  Edge edge = Edge::exclude;
  Corners corners = Corners::random;
  std::int64_t highest_corner = 256, amplitude = 128;
  bool accumulate = false;

  // Result of arrange.
  IntegerSurface surface;
  CoarseLattice coarse;
  std::int64_t world_width = 0, world_height = 0;

  static void describe(Spec<DiamondSquareInteger>& s) {
    s.stage("heights.diamond_square_integer",
            "Diamond-square as its first descriptions have it: points are displaced by whole numbers, and the result "
            "can be added to other heights.");
    s.source("A diamond-square walkthrough in Clojure, wrap-around diamond-square; algorithms 4.3, 4.4");
    s.reads_random();
    s.port(&DiamondSquareInteger::onto, "onto",
           "Heights that the new ones are added to, or that the corners are taken from; without them, 0.")
        .unit("1")
        .optional()
        .window(around);
    s.port(&DiamondSquareInteger::height, "height", "The fractal heights.").unit("1");
    s.parameter(&DiamondSquareInteger::law, "law",
                "interval: displacements within half a block's side, in cells, and means without their fraction. "
                "halving: within `amplitude`, halved from level to level but never below 1, and means as they are.")
        .choices({"interval", "halving"});
    s.parameter(&DiamondSquareInteger::edge, "edge",
                "Rule for points on the border. exclude: from the mean of the three neighbours on the map. wrap: from "
                "a periodic, tileable map (square worlds of 2^n or 2^n+1 cells; corners become equal). line: from the "
                "mean of the two neighbours along the border.")
        .choices({"exclude", "wrap", "line"});
    s.parameter(&DiamondSquareInteger::corners, "corners", "Heights of the world's corners.")
        .choices({"random", "equal", "keep"})
        .choice_docs({"Four random ones.", "One random value at all four.", "Those of `onto`."});
    s.parameter(&DiamondSquareInteger::highest_corner, "highest_corner",
                "Largest height of a random corner; the smallest is 0.")
        .unit("1")
        .range(0, 1 << 20);
    s.parameter(&DiamondSquareInteger::amplitude, "amplitude",
                "With `law: halving`, the largest displacement of the first level.")
        .unit("1")
        .range(1, 1 << 20);
    s.parameter(&DiamondSquareInteger::accumulate, "accumulate",
                "Adds every new height to the one of `onto`, and goes on from the sum.");
  }

  void arrange(Arrangement& world) {
    world_width = world.width();
    world_height = world.height();
    refuse(world);
    const std::int64_t side = edge == Edge::wrap ? closed_side(world_width) : std::max(world_width, world_height);
    surface.lattice = lattice_of_corners(side, side);
    surface.stream = world.stream();
    surface.law = law;
    surface.edge = edge;
    surface.corners = corners;
    surface.highest_corner = static_cast<std::uint32_t>(highest_corner);
    surface.accumulate = accumulate && world.connected(onto);
    surface.set_amplitudes(static_cast<std::uint32_t>(amplitude));
    coarse = CoarseLattice(surface.lattice.levels);
    world.needs_memory(static_cast<std::uint64_t>(coarse.side() * coarse.side()) * 4 * sizeof(float));
  }

  void refuse(const Arrangement& world) const {
    refuse_longer_sides(world_width, world_height);
    if (edge == Edge::wrap) refuse_unperiodic(world_width, world_height);
    if (!world.connected(onto)) return;
    if (edge == Edge::wrap)
      throw Failure(
          "edge", "wrap makes a periodic map, which cannot be joined with the heights of `onto`; choose another edge");
    if (!accumulate && corners != Corners::keep) {
      throw Failure("onto",
                    "nothing would be taken from `onto`; set accumulate: true or corners: keep, or disconnect it");
    }
  }

  // The cells of `onto` that a tile rests on.
  static Rect around(const DiamondSquareInteger& stage, const Rect& tile) {
    const auto along = [&](const Axis& axis, std::int64_t first, std::int64_t count) {
      Span span = cells(first, count);
      for (int h = stage.surface.lattice.levels; h > stage.coarse.halvings; --h) {
        span = nodes_along(stage.surface, axis, h, span);
      }
      return span;
    };
    const Span columns = along(stage.surface.lattice.x, tile.x, tile.width);
    const Span rows = along(stage.surface.lattice.y, tile.y, tile.height);
    return stage.coarse.cells_of(columns, rows);
  }
  static Span cells(std::int64_t first, std::int64_t count) {
    return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(first + count - 1)};
  }

  Blob survey(const Tile& tile) const {
    Blob note;
    note.add(coarse.taken(tile[onto], tile.area()));
    return note;
  }

  // The verdict: the coarse lattice of the whole world, row by row.
  Next<Blob> resolve(Resolving& running, const Notes<Blob>& notes) const {
    const Span whole{0, coarse.last};
    Patch old(whole, whole);
    for (std::size_t n = 0; n < notes.size(); ++n) {
      coarse.put(notes[n].items<float>(0), running.tile(static_cast<std::size_t>(notes.tile(n))), old);
    }
    const auto corner = [&](std::int32_t i, std::int32_t j) {
      return corners == Corners::keep ? old.at(i == 0 ? 0 : coarse.last, j == 0 ? 0 : coarse.last)
                                      : surface.corner(i, j);
    };
    const auto old_at = [&](std::int64_t x, std::int64_t y) { return old.at(coarse.of_cell(x), coarse.of_cell(y)); };
    Blob verdict;
    verdict.add(refine(surface, 0, coarse.halvings, whole, whole, corner, old_at).part(whole, whole));
    return done(std::move(verdict));
  }

  void paint(Tile& tile, const BlobView& verdict) const {
    const auto to = tile[height];
    const auto from = tile[onto];
    const Items<float> nodes = verdict.items<float>(0);
    const std::int32_t mask = surface.wraps() ? coarse.last - 1 : ~std::int32_t{0};
    const auto node = [&](std::int32_t i, std::int32_t j) {
      return nodes[static_cast<std::size_t>((j & mask) * coarse.side() + (i & mask))];
    };
    const auto old_at = [&](std::int64_t x, std::int64_t y) {
      return from && x < world_width && y < world_height ? from(x, y) : 0.0f;
    };
    const Patch patch = refine(surface, coarse.halvings, surface.lattice.levels, cells(tile.left(), tile.width()),
                               cells(tile.top(), tile.height()), node, old_at);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      to(x, y) = patch.at(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(heights, diamond_square_integer, DiamondSquareInteger)
