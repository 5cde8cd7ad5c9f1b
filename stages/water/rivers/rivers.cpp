// SPDX-License-Identifier: Apache-2.0
// water.rivers: where enough water flows: discharge, width, order.
#include <cmath>

#include "order_legend.hpp"
#include "reaches.hpp"
#include "river_orders.hpp"
#include "terrawright/stage.hpp"
#include "water/discharge.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Rivers {
  In<Class> receivers;
  In<Count> accumulation;
  In<Mask> lake, ocean;
  Out<Mask> river;
  Out<Scalar> discharge, width;
  Out<Class> order;
  Out<Number> total, longest;
  Out<Table> table;
  double threshold = 2, width_factor = 5;

  std::int64_t columns = 0, rows = 0, least = 0;
  double cell = 0;
  bool table_wanted = false, network_wanted = false;

  static void describe(Spec<Rivers>& s) {
    s.stage("water.rivers", "Rivers: the cells that carry enough water, how wide they are and of what order.");
    s.source("Width: Leopold & Maddock 1953, hydraulic geometry, exponent 0.5; order: Strahler 1957");
    s.reads_cell();
    s.port(&Rivers::receivers, "receivers", "Where each cell drains to, from water.receivers.").halo(1);
    s.port(&Rivers::accumulation, "accumulation", "Runoff upstream of each cell, from water.accumulation.")
        .unit(runoff_unit)
        .halo(1);
    s.port(&Rivers::lake, "lake", "Mask of the lakes, which rivers pass through, from water.lakes.").halo(1).optional();
    s.port(&Rivers::ocean, "ocean",
           "Mask of the ocean, where rivers end; without it, they end at cells that drain nowhere.")
        .halo(1)
        .optional();
    s.port(&Rivers::river, "river", "1 in rivers, lakes left out.").unit("1");
    s.port(&Rivers::discharge, "discharge", "Water that passes through each cell of land.").unit("m3/s").by_name();
    s.port(&Rivers::width, "width", "Width of the river; 0 where there is none.").unit("m").by_name();
    s.port(&Rivers::order, "order", "Strahler order of the river.").by_name();
    s.port(&Rivers::total, "rivers",
           "How many rivers end in the sea or elsewhere; one that joins another is a part of it.")
        .unit("1")
        .by_name();
    s.port(&Rivers::longest, "longest", "Length of the longest river, from its spring through lakes to where it ends.")
        .unit("km")
        .by_name();
    s.port(&Rivers::table, "table", "One row for each reach of a river, from a spring, confluence or lake to the next.")
        .lines()
        .by_name();
    s.parameter(&Rivers::threshold, "threshold", "Discharge from which a stream counts as a river.")
        .unit("m3/s")
        .range(1e-6, 1e9);
    s.parameter(&Rivers::width_factor, "width_factor",
                "Width in metres of a river with a discharge of 1 m3/s; the width grows with the square root of the "
                "discharge.")
        .range(0, 1000);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    columns = a.width();
    rows = a.height();
    cell = a.cell();
    least = least_runoff(threshold, cell);
    table_wanted = a.wanted(table);
    network_wanted = a.wanted(order) || a.wanted(total) || a.wanted(longest) || table_wanted;
    a.set_legend(order, order_legend());
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) * (table_wanted ? 4 : 1) + (1 << 20));
  }

  auto water(const Tile& tile) const {
    return [to = tile[receivers], all = tile[accumulation], in_lake = tile[lake], sea = tile[ocean], this](
               std::int64_t x, std::int64_t y) {
      if (in_lake && in_lake(x, y) != 0) return Water::lake;
      if (sea ? sea(x, y) != 0 : to(x, y) == no_receiver) return Water::none;
      return all(x, y) >= least ? Water::river : Water::none;
    };
  }

  // Where a river goes; without an ocean what lies on the map's border may be land as well.
  template <class WaterAt>
  Water water_below(const Tile& tile, const RiverTile<WaterAt>& rivers, std::int64_t x, std::int64_t y) const {
    const std::size_t at = rivers.place(x, y);
    if (rivers.code(at) == no_receiver) return Water::none;
    const Water below = rivers.water_below(at);
    const Direction& to = direction(rivers.code(at));
    const bool is_inside = x + to.dx > 0 && y + to.dy > 0 && x + to.dx + 1 < columns && y + to.dy + 1 < rows;
    return below != Water::none || is_inside || tile[ocean] ? below : Water::border;
  }

  // First how orders hang together, then the rivers' cells for the table.
  Blob survey(const Tile& tile, const BlobView& entering) const {
    tile.poll();
    if (!network_wanted) return {};
    RiverTile rivers(tile[receivers], tile.area(), water(tile));
    if (!entering) return order_note(rivers);
    set_orders(rivers, entering.items<Entering>(tile.index()));
    std::vector<RiverCell> cells;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const std::size_t at = rivers.place(x, y);
      const Water here = rivers.water(at);
      if (here == Water::none) return;
      const Water below = water_below(tile, rivers, x, y);
      if (here == Water::lake && below != Water::river) return;
      cells.push_back(
          {y * columns + x, tile[accumulation](x, y), rivers.code(at), here, below, river_order(rivers.arriving(at))});
    });
    Blob note;
    note.add(cells);
    return note;
  }

  Next<Blob> resolve(Resolving& resolving, const Notes<Blob>& notes, const BlobView& entering) const {
    if (!network_wanted) return done(Blob{});
    if (!entering) {
      Ended ended;
      Blob all = resolve_orders(resolving, notes, ended);
      resolving.number(total, static_cast<double>(ended.rivers));
      resolving.number(longest, ended.longest.cells() * cell / 1000.0);
      return table_wanted ? again(std::move(all)) : done(std::move(all));
    }
    std::vector<RiverCell> cells;
    Blob all;
    for (std::size_t t = 0; t < notes.size(); ++t) {
      const auto of_tile = notes[t].items<RiverCell>(0);
      cells.insert(cells.end(), of_tile.begin(), of_tile.end());
      const auto entries = entering.items<Entering>(t);
      all.add(entries.data(), entries.size());
    }
    resolving.table(table, Reaches(std::move(cells), columns, cell, width_factor).table());
    return done(std::move(all));
  }

  void paint(Tile& tile, const BlobView& entering) const {
    const auto all = tile[accumulation];
    const auto sea = tile[ocean];
    const auto mask = tile[river];
    const auto flow = tile[discharge], wide = tile[width];
    const auto water_at = water(tile);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const double q = water::discharge(all(x, y), cell);
      const bool is_river = water_at(x, y) == Water::river;
      if (mask) mask(x, y) = is_river;
      if (flow) flow(x, y) = sea && sea(x, y) != 0 ? 0.0f : static_cast<float>(q);
      if (wide) wide(x, y) = is_river ? static_cast<float>(width_factor * std::sqrt(q)) : 0.0f;
    });
    if (!tile.wanted(order)) return;
    RiverTile rivers(tile[receivers], tile.area(), water_at);
    set_orders(rivers, entering.items<Entering>(tile.index()));
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const std::size_t at = rivers.place(x, y);
      const bool is_river = rivers.water(at) == Water::river;
      tile[order](x, y) = is_river ? std::min(river_order(rivers.arriving(at)), highest_order) : 0;
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, rivers, Rivers)
