// SPDX-License-Identifier: Apache-2.0
#include "world_rows.hpp"

#include <algorithm>
#include <cmath>

#include "outline.hpp"
#include "shore_rain.hpp"
#include "stages/climate/living_island.hpp"
#include "waters.hpp"

namespace terrawright::metrics {
namespace {

constexpr Range mountains{600}, hills{150, 600}, low_hills{50, 150}, plains{0, 50};  // relief in 5 km, m

const std::string sizes_issue = "Worlds for every size";

double on_land(const MeasuredWorld& m, bool (*holds)(const MeasuredWorld&, std::size_t)) {
  double some = 0, all = 0;
  for (std::size_t c = 0; c < m.world.land.size(); ++c) {
    if (m.world.land[c] == 0) continue;
    ++all;
    some += holds(m, c) ? 1 : 0;
  }
  return 100 * some / all;
}

double median_slope(const MeasuredWorld& m, Range of_class) {
  std::vector<double> slopes;
  for (std::size_t c = 0; c < m.slopes.size(); ++c) {
    if (m.slopes[c] >= 0 && of_class.holds(static_cast<double>(m.relief[c]))) slopes.push_back(m.slopes[c]);
  }
  return slopes.empty() ? std::nan("") : quantile(slopes, 0.5);
}

double flat_ground(const MeasuredWorld& m) {
  double flat = 0, all = 0;
  for (const double slope : m.slopes) {
    all += slope >= 0 ? 1 : 0;
    flat += slope >= 0 && slope < 0.5 ? 1 : 0;
  }
  return 100 * flat / all;
}

double flat_patches(const MeasuredWorld& m) {
  std::vector<std::uint8_t> flat;
  for (const double slope : m.slopes) flat.push_back(slope >= 0 && slope < 0.5 ? 1 : 0);
  return patches_of(m.dry, flat, 1);
}

double highest_of(const MeasuredWorld& m) {
  return static_cast<double>(*std::max_element(m.world.height.begin(), m.world.height.end()));
}

// Mean over highest height of the land.
double hypsometry(const MeasuredWorld& m) {
  double sum = 0, cells = 0;
  for (std::size_t c = 0; c < m.world.land.size(); ++c) {
    if (m.world.land[c] != 0) sum += static_cast<double>(m.world.height[c]), ++cells;
  }
  return sum / cells / highest_of(m);
}

double shallow_sea(const MeasuredWorld& m) {
  double shallow = 0, sea = 0;
  for (std::size_t c = 0; c < m.world.land.size(); ++c) {
    if (m.world.land[c] != 0) continue;
    ++sea;
    shallow += m.world.height[c] > -200.0f ? 1 : 0;
  }
  return 100 * shallow / sea;
}

// For every fourth cell, as in the island of row 16.
double windward_over_lee(const MeasuredWorld& m) {
  std::vector<float> height, rain;
  for (int y = 0; y < m.world.side(); y += 4) {
    for (int x = 0; x < m.world.side(); x += 4) {
      const auto c = static_cast<std::size_t>(y * m.world.side() + x);
      height.push_back(m.world.height[c]), rain.push_back(m.world.rain[c]);
    }
  }
  return test::shadow(height, rain);
}

ShoreRain rain_of(const MeasuredWorld& m) {
  return shore_rain_of(m.world.rain, m.world.land, m.world.side(), m.world.cell);
}

Outline outline_of(const MeasuredWorld& m) { return outline(m.world.land, m.world.height, m.world.side()); }

// For cells of one class of relief.
double scatter_of(const MeasuredWorld& m, Range of_class) {
  std::vector<std::uint8_t> left_out = m.world.lake;
  for (std::size_t c = 0; c < left_out.size(); ++c) {
    if (!of_class.holds(static_cast<double>(m.relief[c]))) left_out[c] = 1;
  }
  return slope_area(m.world.drainage, m.world.cell, left_out).scatter;
}

}  // namespace

MeasuredWorld::MeasuredWorld(BuiltWorld built) : world(std::move(built)) {
  dry = {world.side(), world.cell, world.height, {}};
  for (std::size_t c = 0; c < world.land.size(); ++c) dry.measured.push_back(world.dry(c) ? 1 : 0);
  slopes = slopes_of(dry);
  relief = relief_of({world.side(), world.cell, world.height, world.land});
  slope_area = terrawright::metrics::slope_area(world.drainage, world.cell, world.lake);
}

const std::vector<ShippedLand>& shipped_lands() {
  static const std::vector<ShippedLand> lands = {{"realistic", 4},    {"island", 11},     {"long_island", 18},
                                                 {"two_massifs", 16}, {"fjords", 1},      {"volcano", 3},
                                                 {"continent", 1},    {"archipelago", 2}, {"atoll", 1}};
  return lands;
}

std::vector<WorldRow> world_rows() {
  using M = const MeasuredWorld&;
  const std::vector<std::string> islands = {"realistic", "island", "long_island", "two_massifs"},
                                 massifs = {"realistic", "long_island", "two_massifs", "fjords"},
                                 west_wind = {"realistic", "island"}, wide = {"realistic", "island", "two_massifs"},
                                 coastal = {"realistic", "island", "long_island", "two_massifs", "fjords"},
                                 rainy = {"realistic", "island",  "long_island", "two_massifs",
                                          "fjords",    "volcano", "archipelago"},
                                 large = {"realistic", "island",  "long_island", "two_massifs",
                                          "fjords",    "volcano", "continent"},
                                 drained = {"realistic", "island",  "long_island", "two_massifs",
                                            "fjords",    "volcano", "continent",   "archipelago"};
  std::vector<std::string> all = drained;
  all.emplace_back("atoll");
  return {
      // Rows 8 to 31 with their ranges and sources, on shipped worlds.
      {8, "coast dimension", {1.10, 1.30}, [](M m) { return box_dimension(m.world.land, m.world.side()); }, coastal},
      // Norway has 1.52: Mandelbrot 1967; a map of 256 km shows less of it.
      {8,
       "coast dimension, fjords",
       {1.25, 1.55},
       [](M m) { return box_dimension(m.world.land, m.world.side()); },
       {"fjords"}},
      // Realistic, whose coast one looks at without seeing cells, has 23; ours.
      {8,
       "one-cell teeth of 1000",
       {0, 25},
       [](M m) { return one_cell_teeth(m.world.land, m.world.side()); },
       {"realistic", "island", "continent", "archipelago"}},
      {10,
       "Hack exponent",
       {0.50, 0.60},
       [](M m) { return hack_exponent_of(m.world.drainage); },
       large,
       {{sizes_issue, {"fjords"}}}},
      // Streams of a long island seldom join.
      {11,
       "Horton R_B",
       {3, 5},
       [](M m) { return horton_ratios_of(m.world.drainage).number; },
       {"realistic", "island", "two_massifs", "fjords", "volcano", "continent"}},
      {11, "Horton R_L", {1.5, 3.5}, [](M m) { return horton_ratios_of(m.world.drainage).length; }, large},
      {11, "Horton R_A", {3, 6}, [](M m) { return horton_ratios_of(m.world.drainage).area; }, large},
      {13,
       "hollows, % of land",
       {0, 3.7},
       [](M m) {
         return on_land(m, [](M w, std::size_t c) { return w.world.drainage.filled[c] > w.world.height[c]; });
       },
       all},
      {16, "windward / lee rain", {1.4, 4.7}, windward_over_lee, west_wind},
      {24,
       "straight river steps, %",
       {0, 0.5},
       [](M m) { return straight_steps(m.world.drainage.receivers, m.world.river, m.world.side()); },
       drained,
       {{sizes_issue, {"volcano", "fjords"}}}},
      {26, "sea above -200 m, %", {15, 35}, shallow_sea, wide},
      {27, "elongation", {1.40, 4.91}, [](M m) { return outline_of(m).elongation; }, massifs},
      {27, "solidity", {0.56, 0.92}, [](M m) { return outline_of(m).solidity; }, wide},
      {27,
       "summit off middle",
       {0.23, 1.04},
       [](M m) { return outline_of(m).off_middle; },
       {"realistic", "two_massifs"}},
      {28, "shore / sea rain", {0.8, 1.6}, [](M m) { return rain_of(m).shore / rain_of(m).sea; }, west_wind},
      {28, "6 to 8 km / shore", {1, 3}, [](M m) { return rain_of(m).inland / rain_of(m).shore; }, west_wind},
      {28, "speckle of rain", {0, 0.06}, [](M m) { return rain_of(m).speckle; }, west_wind},
      {28, "median rain, mm", {618, 2901}, [](M m) { return rain_of(m).land; }, west_wind},
      // Its knob `peak` is 2400 m.
      {30, "summit / peak", {0.8, 1.2}, [](M m) { return highest_of(m) / 2400; }, {"realistic"}},
      // The plateau between fjords stands higher.
      {30, "mean / highest", {0.055, 0.291}, hypsometry, coastal, {{sizes_issue, {"fjords"}}}},
      // Lakes by row 38 and Pareto's law; the 1.8 % of the world lie in lakes that are larger than these lands.
      {30,
       "lakes, % of land",
       {0.3, 1.0},
       [](M m) { return on_land(m, [](M w, std::size_t c) { return w.world.lake[c] != 0; }); },
       west_wind},
      // Most of them endorheic, of 9 cells of 3 km and more. The world has 1.8 % in lakes of all sizes.
      {30,
       "lakes of a dry land, %",
       {0.2, 1.8},
       [](M m) { return on_land(m, [](M w, std::size_t c) { return w.world.lake[c] != 0; }); },
       {"continent"}},
      {31, "clipped cells", {0, 0}, [](M m) { return m.world.clipped; }, all},
      // Texas, a window of 258 m cells, 37 %; New Zealand's South Island and Ireland 15-40 % (from memory).
      {32,
       "plains, % of land",
       {5, 40},
       [](M m) {
         return on_land(
             m, [](M w, std::size_t c) { return w.world.dry(c) && plains.holds(static_cast<double>(w.relief[c])); });
       },
       islands},
      // From memory: Japan 13 %, Taiwan 25-30 %, lowland islands 10-30 %.
      {32, "flatter than 0.5 %", {13, 30}, flat_ground, islands},
      // Meghalaya 1.6 %, Texas 2.4 %, of which neither is a flat land; lowland islands up to 30 % (from memory).
      {32, "flat patches, % of land", {1.6, 30}, flat_patches, coastal, {{sizes_issue, {"fjords"}}}},
      // Meghalaya 27 %, Mandakini 44 %, windows of 250 m and 266 m cells; a quarter around them.
      {33, "slope of mountains, %", {20.2, 55}, [](M m) { return median_slope(m, mountains); }, coastal},
      // Meghalaya 7.8 %; a third around it.
      {33,
       "slope of hills, %",
       {5.2, 10.4},
       [](M m) { return median_slope(m, hills); },
       coastal,
       {{sizes_issue, {"fjords"}}}},
      // Texas 1.7 %, Meghalaya 2.3 %; a third around them.
      {33,
       "slope of low hills, %",
       {1.13, 3.07},
       [](M m) { return median_slope(m, low_hills); },
       coastal,
       {{sizes_issue, {"fjords"}}}},
      // Meghalaya 0.73; noise has 0.
      {34,
       "Hurst, hills",
       {0.70, 0.85},
       [](M m) { return hurst_of(m.dry, m.relief, hills, 1); },
       coastal,
       {{sizes_issue, {"island"}}}},
      // Texas 0.54, over 1 to 2 km.
      {34,
       "Hurst, low hills",
       {0.48, 0.65},
       [](M m) { return hurst_of(m.dry, m.relief, low_hills, 4); },
       coastal,
       {{sizes_issue, {"fjords"}}}},
      // Nature 0.4-0.6: Texas 0.53, Mandakini 0.38.
      {35, "concavity", {0.35, 0.65}, [](M m) { return m.slope_area.concavity; }, drained},
      // A power law of area: Flint 1974; how near to one is ours: below it a network has steps, or another law.
      {35, "r2 of slope-area", {0.8, 1}, [](M m) { return m.slope_area.fit; }, drained, {{sizes_issue, {"fjords"}}}},
      // Rivers of lands that begin as noise follow the law as well as those of lands that rise.
      {35,
       "r2, lands of noise",
       {0.9, 1},
       [](M m) { return m.slope_area.fit; },
       {"island", "continent", "archipelago"}},
      // Mandakini, which is mountains, 0.3-0.5 decades; Texas, low hills, 0.4-0.7. Between plains and mountains of one
      // land it is more: Meghalaya has 1.4.
      {35,
       "scatter of slopes, mountains",
       {0.3, 0.7},
       [](M m) { return scatter_of(m, mountains); },
       large,
       {{sizes_issue, {"island", "volcano", "continent"}}}},
      {35,
       "scatter of slopes, hills",
       {0.3, 0.7},
       [](M m) { return scatter_of(m, hills); },
       large,
       {{sizes_issue, {"volcano", "continent", "fjords"}}}},
      // Water outside lakes falls wherever it runs.
      {36,
       "level river cells, %",
       {0, 0},
       [](M m) { return level_share(m.world, true); },
       drained,
       {{sizes_issue, {"volcano"}}}},
      {36,
       "level land, %",
       {0, 0},
       [](M m) { return level_share(m.world, false); },
       drained,
       {{sizes_issue, {"volcano"}}}},
      // Corsica 2.2, Ireland 2.8; New Zealand, with 8, is longer than these maps.
      {37, "highest / median rain", {2, 5}, [](M m) { return rain_maximum(m.world); }, rainy},
      // One windward band on each range.
      {37, "patches of rain", {0, 3}, [](M m) { return rain_patches(m.world); }, rainy},
      // A smooth edge of 50 km radius runs along a row for 40 cells.
      {37, "longest straight biome edge", {0, 40}, [](M m) { return straight_biome_edge(m.world); }, rainy},
      // The world 1-2: HydroLAKES' 10.6 of 0.1 km2 and more by Pareto's law with tau 2.
      {38,
       "lakes per 1000 km2",
       {1, 3},
       [](M m) { return lakes_per_1000_km2(m.world); },
       {"realistic", "island", "long_island", "two_massifs", "continent"}},
      // Land that ice has scoured has more; how many more is ours.
      {38, "lakes, glaciated", {5, 10}, [](M m) { return lakes_per_1000_km2(m.world); }, {"fjords"}},
      // Most lakes drain a valley.
      {38,
       "lakes with outflow or endorheic, %",
       {70, 100},
       [](M m) { return lakes_with_outflow(m.world); },
       {"realistic", "island", "long_island", "two_massifs", "fjords", "continent"}},
      // Sognefjord has more than 1000 m within 3 km.
      {39, "walls of fjords, m", {600}, [](M m) { return wall_height(m.world); }, {"fjords"}},
      // Among all directions 4.4 % lie within 1 degree of a multiple of 45.
      {40,
       "octagonal rivers, %",
       {0, 8},
       [](M m) { return octagonal_segments(m.world.lines); },
       coastal,
       {{sizes_issue, {"fjords"}}}},
  };
}

}  // namespace terrawright::metrics
