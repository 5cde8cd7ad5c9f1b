// SPDX-License-Identifier: Apache-2.0
// water.rivers: where enough water flows: discharge, width, order.
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reach_chains.hpp"
#include "river_orders.hpp"
#include "river_tile.hpp"
#include "tables/rows.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "terrawright/tile.hpp"
#include "water/directions.hpp"
#include "water/discharge.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

// Orders of rivers as classes.
constexpr std::uint16_t no_order = 0;
constexpr std::uint8_t highest_order = 12;  // of the largest rivers on Earth

inline std::vector<LegendEntry> order_legend() {
  std::vector<LegendEntry> orders = {{0, "no river", {0, 0, 0, 0}, " "}};
  for (std::uint8_t i = 1; i <= highest_order; ++i) {
    const auto shade = static_cast<std::uint8_t>(220 - 18 * i);
    orders.push_back({i,
                      "order " + std::to_string(i),
                      {static_cast<std::uint8_t>(shade / 2), shade, 255, 255},
                      std::string(1, static_cast<char>(i < 10 ? '0' + i : 'a' + i - 10))});
  }
  return orders;
}

// Rows of cells of rivers: loops without a branch.

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void rivers_of_row(const std::uint8_t* water, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = water[x] == static_cast<std::uint8_t>(Water::river) ? 1 : 0;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void discharge_of_row(const std::int64_t* runoff, double cell, float* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = static_cast<float>(water::discharge(runoff[x], cell));
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void dry_of_row(const std::uint8_t* sea, float* __restrict to, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) to[x] = sea[x] != 0 ? 0.0f : to[x];
}

}  // namespace

// Reaches as rows of a table: rivers from one spring, confluence or lake to the next, a line each. A tile gives the
// pieces that it has; what a row says stands in its last piece.
class Reaches {
 public:
  // `columns`: of the world. `cell`: metres.
  Reaches(std::int64_t columns, double cell, double width_factor)
      : columns_(columns), cell_(cell), width_factor_(width_factor) {}

  // runoff(x, y): water that passes through a cell.
  template <class Finder, class Runoff>
  void add(const RiverTile& rivers, const Finder& finder, const Items<std::uint8_t>& told, Runoff runoff) {
    TileReaches numbers(told, rivers.tile());
    std::map<std::ptrdiff_t, std::int64_t> begins;  // the reach that begins in a cell
    finder.each_beginning([&](std::ptrdiff_t first) {
      begins.emplace_hint(begins.end(), first, numbers.next_number(rivers.tile().y + first / rivers.map().stride()));
    });
    finder.each([&](const ReachPiece& piece) {
      Chained reach;
      if (crosses(piece)) reach = numbers.next(piece);
      if (piece.begins) {
        reach.number = begins.at(rivers.map().place(piece.x, piece.y));
        reach.from = piece.y * columns_ + piece.x;
      }
      if (piece.below == Water::river && !piece.leaves) {  // else it ends on the border of the map
        const auto below = begins.find(rivers.next(piece.last));
        if (below != begins.end()) reach.joins = below->second;
      }
      add(piece, reach, river_order(rivers.arriving(piece.last)), runoff(piece.last_x, piece.last_y));
    });
  }

  void give(const Tile& tile, Out<Table> table) { tile.rows(table, rows_.table(), number_, part_); }

 private:
  struct Cell {
    std::int64_t x, y;
  };

  void add(const ReachPiece& piece, const Chained& reach, std::uint8_t order, std::int64_t runoff) {
    std::vector<Cell> line;
    Cell at{piece.x, piece.y};
    for (const std::uint8_t code : piece.way) {
      line.push_back(at);
      at = {at.x + direction(code).dx, at.y + direction(code).dy};
    }
    if (!reach.goes_on) line.push_back(at);  // else the next piece begins there
    const double q = discharge(runoff, cell_);
    rows_.places.line(line.begin(), line.end());
    rows_.add(reach.number, order, (reach.before + piece.steps).cells() * cell_ / 1000.0, q,
              width_factor_ * std::sqrt(q),
              reach.joins != 0             ? "river"
              : piece.below == Water::lake ? "lake"
              : piece.below == Water::none ? "sea"
                                           : "border",
              reach.joins, reach.from % columns_, reach.from / columns_, at.x, at.y);
    number_.push_back(static_cast<std::uint64_t>(reach.number));
    part_.push_back(reach.part);
  }

