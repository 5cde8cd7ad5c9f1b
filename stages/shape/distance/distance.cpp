// SPDX-License-Identifier: Apache-2.0
// shape.distance: how far it is to the edge of a mask, exactly.
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "terrawright/stage.hpp"
#include "tile_distance.hpp"

namespace {

using namespace terrawright;

// Every tile has its own verdict; none is for all.
struct Nothing {};

struct Distance {
  In<Mask> mask;
  Out<Scalar> distance;
  std::optional<double> reach;
  bool squared = false;

  double cell = 1;
  std::int64_t reach_cells = 0;

  static void describe(Spec<Distance>& s) {
    s.stage("shape.distance", "Exact distance from each cell to the edge of a mask, for example the coast of a land.");
    s.source(
        "cell (sqrt(D) - 0.5), D the least dx^2 + dy^2 to a cell of the other value, in whole numbers; Meijster, "
        "Roerdink & Hesselink 2000, Felzenszwalb & Huttenlocher 2012, tile by tile");
    s.reads_cell();
    s.port(&Distance::mask, "mask", "The mask: land, a lake, a forest.");
    s.port(&Distance::distance, "distance",
           "Metres to the edge, which lies half-way between cells: above 0 on the mask, below 0 off it, never 0. In a "
           "world that wraps the way may cross its ends. With `squared` in m2.");
    s.parameter(
         &Distance::reach, "reach",
         "Largest distance: cells beyond get it, as do all cells of a mask without an edge. A short one saves work.")
        .unit("m")
        .at_least(0)
        .word("none");
    s.parameter(
        &Distance::squared, "squared",
        "The square of the distance from the cell's middle to that of the nearest cell of the other value, in m2 and "
        "with the sign. It replaces the distance to the edge, and is the whole number D times a cell's area.");
  }

  void arrange(Arrangement& a) {
    if (reach && *reach == 0.0)
      throw Failure("reach", "the reach must be above 0; without `reach` distances have no limit");
    cell = a.cell();
    // More than the world and its copies around it.
    const std::int64_t all = 4 * (a.width() + a.height());
    const double cells = reach ? std::ceil(*reach / cell) + 2.0 : static_cast<double>(all);
    reach_cells = cells < static_cast<double>(all) ? static_cast<std::int64_t>(cells) : all;
    a.set_unit(distance, squared ? "m2" : "m");
    a.needs_memory(static_cast<std::uint64_t>(a.width()) * static_cast<std::uint64_t>(a.height()) / 16 +
                   128 * static_cast<std::uint64_t>(a.width() + a.height()) + (1 << 20));
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    Blob note;
    note.add(shape::packed_lines(shape::edge_columns(tile[mask], tile.area())));
    note.add(shape::packed_lines(shape::edge_rows(tile[mask], tile.area())));
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const shape::OutsideSites outside(resolving, notes, reach_cells);
    if (!reach && !(outside.any(0) && outside.any(1))) {
      throw Failure("mask", std::string("all its cells are ") + (outside.any(1) ? "1" : "0") +
                                ": there is no edge to measure from. With `reach` all cells get that distance");
    }
    for (std::size_t t = 0; t < notes.size(); ++t) {
      Blob own;
      for (const std::uint8_t is : {std::uint8_t{0}, std::uint8_t{1}}) own.add(outside.of(t, is));
      resolving.tell(t, own);
    }
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    const BlobView own = tile.own<Blob>();
    const auto is = tile[mask];
    const auto to = tile[distance];
    const shape::Measure measure{cell, reach.value_or(std::numeric_limits<double>::infinity())};
    shape::TileDistance here(tile.area(), is, {own.items<shape::Site>(0), own.items<shape::Site>(1)}, reach_cells);
    here.each_row(
        to,
        [&](std::int64_t y, const double* row) {
          (squared ? shape::squared_metres_of_row : shape::metres_of_row)(measure, is.row(y, tile.left()), row,
                                                                          to.row(y, tile.left()), tile.width());
        },
        [&] { tile.poll(); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, distance, Distance)
