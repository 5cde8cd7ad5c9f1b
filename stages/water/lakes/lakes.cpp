// SPDX-License-Identifier: Apache-2.0
// water.lakes: the depressions that are lakes: level, depth, volume, outlet.
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "tables/rows.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/discharge.hpp"
#include "water/lake_basins.hpp"
#include "water/perimeter.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// Lakes as a table: one row each, in their order, at their outlets.

// Volume from steps of depth on cells of so many metres.
inline double cubic_kilometres(std::int64_t steps, double cell) {
  return static_cast<double>(steps) / depth_steps * (cell * cell) / 1e9;
}

// `width`: cells of a row. `cell`: metres. `drained`: it is known where water leaves the lakes.
inline Table lake_table(const std::vector<Lake>& lakes, std::int64_t width, double cell, bool drained) {
  tables::Rows<std::int64_t, double, double, double, double, double, std::int64_t> rows({{"lake", "1"},
                                                                                         {"area", "km2"},
                                                                                         {"level", "m"},
                                                                                         {"max_depth", "m"},
                                                                                         {"volume", "km3"},
                                                                                         {"outflow", "m3/s"},
                                                                                         {"endorheic", "1"}});
  std::int64_t number = 0;
  for (const Lake& lake : lakes) {
    // Where no water leaves, and without receivers, the first cell replaces the outlet.
    const std::int64_t at = lake.outlet >= 0 ? lake.outlet : lake.first, x = at % width, y = at / width;
    rows.places.point(static_cast<double>(x), static_cast<double>(y));
    rows.add(++number, static_cast<double>(lake.area) * (cell * cell) / 1e6, static_cast<double>(lake.level),
             static_cast<double>(lake.max_depth), cubic_kilometres(lake.volume, cell),
             drained ? discharge(lake.outflow, cell) : NAN, drained && lake.outlet < 0 ? 1 : 0);
  }
  return rows.table();
}

// Lakes that several tiles have a part of, put together. A note holds, in this order: for each cell of the tile's
// perimeter the number of its lake or no_lake (nothing where there is none), and these lakes.

// The lakes that touch the tile's edge, numbered as one comes upon them on the way round it.
struct EdgeLakes {
  std::vector<std::uint32_t> number;  // by lake of the tile; no_lake: it is within
  std::vector<std::uint32_t> cells;   // the number of each cell of the edge, or no_lake; empty if none has one
  std::vector<Lake> lakes;

  EdgeLakes(const LakeBasins& basins, const Rect& tile) : number(basins.lakes().size(), no_lake) {
    Perimeter(tile).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      const std::uint32_t label = basins.label(x, y);
      if (label != no_lake && number[label] == no_lake) {
        number[label] = static_cast<std::uint32_t>(lakes.size());
        lakes.push_back(basins.lakes()[label]);
      }
      cells.push_back(label == no_lake ? no_lake : number[label]);
    });
    if (lakes.empty()) cells.clear();
  }
};

struct LakesAcross {
  std::vector<Lake> lakes;                          // each once
  std::vector<std::vector<std::uint32_t>> of_tile;  // of each tile's lakes at its edge: which one it is a part of
};