  std::int64_t columns_;
  double cell_, width_factor_;
  using Whole = std::int64_t;
  tables::Rows<Whole, Whole, double, double, double, std::string, Whole, Whole, Whole, Whole, Whole> rows_{
      {{"reach", "1"},
       {"order", "1"},
       {"length", "km"},
       {"discharge", "m3/s"},
       {"width", "m"},
       {"ends_in", "1"},
       {"next_reach", "1"},
       {"from_x", "1"},
       {"from_y", "1"},
       {"to_x", "1"},
       {"to_y", "1"}}};
  std::vector<std::uint64_t> number_, part_;
};

}  // namespace terrawright::water

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Rivers {
  In<Class> receivers;
  In<Count> accumulation, of_lakes;
  In<Mask> lake, ocean;
  Out<Mask> river;
  Out<Scalar> discharge, width;
  Out<Class> order;
  Out<Number> total, longest;
  Out<Table> table;
  double threshold = 2, width_factor = 5;

  std::int64_t columns = 0, rows = 0, least = 0;
  double cell = 0;
  bool table_wanted = false, network_wanted = false, order_wanted = false;

  static void describe(Spec<Rivers>& s) {
    s.stage("water.rivers", "Rivers: the cells that carry enough water, how wide they are and of what order.");
    s.source("Width: Leopold & Maddock 1953, hydraulic geometry, exponent 0.5; order: Strahler 1957");
    s.reads_cell();
    s.port(&Rivers::receivers, "receivers", "Receivers of the cells, from water.receivers.").halo(&Rivers::seen_around);
    s.port(&Rivers::accumulation, "accumulation", "Runoff upstream of each cell, from water.accumulation.")
        .unit(runoff_unit)
        .halo(&Rivers::seen_around);
    s.port(&Rivers::of_lakes, "of_lakes",
           "Runoff of lakes alone upstream of each cell, from water.accumulation: with any of it a stream is a river, "
           "so that every lake has its outflow.")
        .unit(runoff_unit)
        .halo(&Rivers::seen_around)
        .optional();
    s.port(&Rivers::lake, "lake", "Mask of the lakes, which rivers pass through, from water.lakes.")
        .halo(&Rivers::seen_around)
        .optional();
    s.port(&Rivers::ocean, "ocean",
           "Mask of the ocean, where rivers end; without it, they end at cells that drain nowhere.")
        .halo(&Rivers::seen_around)
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
        .by_tile()
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
    order_wanted = a.wanted(order);
    network_wanted = order_wanted || a.wanted(total) || a.wanted(longest) || table_wanted;
    a.set_legend(order, order_legend());
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) + (1 << 20));
  }

  WaterViews water(const Tile& tile) const {
    return {tile[receivers], tile[accumulation], tile[of_lakes], tile[lake], tile[ocean], least};
  }
  // Orders of painted rivers, and where their reaches begin, depend on those beyond the tile.
  static std::int64_t seen_around(const Rivers& stage, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY || stage.order_wanted || stage.table_wanted ? 1 : 0;
  }

  auto pieces_of(const RiverTile& rivers, const Tile& tile) const {
    return PieceFinder(rivers, [&rivers, this, has_ocean = static_cast<bool>(tile[ocean])](
                                   std::ptrdiff_t place, std::int64_t x, std::int64_t y) {
      // Without an ocean what lies on the map's border may be land as well.
      const Direction& to = direction(rivers.code(place));
      const bool is_inside = x + to.dx > 0 && y + to.dy > 0 && x + to.dx + 1 < columns && y + to.dy + 1 < rows;
      const Water below = rivers.water_below(place);
      return below != Water::none || is_inside || has_ocean ? below : Water::border;
    });
  }

  // Connections of orders, and for the table those of reaches.
  Blob survey(const Tile& tile) const {
    require_countable(tile.area());
    tile.poll();
    Blob nothing;
    nothing.add<std::uint8_t>(nullptr, 0);
    nothing.add<std::uint8_t>(nullptr, 0);
    if (!network_wanted) return nothing;
    const WaterMap map(water(tile), tile.area());
    if (!map.any()) return nothing;
    RiverTile rivers(tile[receivers], tile.area(), map);
    Blob note = OrderNote(rivers).blob();
    note.add(table_wanted ? chain_note(pieces_of(rivers, tile), tile.area()) : std::vector<std::uint8_t>());
    return note;
  }
  // Verdict of a tile: its inflow, and the continuations of its reaches.
  static Items<Entering> entering(const Tile& tile) {
    const BlobView own = tile.own<Blob>();
    return own ? own.items<Entering>(0) : Items<Entering>();
  }
  static Items<std::uint8_t> chains(const Tile& tile) {
    const BlobView own = tile.own<Blob>();
    return own ? own.items<std::uint8_t>(1) : Items<std::uint8_t>();
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    if (!network_wanted) return done(Nothing{});
    Ended ended;
    const auto entering = resolve_orders(resolving, notes, ended);
    resolving.number(total, static_cast<double>(ended.rivers));
    resolving.number(longest, ended.longest.cells() * cell / 1000.0);
    const ReachChains chains(TileGrid(resolving), columns,
                             [&](std::size_t t) { return notes[t].items<std::uint8_t>(1); });
    for (std::size_t t = 0; t < entering.size(); ++t) {
      if (entering[t].empty() && chains.told(t).empty()) continue;
      Blob own;
      own.add(entering[t]);
      own.add(chains.told(t));
      resolving.tell(t, own);
    }
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    const WaterViews views = water(tile);
    const auto all = tile[accumulation];
    const auto mask = tile[river];
    const auto flow = tile[discharge], wide = tile[width];
    const auto count = static_cast<std::int32_t>(tile.width());
    std::vector<std::uint8_t> row(static_cast<std::size_t>(tile.width() + beyond_flags), 0);
    tile.each_row([&](std::int64_t y) {
      const bool any = views.row(y, tile.left(), tile.width(), row.data());
      const std::int64_t* const runoff = all.row(y, tile.left());
      if (mask) rivers_of_row(row.data(), mask.row(y, tile.left()), count);
      if (flow) {
        discharge_of_row(runoff, cell, flow.row(y, tile.left()), count);
        if (views.sea) dry_of_row(views.sea.row(y, tile.left()), flow.row(y, tile.left()), count);
      }
      if (!wide) return;
      float* const to = wide.row(y, tile.left());
      std::fill_n(to, count, 0.0f);
      if (!any) return;
      each_set(row.data(), count, [&](std::int64_t x) {
        if (static_cast<Water>(row[static_cast<std::size_t>(x)]) != Water::river) return;
        to[x] = static_cast<float>(width_factor * std::sqrt(water::discharge(runoff[x], cell)));
      });
    });
    if (order_wanted || table_wanted) paint_network(tile);
  }

  void paint_network(Tile& tile) const {
    const auto to = tile[order];
    if (to) tile.each_row([&](std::int64_t y) { std::fill_n(to.row(y, tile.left()), tile.width(), no_order); });
    Reaches reaches(columns, cell, width_factor);
    const WaterMap map(water(tile), tile.area());
    if (map.any()) {
      RiverTile rivers(tile[receivers], tile.area(), map);
      set_orders(rivers, entering(tile));
      if (to) paint_orders(rivers, to);
      const auto all = tile[accumulation];
      if (table_wanted) {
        reaches.add(rivers, pieces_of(rivers, tile), chains(tile),
                    [&](std::int64_t x, std::int64_t y) { return all(x, y); });
      }
    }
    if (table_wanted) reaches.give(tile, table);
  }
  static void paint_orders(const RiverTile& rivers, const View<Class::Cell>& to) {
    const WaterMap& map = rivers.map();
    Class::Cell* const first = to.row(rivers.tile().y, rivers.tile().x);
    map.each([&](std::ptrdiff_t place) {
      if (map[place] != Water::river) return;
      first[place / map.stride() * to.stride() + place % map.stride()] =
          std::min(river_order(rivers.arriving(place)), highest_order);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, rivers, Rivers)
