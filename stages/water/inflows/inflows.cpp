// SPDX-License-Identifier: Apache-2.0
// water.inflows: rivers that come into the world from beyond its edge.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/discharge.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Inflow {
  double x = 0, y = 50, discharge = 10;

  static void describe(Parameters<Inflow>& row) {
    row.parameter(&Inflow::x, "x", "Where the river comes in, from west to east: 0 % is the western edge.")
        .unit("%")
        .range(0, 100);
    row.parameter(&Inflow::y, "y", "The same from north to south: 0 % is the northern edge.").unit("%").range(0, 100);
    row.parameter(&Inflow::discharge, "discharge", "Mean discharge of the river.").unit("m3/s").range(0, 1e7);
  }
};

// The lowest cell beside the world's edge near one row, and the first of several; beyond all heights where there is
// none. Over the edge itself water leaves.
struct Lowest {
  float height;
  std::int64_t x, y;
};
constexpr Lowest none{INFINITY, -1, -1};

struct Inflows {
  In<Height> height;
  In<Count> runoff;
  In<Scalar> rain;
  Out<Count> runoff_after;
  Out<Scalar> rain_after;
  std::vector<Inflow> inflows;
  double reach = 1000;

  static void describe(Spec<Inflows>& s) {
    s.stage("water.inflows",
            "Rivers come into the world from beyond its edge, each at the lowest cell beside the edge near a place.");
    s.source("Discharge over the area of a cell, in whole 1/1024 mm of runoff");
    s.reads_cell();
    s.port(&Inflows::height, "height", "Heights above the sea.").unit("m");
    s.port(&Inflows::runoff, "runoff", "Runoff of the cells, from water.runoff.").unit(runoff_unit).optional();
    s.port(&Inflows::rain, "rain", "Annual rain, for stages of erosion.").unit("mm/yr").optional();
    s.port(&Inflows::runoff_after, "runoff", "The runoff, with that of the rivers in their cells.").unit(runoff_unit);
    s.port(&Inflows::rain_after, "rain", "The rain, with the rivers as if they rained in their cells.")
        .unit("mm/yr")
        .by_name();
    s.parameter(&Inflows::inflows, "inflows", "The rivers, one row each.");
    s.parameter(&Inflows::reach, "reach", "How far along the edge the lowest cell is looked for.")
        .unit("m")
        .range(0, 1e7);
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    if (a.wanted(runoff_after) && !a.connected(runoff)) throw Failure("runoff", "nothing is connected to this input");
    if (a.wanted(rain_after) && !a.connected(rain)) throw Failure("rain", "nothing is connected to this input");
    for (const Inflow& inflow : inflows) {
      if (inflow.x > 0 && inflow.x < 100 && inflow.y > 0 && inflow.y < 100)
        throw Failure("inflows", "a river comes in at an edge: x or y is 0 % or 100 %");
      if (discharge(most_runoff, a.cell()) < inflow.discharge)
        throw Failure("inflows", "so much water cannot be added up on cells so small");
    }
    const World world = a.world();
    const std::int64_t right = world.width() - 1, bottom = world.height() - 1;
    if (!inflows.empty() && std::min(right, bottom) < 2)
      throw Failure("inflows", "rivers come in beside the edge: the world needs 3 x 3 cells or more, and has " +
                                   std::to_string(world.width()) + " x " + std::to_string(world.height()));
    for (std::size_t i = 0; i < inflows.size(); ++i) {
      const auto x =
          std::clamp<std::int64_t>(std::llround(inflows[i].x / 100 * static_cast<double>(right)), 1, right - 1);
      const auto y =
          std::clamp<std::int64_t>(std::llround(inflows[i].y / 100 * static_cast<double>(bottom)), 1, bottom - 1);
      if (!is_near(inflows[i], x, y, world))
        throw Failure("inflows", "no cell of the edge is within reach of row " + std::to_string(i + 1));
    }
  }

  Blob survey(const Tile& tile) const {
    const World world = tile.world();
    const std::int64_t right = world.width() - 1, bottom = world.height() - 1;
    const auto z = tile[height];
    std::vector<Lowest> lowest(inflows.size(), none);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (std::min({x, y, right - x, bottom - y}) != 1) return;
      for (std::size_t i = 0; i < inflows.size(); ++i) {
        if (!is_near(inflows[i], x, y, world)) continue;
        const Lowest here{z(x, y), x, y};
        if (is_before(here, lowest[i])) lowest[i] = here;
      }
    });
    Blob note;
    note.add(lowest);
    return note;
  }

  Next<Blob> resolve(Resolving&, const Notes<Blob>& notes) const {
    std::vector<Lowest> lowest(inflows.size(), none);
    for (std::size_t t = 0; t < notes.size(); ++t) {
      const Items<Lowest> of_tile = notes[t].items<Lowest>(0);
      for (std::size_t i = 0; i < of_tile.size(); ++i)
        if (is_before(of_tile[i], lowest[i])) lowest[i] = of_tile[i];
    }
    Blob places;
    places.add(lowest);
    return done(std::move(places));
  }

  void paint(Tile& tile, const BlobView& places) const {
    const auto water = tile[runoff];
    const auto fallen = tile[rain];
    const auto to = tile[runoff_after];
    const auto rained = tile[rain_after];
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      if (to) to(x, y) = water(x, y);
      if (rained) rained(x, y) = fallen(x, y);
    });
    const Items<Lowest> lowest = places.items<Lowest>(0);
    for (std::size_t i = 0; i < lowest.size(); ++i) {
      const std::int64_t x = lowest[i].x, y = lowest[i].y;
      if (x < tile.left() || x >= tile.right() || y < tile.top() || y >= tile.bottom()) continue;
      const std::int64_t more = least_runoff(inflows[i].discharge, tile.world().cell());
      if (to) to(x, y) += more;
      if (rained) rained(x, y) += static_cast<float>(static_cast<double>(more) / 1024);
    }
  }

 private:
  static constexpr std::int64_t most_runoff = INT64_MAX / 1024;

  bool is_near(const Inflow& inflow, std::int64_t x, std::int64_t y, const World& world) const {
    const double right = static_cast<double>(world.width() - 1), bottom = static_cast<double>(world.height() - 1);
    const double across = (static_cast<double>(x) - inflow.x / 100 * right) * world.cell();
    const double down = (static_cast<double>(y) - inflow.y / 100 * bottom) * world.cell();
    return across * across + down * down <= reach * reach;
  }
  static bool is_before(const Lowest& a, const Lowest& b) {
    if (a.height != b.height) return a.height < b.height;
    return b.x >= 0 && (a.y != b.y ? a.y < b.y : a.x < b.x);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, inflows, Inflows)