inline LakesAcross join_lakes(const Resolving& resolving, const Notes<Blob>& notes) {
  const TileGrid tiles(resolving);
  std::vector<std::uint32_t> first;
  std::vector<Lake> all;
  Joined parts;
  for (std::size_t t = 0; t < notes.size(); ++t) {
    first.push_back(static_cast<std::uint32_t>(all.size()));
    for (const Lake& part : notes[t].items<Lake>(1)) {
      all.push_back(part);
      parts.add();
    }
  }
  // Beside each other across an edge and of one level.
  for (std::size_t t = 0; t < notes.size(); ++t) {
    const auto edge = notes[t].items<std::uint32_t>(0);
    if (edge.empty()) continue;
    resolving.poll();
    Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (edge[number] == no_lake) return;
      const std::uint32_t here = first[t] + edge[number];
      tiles.each_across(t, x, y, [&](const EdgeCell& other) {
        const auto there = notes[other.tile].items<std::uint32_t>(0);
        if (there.empty() || there[other.number] == no_lake) return;
        const std::uint32_t across = first[other.tile] + there[other.number];
        if (all[across].level == all[here].level) parts.unite(here, across);
      });
    });
  }
  LakesAcross found;
  std::vector<std::uint32_t> number(all.size());
  found.of_tile.resize(notes.size());
  for (std::size_t t = 0, i = 0; t < notes.size(); ++t) {
    for (std::size_t k = 0; k < notes[t].items<Lake>(1).size(); ++k, ++i) {
      const std::uint32_t root = parts.find(static_cast<std::uint32_t>(i));
      if (root == i) {
        number[i] = static_cast<std::uint32_t>(found.lakes.size());
        found.lakes.push_back(all[i]);
      } else {
        found.lakes[number[root]].add(all[i]);
      }
      found.of_tile[t].push_back(number[root]);
    }
  }
  return found;
}

}  // namespace terrawright::water

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Lakes {
  In<Height> height, filled;
  In<Class> receivers;
  In<Count> accumulation;
  In<Mask> ocean;
  Out<Mask> mask;
  Out<Scalar> depth, level;
  Out<Height> ground;
  Out<Number> lakes, share, area, volume;
  Out<Table> table;
  std::int64_t min_area = 9;
  double min_depth = 1;

  std::int64_t width = 0, rows = 0;
  double cell = 0;
  bool drained = false;

  static void describe(Spec<Lakes>& s) {
    s.stage("water.lakes", "Lakes: depressions that are large and deep enough, filled to where they spill.");
    s.source("Algorithms 15.6: 8-connected cells of one filled level under water");
    s.reads_cell();
    s.port(&Lakes::height, "height", "Heights above the sea.").unit("m").halo(&Lakes::seen_around);
    s.port(&Lakes::filled, "filled", "Heights without depressions, from water.fill.")
        .unit("m")
        .halo(&Lakes::seen_around);
    s.port(&Lakes::receivers, "receivers",
           "Receivers of the cells, from water.receivers, which shows the outlets of lakes.")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    s.port(&Lakes::accumulation, "accumulation",
           "Runoff upstream of each cell, from water.accumulation, which shows the outlets of lakes and the water that "
           "flows through them.")
        .unit(runoff_unit)
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    s.port(&Lakes::ocean, "ocean",
           "Mask of the ocean, which `share` does not count as land; without it, cells at 0 m and below.")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    s.port(&Lakes::mask, "lake", "1 in lakes.").unit("1");
    s.port(&Lakes::depth, "depth", "Depth of the lake's water; 0 where there is no lake.").unit("m").by_name();
    s.port(&Lakes::level, "level", "Height of the lake's surface above the sea; 0 where there is no lake.")
        .unit("m")
        .by_name();
    s.port(&Lakes::ground, "ground", "The heights with depressions that are not lakes filled; lakes keep their floors.")
        .unit("m")
        .by_name();
    s.port(&Lakes::lakes, "lakes", "Number of lakes.").unit("1").by_name();
    s.port(&Lakes::share, "share", "Share of the land that lakes cover.").unit("%").by_name();
    s.port(&Lakes::area, "area", "Total area of the lakes.").unit("km2").by_name();
    s.port(&Lakes::volume, "volume", "Total volume of water in the lakes.").unit("km3").by_name();
    s.port(&Lakes::table, "table",
           "One row for each lake, the largest first, placed at its outlet. `endorheic` is 1 where no water leaves, as "
           "`receivers` and `accumulation` tell.")
        .points()
        .by_name();
    s.parameter(&Lakes::min_area, "min_area",
                "Smallest area of a lake; smaller depressions are filled and become land.")
        .unit("cells or an area")
        .at_least(1);
    s.parameter(&Lakes::min_depth, "min_depth",
                "Smallest depth of a lake at its deepest point; shallower depressions are filled and become land.")
        .unit("m")
        .range(0, 10000);
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "filled");
    width = a.width();
    rows = a.height();
    cell = a.cell();
    drained = a.connected(receivers) && a.connected(accumulation);
    if (a.connected(receivers)) check_receivers(a, receivers);
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 8 + (1 << 20));
  }

  // Surveys look where the water of a lake leaves it.
  static std::int64_t seen_around(const Lakes&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }
  LakeRules rules() const { return {min_area, min_depth}; }

  // Lakes that touch the tile's edge, and which of them is where on it; then those within that are large enough.
  Blob survey(const Tile& tile) const {
    require_countable(tile.area());
    tile.poll();
    const LakeBasins basins(tile[height], tile[filled], tile.area(), width, tile[receivers], tile[accumulation]);
    const EdgeLakes at_edge(basins, tile.area());
    std::vector<Lake> within;
    for (std::size_t i = 0; i < basins.lakes().size(); ++i) {
      if (at_edge.number[i] == no_lake && rules().keeps(basins.lakes()[i])) within.push_back(basins.lakes()[i]);
    }
    Blob note;
    note.add(at_edge.cells);
    note.add(at_edge.lakes);
    note.add(within);
    note.add_one(land_cells(tile[height], tile[filled], Outlets(tile[height], tile[ocean], width, rows), tile.area()));
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const LakesAcross across = join_lakes(resolving, notes);
    std::vector<Lake> kept;
    std::int64_t land = 0;
    for (const Lake& whole : across.lakes) {
      if (rules().keeps(whole)) kept.push_back(whole);
    }
    for (std::size_t t = 0; t < notes.size(); ++t) {
      std::vector<std::uint8_t> stays;
      for (const std::uint32_t number : across.of_tile[t]) stays.push_back(rules().keeps(across.lakes[number]));
      Blob own;
      own.add(stays);
      resolving.tell(t, own);
      land += notes[t].one<std::int64_t>(3);
      for (const Lake& within : notes[t].items<Lake>(2)) kept.push_back(within);
    }
    std::sort(kept.begin(), kept.end(),
              [](const Lake& a, const Lake& b) { return std::tuple(-a.area, a.first) < std::tuple(-b.area, b.first); });
    say(resolving, kept, land);
    return done(Nothing{});
  }

  void say(const Resolving& resolving, const std::vector<Lake>& kept, std::int64_t land) const {
    const double cell_area = cell * cell / 1e6;  // km2
    std::int64_t cells = 0, steps = 0;
    for (const Lake& lake : kept) {
      cells += lake.area;
      steps += lake.volume;
    }
    resolving.table(table, lake_table(kept, width, cell, drained));
    resolving.number(lakes, static_cast<double>(kept.size()));
    resolving.number(share, percent_of(cells, land));
    resolving.number(area, static_cast<double>(cells) * cell_area);
    resolving.number(volume, cubic_kilometres(steps, cell));
  }

  void paint(Tile& tile) const {
    const LakeBasins basins(tile[height], tile[filled], tile.area(), width);
    const auto stays_at_edge = tile.own<Blob>().items<std::uint8_t>(0);
    const std::vector<std::uint32_t> number = EdgeLakes(basins, tile.area()).number;
    std::vector<std::uint8_t> stays;
    for (std::size_t i = 0; i < number.size(); ++i) {
      stays.push_back(number[i] == no_lake ? rules().keeps(basins.lakes()[i]) : stays_at_edge[number[i]]);
    }
    const auto z = tile[height], w = tile[filled];
    const auto wet = tile[mask];
    const auto deep = tile[depth], surface = tile[level], floor = tile[ground];
    tile.each_row([&](std::int64_t y) {
      if (wet) std::fill_n(wet.row(y, tile.left()), tile.width(), std::uint8_t{0});
      if (deep) std::fill_n(deep.row(y, tile.left()), tile.width(), 0.0f);
      if (surface) std::fill_n(surface.row(y, tile.left()), tile.width(), 0.0f);
      if (floor) std::copy_n(w.row(y, tile.left()), tile.width(), floor.row(y, tile.left()));
      basins.each_of_row(y, [&](std::int64_t x, std::int64_t) {
        if (!stays[basins.label(x, y)]) return;
        if (wet) wet(x, y) = 1;
        if (deep) deep(x, y) = w(x, y) - z(x, y);
        if (surface) surface(x, y) = w(x, y);
        if (floor) floor(x, y) = z(x, y);
      });
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, lakes, Lakes)
