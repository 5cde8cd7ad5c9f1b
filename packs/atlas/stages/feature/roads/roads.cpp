// SPDX-License-Identifier: Apache-2.0
// feature.roads: roads from place to place.
#include "roads.hpp"

#include <cmath>
#include <vector>

#include "feature/feature_grid.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

struct RoadsBetween {
  In<Height> height;
  In<Mask> land, lake;
  In<Table> places, rivers;
  Out<Table> roads;
  double grid_cell = 500;

  FeatureGrid grid;

  static constexpr std::int64_t most_side = 1024;  // blocks

  static void describe(Spec<RoadsBetween>& s) {
    s.stage("feature.roads",
            "Roads: from each place the easiest way to a more important one, joining roads there are.");
    s.source("Dijkstra 1959, costs in whole numbers: slope, rivers and shores are dear, roads are cheap");
    s.reads_cell();
    const auto seen = [](auto port) { port.only_in(TERRAWRIGHT_PHASE_SURVEY).optional(); };
    s.port(&RoadsBetween::height, "height", "Heights above the sea.").unit("m").only_in(TERRAWRIGHT_PHASE_SURVEY);
    seen(s.port(&RoadsBetween::land, "land", "Mask of the land; without it, cells above 0 m."));
    seen(s.port(&RoadsBetween::lake, "lake", "Mask of the lakes, which roads go round."));
    s.port(&RoadsBetween::places, "places", "Places, the most important first, from feature.places.").points();
    s.port(&RoadsBetween::rivers, "rivers", "Rivers or their reaches, which roads rather do not cross.")
        .lines()
        .optional();
    s.port(&RoadsBetween::roads, "roads",
           "One row for each stretch of road that is not part of one before it: its rank, 1 a main road between towns, "
           "2 any other; the rows of the places that it was made for; its length.")
        .lines();
    s.parameter(&RoadsBetween::grid_cell, "grid", "Resolution of the search for ways; coarser in large worlds.")
        .unit("m")
        .range(1, 1e6)
        .advanced();
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    const std::int64_t side = std::max(a.width(), a.height());
    const auto block = static_cast<std::int64_t>(std::max(1.0, std::min(grid_cell / a.cell() + 0.5, 1e9)));
    grid = feature_grid(a.width(), a.height(), a.cell(), most_side);
    if (block > grid.block) grid = feature_grid(a.width(), a.height(), a.cell(), (side + block - 1) / block);
    a.needs_memory(memory_of(grid, 128));
  }

  Blob survey(const Tile& tile) const {
    const auto z = tile[height];
    const auto is_land = tile[land], is_lake = tile[lake];
    const auto ashore = [&](std::int64_t x, std::int64_t y) { return is_land ? is_land(x, y) != 0 : z(x, y) > 0.0f; };
    Blob note;
    survey_heights(note, tile, z, grid, ashore);
    survey_flags(note, tile, grid,
                 [&](std::int64_t x, std::int64_t y) { return ashore(x, y) && !(is_lake && is_lake(x, y) != 0); });
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    Country country{grid,
                    join_flags(notes, 3, grid),
                    join_heights(notes, 0, grid).mean,
                    {},
                    join_flags(notes, 3, grid, Share::all)};
    country.river.assign(grid.size(), 0);
    const TableView flowing = resolving[rivers], table = resolving[places];
    for (std::size_t r = 0; r < flowing.rows(); ++r) {
      for (const terrawright_point& point : flowing.line(r)) country.river[grid.block_at(point)] = 1;
    }
    std::vector<std::size_t> blocks;
    for (std::size_t p = 0; p < table.rows(); ++p)
      blocks.push_back(nearest_set(country.dry, grid.block_at(table.point(p)), grid, 3, 99));
    settle(country, blocks);
    resolving.table(roads, table_of(country, blocks, table, [&] { resolving.poll(); }));
    return done(Nothing{});
  }
  void paint(Tile&) const {}

  template <class Poll>
  Table table_of(const Country& country, const std::vector<std::size_t>& blocks, const TableView& places_of,
                 Poll poll) const {
    const std::int64_t* const ranks = places_of.integers("rank");
    std::vector<terrawright_point> at;
    for (std::size_t p = 0; p < places_of.rows(); ++p) at.push_back(places_of.point(p));
    Swing swing(country, blocks, at);
    tables::Rows<std::int64_t, std::int64_t, std::int64_t, double> rows(
        {{"rank", "1"}, {"from", "1"}, {"to", "1"}, {"length", "km"}});
    for (const Road& road : Roads(country, blocks, poll).roads) {
      poll();
      const std::vector<terrawright_point> line = swing.line(road);
      double metres = 0;
      for (std::size_t i = 1; i < line.size(); ++i) {
        const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
        metres += std::sqrt(dx * dx + dy * dy) * grid.cell;
      }
      rows.places.line(line.begin(), line.end());
      rows.add(ranks[road.from] <= 2 && ranks[road.to] <= 2 ? 1 : 2, static_cast<std::int64_t>(road.from),
               static_cast<std::int64_t>(road.to), metres / 1000);
    }
    return rows.table();
  }
};

}  // namespace

TERRAWRIGHT_STAGE(feature, roads, RoadsBetween)
