// SPDX-License-Identifier: Apache-2.0
// heights.diamond_square_integer: diamond-square in whole numbers, added to other heights if asked.
#include <algorithm>
#include <vector>

#include "coarse_lattice.hpp"
#include "heights/periodic_sizes.hpp"
#include "integer_level.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::heights;

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
