// SPDX-License-Identifier: Apache-2.0
// water.dams: lakes behind dams that slides, moraines and faults laid across valleys.
#include <algorithm>
#include <cmath>

#include "dammed_lakes.hpp"
#include "tables/rows.hpp"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"
#include "water/walks.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// A raised cell, in cells of the world; its faces fall to both sides.
struct Crest {
  std::int32_t x, y;
  float height;
};

struct Dams {
  In<Height> height;
  In<Class> receivers;
  In<Scalar> area;
  Out<Height> dammed;
  Out<Number> lakes;
  Out<Table> table;
  double per_1000_km2 = 1.1, least = 562500, catchment = 140e6, spacing = 3000, highest = 60, face = 0.25;

  std::uint64_t stream = 0;
  std::int64_t width = 0;
  double cell = 0;

  static void describe(Spec<Dams>& s) {
    s.stage("water.dams",
            "Lakes behind dams: slides, moraines and faults across valleys, with the sizes that lakes have.");
    s.source(
        "Lakes at least as large as a: N(a) = N(1 km2) / a, a Pareto law of exponent 2; Cael & Seekell 2016 find 2.05. "
        "Dams of slides: Costa & Schuster 1988. Algorithms 15.10");
    s.reads_cell().reads_random();
    s.port(&Dams::height, "height", "Heights above the sea that fall along the receivers.").unit("m");
    s.port(&Dams::receivers, "receivers", "Receivers of the cells.").halo(&Dams::seen_around);
    s.port(&Dams::area, "area", "Area that drains through each cell, as erosion.alluvial returns it.")
        .unit("m2")
        .only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Dams::dammed, "height", "The heights, with dams. `water.fill` finds the lakes behind them.").unit("m");
    s.port(&Dams::lakes, "lakes", "Number of lakes.").unit("1").by_name();
    s.port(&Dams::table, "table", "One row for each lake, placed at its outlet: its cause, its area and its dam.")
        .points()
        .by_name();
    s.parameter(&Dams::per_1000_km2, "per_1000_km2",
                "Number of lakes of at least 1 km2 on 1000 km2 of land. There are half as many of twice the area.")
        .range(0, 1000);
    s.parameter(&Dams::least, "least", "Area of the smallest lake.").unit("m2").range(1e-6, 1e12);
    s.parameter(&Dams::catchment, "catchment",
                "Smallest area that drains to a lake: rivers of smaller ones are not dammed.")
        .unit("m2")
        .range(1e-6, 1e15);
    s.parameter(&Dams::spacing, "spacing", "Smallest distance between two dams.").unit("m").range(1e-6, 1e7);
    s.parameter(&Dams::highest, "highest", "Height of the highest dam, over the river before it.")
        .unit("m")
        .range(1e-6, 1000);
    s.parameter(&Dams::face, "face", "Slope of a dam's faces, rise over run.").range(0.01, 10);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    stream = a.stream();
    width = a.width();
    cell = a.cell();
    a.needs_memory(static_cast<std::uint64_t>(2 * a.width() * a.height()) + (4 << 20));
  }

  // Surveys look over the tile's edge for what comes in.
  static std::int64_t seen_around(const Dams&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }

  // A river has three in each `spacing`, on an average.
  bool is_site(const Tile& tile, std::int64_t x, std::int64_t y, std::uint32_t word) const {
    const auto drains = static_cast<double>(tile[area](x, y));
    return drains >= catchment && drains <= 30 * catchment && tile[receivers](x, y) != no_receiver &&
           tile[height](x, y) > lowest_site && static_cast<double>(terrawright_unit(word)) * spacing < 3 * cell;
  }
  std::vector<DamSite> sites_in(const Tile& tile) const {
    std::vector<DamSite> sites;
    tile.each_row([&](std::int64_t y) {
      const auto row = static_cast<std::int32_t>(y);
      const terrawright_row_key place = terrawright_key_of_row(stream, row, TERRAWRIGHT_FOR_NOISE, 0, 0),
                                rank = terrawright_key_of_row(stream, row, TERRAWRIGHT_FOR_NOISE, 0, 1);
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        const auto column = static_cast<std::int32_t>(x);
        if (!(static_cast<double>(tile[area](x, y)) >= catchment)) continue;
        if (is_site(tile, x, y, terrawright_word(place, column)))
          sites.push_back({y * width + x, tile[height](x, y), terrawright_word(rank, column)});
      }
    });
    return sites;
  }

  // First the sites and the ways of water between tiles; then the valleys above the sites.
  Blob survey(const Tile& tile, const BlobView& so_far) const {
    tile.poll();
    const FlowTile flow(tile[receivers], tile.area(), tile.width());
    return so_far ? valleys(tile, flow, so_far.items<DamSite>(0)) : ways(tile, flow);
  }

  Blob ways(const Tile& tile, const FlowTile& flow) const {
    tile.require_finite(height, "height", "a height");
    const std::vector<DamSite> sites = sites_in(tile);
    const TileWalks walks(tile[receivers], flow);
    std::vector<std::int64_t> site_at;  // of each cell of the trunk: its own raster index, or -1
    for (const std::size_t place : walks.places()) {
      const auto at = static_cast<std::int64_t>(place);
      const std::int64_t index = (tile.top() + at / tile.width()) * width + tile.left() + at % tile.width();
      site_at.push_back(find(sites, index) != nullptr ? index : -1);
    }
    std::int64_t land = 0;
    tile.each_row([&](std::int64_t y) {
      const float* const z = tile[height].row(y, tile.left());
      land += std::count_if(z, z + tile.width(), [](float high) { return high > 0.0f; });
    });
    Blob note = walks.note(site_at);
    note.add(sites);
    note.add_one(land);
    return note;
  }

  Blob valleys(const Tile& tile, const FlowTile& flow, const Items<DamSite>& sites) const {
    const auto number = [&](std::int64_t index) {
      const DamSite* const found = find(sites, index);
      return found == nullptr ? no_site : static_cast<std::uint32_t>(found - sites.begin());
    };
    std::map<std::size_t, std::uint32_t> here;
    for (std::uint32_t s = 0; s < sites.size(); ++s) {
      const std::int64_t x = sites[s].cell % width, y = sites[s].cell / width;
      if (flow.contains(x, y)) here[flow.place(x, y)] = s;
    }
    const BlobView own = tile.own<Blob>();
    std::vector<SiteBelow> below;
    const auto site = sites_of(
        flow, here, [&](std::size_t i) { return number(own.items<std::int64_t>(0)[i]); }, below);
    const LowGround low(tile[height], flow, site, sites, static_cast<float>(highest),
                        {0, 0, width, tile.world().height()});
    std::vector<EdgeOfValley> edge;
    Perimeter(tile.area()).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      edge.push_back({site[flow.place(x, y)], tile[height](x, y)});
    });
    Blob note;
    note.add(below);
    note.add(low.steps);
    note.add(low.rims);
    note.add(edge);
    return note;
  }

  Next<Blob> resolve(Resolving& resolving, const Notes<Blob>& notes, const BlobView& so_far) const {
    return so_far ? dam(resolving, notes, so_far.items<DamSite>(0)) : choose(resolving, notes);
  }

  Next<Blob> choose(Resolving& resolving, const Notes<Blob>& notes) const {
    tell_values_beyond<std::int64_t, std::int64_t>(resolving, notes, [](std::int64_t own, const std::int64_t* below) {
      return own >= 0 || below == nullptr ? own : *below;
    });
    std::vector<DamSite> sites;
    std::int64_t land = 0;
    for (std::size_t t = 0; t < notes.size(); ++t) {
      const auto of_tile = notes[t].items<DamSite>(3);
      sites.insert(sites.end(), of_tile.begin(), of_tile.end());
      land += notes[t].one<std::int64_t>(4);
    }
    std::sort(sites.begin(), sites.end(), [](const DamSite& a, const DamSite& b) { return a.cell < b.cell; });
    Blob verdict;
    verdict.add(sites);
    verdict.add_one(land);
    resolving.carry(verdict);
    return again(std::move(verdict));
  }

  // In cells: lakes of fewer than 9 do not show.
  double smallest() const { return std::max(least / (cell * cell), 9.0); }

  // Areas in cells, the largest first: one from each of equal parts of the law.
  std::vector<double> areas(std::int64_t land) const {
    const double wanted = per_1000_km2 / 1000 * static_cast<double>(land) / smallest();
    const auto count = static_cast<std::int64_t>(std::floor(wanted + 0.5));
    const terrawright_row_key key = terrawright_key_of_row(stream, 0, TERRAWRIGHT_FOR_NOISE, 0, 2);
    std::vector<double> areas;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto within =
          static_cast<double>(terrawright_unit(terrawright_word(key, static_cast<std::int32_t>(i)))) / 2 + 0.25;
      areas.push_back(smallest() * static_cast<double>(count) / (static_cast<double>(i) + within));
    }
    return areas;
  }

  Next<Blob> dam(Resolving& resolving, const Notes<Blob>& notes, const Items<DamSite>& sites) const {
    const TileGrid tiles(resolving);
    DammedLakes valleys(sites, {highest, 2, spacing / cell, cell, smallest(), width});
    for (std::size_t t = 0; t < notes.size(); ++t) {
      resolving.poll();
      for (const SiteBelow& next : notes[t].items<SiteBelow>(0)) valleys.add(next);
      for (const ValleyStep& step : notes[t].items<ValleyStep>(1)) valleys.add(step);
      for (const Rim& rim : notes[t].items<Rim>(2)) valleys.add(rim);
      const auto edge = notes[t].items<EdgeOfValley>(3);
      Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t at) {
        const EdgeOfValley& here = edge[at];
        if (here.site == no_site) return;
        tiles.each_across(t, x, y, [&](const EdgeCell& other) {
          const EdgeOfValley& there = notes[other.tile].items<EdgeOfValley>(3)[other.number];
          const float between = std::max(here.height, there.height);
          if (there.site != here.site && between < sites[here.site].height + static_cast<float>(highest))
            valleys.add(Rim{y * width + x, here.site, there.site, between});
        });
      });
    }
    const std::int64_t land = resolving.carried<Blob>().one<std::int64_t>(1);
    const auto found = valleys.find(areas(land), [&] { resolving.poll(); });
    resolving.number(lakes, static_cast<double>(found.size()));
    resolving.table(table, rows(found, sites));
    tell_crests(resolving, tiles, found, sites);
    return done(Blob{});
  }

  // The outlet and what lies beside it are as high as the lake, the rest of the dam is higher.
  void tell_crests(const Resolving& resolving, const TileGrid& tiles, const std::vector<DammedLake>& found,
                   const Items<DamSite>& sites) const {
    std::vector<Crest> crests;
    for (const DammedLake& lake : found) {
      const std::int64_t outlet = sites[lake.site].cell;
      for (const std::int64_t raised : lake.dam) {
        const std::int64_t dx = raised % width - outlet % width, dy = raised / width - outlet / width;
        const float over = dx * dx + dy * dy <= 2 ? 0.0f : freeboard;
        crests.push_back(
            {static_cast<std::int32_t>(raised % width), static_cast<std::int32_t>(raised / width), lake.level + over});
      }
    }
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      const Rect seen = grown(tiles[t], reach());
      std::vector<Crest> near;
      std::copy_if(crests.begin(), crests.end(), std::back_inserter(near), [&](const Crest& crest) {
        return crest.x >= seen.x && crest.y >= seen.y && crest.x < seen.x + seen.width &&
               crest.y < seen.y + seen.height;
      });
      if (near.empty()) continue;
      Blob own;
      own.add(near);
      resolving.tell(t, own);
    }
  }

  // Cells from a crest to the end of its faces.
  std::int64_t reach() const { return static_cast<std::int64_t>((highest + 1) / (face * cell)); }

  Table rows(const std::vector<DammedLake>& found, const Items<DamSite>& sites) const {
    tables::Rows<std::int64_t, std::string, double, double, double, double> rows(
        {{"lake", "1"}, {"cause", "1"}, {"area", "km2"}, {"level", "m"}, {"dam_height", "m"}, {"dam_length", "m"}});
    static constexpr const char* causes[] = {"slide", "moraine", "fault"};
    std::int64_t number = 0;
    for (const DammedLake& lake : found) {
      const DamSite& site = sites[lake.site];
      const std::int64_t x = site.cell % width, y = site.cell / width;
      rows.places.point(static_cast<double>(x), static_cast<double>(y));
      rows.add(++number, causes[static_cast<int>(lake.cause)], static_cast<double>(lake.cells) * cell * cell / 1e6,
               static_cast<double>(lake.level), static_cast<double>(lake.level - site.height),
               static_cast<double>(lake.dam.size()) * cell);
    }
    return rows.table();
  }

  void paint(Tile& tile, const BlobView&) const {
    const BlobView own = tile.own<Blob>();
    if (!own) {
      tile.same(dammed, height);
      return;
    }
    const auto z = tile[height];
    const auto to = tile[dammed];
    tile.each_row([&](std::int64_t y) { std::copy_n(z.row(y, tile.left()), tile.width(), to.row(y, tile.left())); });
    const std::int64_t far = reach();
    for (const Crest& crest : own.items<Crest>(0)) {
      tile.poll();
      for (std::int64_t y = std::max(crest.y - far, tile.top()); y < std::min(crest.y + far + 1, tile.bottom()); ++y) {
        for (std::int64_t x = std::max(crest.x - far, tile.left()); x < std::min(crest.x + far + 1, tile.right());
             ++x) {
          if (!(z(x, y) > 0.0f)) continue;
          const auto dx = static_cast<double>(x - crest.x), dy = static_cast<double>(y - crest.y);
          const double high = static_cast<double>(crest.height) - face * cell * std::sqrt(dx * dx + dy * dy);
          to(x, y) = std::max(to(x, y), static_cast<float>(high));
        }
      }
    }
  }

 private:
  static constexpr float freeboard = 0.5f;  // m that a dam stands above its lake
  static constexpr float lowest_site = 3;   // m above the sea: lower dams would lie in deltas

  // Sites are sorted by their cells.
  template <class Sites>
  static const DamSite* find(const Sites& sites, std::int64_t index) {
    const DamSite* const end = sites.data() + sites.size();
    const DamSite* const found = std::lower_bound(
        sites.data(), end, index, [](const DamSite& site, std::int64_t wanted) { return site.cell < wanted; });
    return found != end && found->cell == index ? found : nullptr;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, dams, Dams)
