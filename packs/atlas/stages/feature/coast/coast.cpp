// SPDX-License-Identifier: Apache-2.0
// feature.coast: capes, bays, islands, the mainland and the seas.
#include "coast.hpp"

#include "feature/feature_grid.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

struct Coast {
  In<Mask> land;
  Out<Table> capes, bays, islands, mainland, seas;
  double radius = 9000, cape_apart = 1.5, bay_apart = 2.1, min_island = 0.4;
  Percentage cape_share = percent(30), bay_share = percent(30), one_water = percent(45);
  std::int64_t large = 14, small = 22;

  FeatureGrid grid;

  static void describe(Spec<Coast>& s) {
    s.stage("feature.coast", "The coast: capes, bays, islands, the mainland and the open seas.");
    s.source("Area integral invariant of a disk around each place of the coast");
    s.reads_cell();
    s.port(&Coast::land, "land", "Mask of the land.").only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(
         &Coast::capes, "capes",
         "One row for each cape, placed at its tip, large capes first and the sharpest of each size first. `share` is "
         "the land around it within `radius`; `towards_x` (right) and `towards_y` (down) point out to sea.")
        .points();
    s.port(&Coast::bays, "bays",
           "One row for each bay, placed at its head, large bays first and the sharpest of each size first. `share` is "
           "the land around it within `radius`; `towards_x` (right) and `towards_y` (down) point out to sea.")
        .points()
        .by_name();
    s.port(&Coast::islands, "islands",
           "One row for each island but the largest, the largest first, placed where it is farthest from the sea.")
        .points()
        .by_name();
    s.port(&Coast::mainland, "mainland", "The largest island, in one row, placed where it is farthest from the sea.")
        .points()
        .by_name();
    s.port(&Coast::seas, "seas",
           "One row for each octant of the world that has a sea, the widest first: the circle of water there that is "
           "farthest from land and from the world's edge. Octant 0 is the north, then clockwise.")
        .points()
        .by_name();
    s.parameter(&Coast::radius, "radius", "Radius of the surroundings; for small capes and bays half of it.")
        .unit("m")
        .range(1, 1e7);
    s.parameter(&Coast::cape_share, "cape_share", "A cape has a smaller share of land around it.").range(0, 50);
    s.parameter(&Coast::bay_share, "bay_share", "A bay has a smaller share of water around it.").range(0, 50);
    s.parameter(&Coast::one_water, "one_water",
                "Bays are one, at the head of the greatest, if the way over the water between them always has a "
                "smaller share of water around it. 0 %: none are.")
        .range(0, 50)
        .advanced();
    s.parameter(&Coast::large, "large", "Greatest number of large capes, and of large bays.").at_least(0);
    s.parameter(&Coast::small, "small", "Greatest number of small capes, and of small bays.").at_least(0);
    s.parameter(&Coast::min_island, "min_island", "Least area of an island.").unit("km2").at_least(0);
    s.parameter(&Coast::cape_apart, "cape_apart", "Radii between a small cape and any other.").range(0, 100).advanced();
    s.parameter(&Coast::bay_apart, "bay_apart", "Radii between a small bay and any other.").range(0, 100).advanced();
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "land");
    grid = feature_grid(a.width(), a.height(), a.cell());
    a.needs_memory(memory_of(grid, 64));
  }

  Blob survey(const Tile& tile) const {
    Blob note;
    const auto is = tile[land];
    survey_flags(note, tile, grid, [&](std::int64_t x, std::int64_t y) { return is(x, y) != 0; });
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const std::vector<std::uint8_t> dry = join_flags(notes, 0, grid);
    std::vector<std::uint8_t> wet(dry.size());
    std::transform(dry.begin(), dry.end(), wet.begin(), [](std::uint8_t is) { return std::uint8_t{is == 0}; });
    resolving.table(capes,
                    points(SharpPoints(dry, grid).found({radius, cape_share, large, small, cape_apart, {}}), false));
    resolving.table(
        bays, points(SharpPoints(wet, grid).found({radius, bay_share, large, small, bay_apart, one_water}), true));
    say_lands(resolving, dry);
    tables::Rows<std::int64_t, double> rows({{"octant", "1"}, {"radius", "km"}});
    for (const OpenSea& sea : open_seas(squared_distances(wet, grid), grid)) {
      place(rows.places, sea.at);
      rows.add(sea.octant, kilometres_of(sea.squared, grid));
    }
    resolving.table(seas, rows.table());
    return done(Nothing{});
  }

  void place(Table& rows, std::uint32_t at) const { rows.point(grid.middle(at).x, grid.middle(at).y); }

  // The small part around a cape is land, and the sea lies away from it; around a bay it is the sea itself.
  Table points(const std::vector<SharpPoint>& sharp, bool of_sea) const {
    tables::Rows<double, double, double, double> rows(
        {{"share", "%"}, {"radius", "km"}, {"towards_x", "1"}, {"towards_y", "1"}});
    for (const SharpPoint& point : sharp) {
      const std::int64_t dry = of_sea ? point.all - point.inside : point.inside;
      place(rows.places, point.at);
      rows.add(100 * static_cast<double>(dry) / static_cast<double>(point.all), point.radius / 1000,
               of_sea ? point.x : 0 - point.x, of_sea ? point.y : 0 - point.y);
    }
    return rows.table();
  }

  void say_lands(const Resolving& resolving, const std::vector<std::uint8_t>& dry) const {
    const Patches lands = patches_of(dry, grid, false);
    const std::vector<std::int32_t> squared = squared_distances(dry, grid);
    const std::vector<std::uint32_t> order = largest(lands, 1);
    const auto table_of = [&](auto first, auto last) {
      tables::Rows<double, double> rows({{"area", "km2"}, {"inner_radius", "km"}});
      for (; first != last; ++first) {
        const std::uint32_t pole = pole_of(lands[*first], squared, grid);
        place(rows.places, pole);
        rows.add(static_cast<double>(lands[*first].size()) * grid.square_kilometres(),
                 kilometres_of(squared[pole], grid));
      }
      return rows.table();
    };
    const auto least = static_cast<std::size_t>(grid.blocks_of_area(min_island));
    const auto rest = order.begin() + (order.empty() ? 0 : 1);
    resolving.table(mainland, table_of(order.begin(), rest));
    resolving.table(islands, table_of(rest, std::find_if(rest, order.end(),
                                                         [&](std::uint32_t p) { return lands[p].size() < least; })));
  }

  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(feature, coast, Coast)
