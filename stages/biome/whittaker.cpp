// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include "colour_text.hpp"
#include "terrawright/stage.hpp"
#include "whittaker_chart.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::biome;

// How much warmer than the year the warmest month is, where no input says so.
constexpr double usual_season = 8.0;

struct Whittaker {
  In<Height> height;
  In<Scalar> temperature, rain, warmest;
  In<Mask> land, ocean;
  Out<Class> classes;
  Out<Mask> coast;
  std::vector<CurvePoint> curves = whittaker_curves();
  std::vector<BiomeClass> legend = whittaker_classes();
  double shelf_depth = 200, coast_height = 20, sea_ice_at = -8;
  bool overlays = false;

  WhittakerChart chart;

  static void describe(Spec<Whittaker>& s) {
    s.stage("biome.whittaker", "Biomes from temperature and rain, after Whittaker's chart.");
    s.source("Whittaker 1975, Communities and Ecosystems; Ricklefs 2008, The Economy of Nature");
    s.port(&Whittaker::height, "height", "Heights above the sea.").unit("m").halo(1);
    s.port(&Whittaker::temperature, "temperature", "Mean of the year.").unit("C");
    s.port(&Whittaker::rain, "rain", "Rain of a year.").unit("mm/yr");
    s.port(&Whittaker::warmest, "warmest", "Warmest month; without it the year's mean and 8 K.").unit("C").optional();
    s.port(&Whittaker::land, "land", "Land; without it, what is higher than 0 m.").halo(1).optional();
    s.port(&Whittaker::ocean, "ocean", "Water joined to the border; without it, all water.").halo(1).optional();
    s.port(&Whittaker::classes, "biome", "The class of each cell.");
    s.port(&Whittaker::coast, "coast", "Low land beside the ocean.").by_name().by_name();
    s.parameter(&Whittaker::curves, "curves", "Points of the chart's curves; a curve left out keeps its own.");
    s.parameter(&Whittaker::legend, "classes", "Names and colours; a class left out keeps its own.");
    s.parameter(&Whittaker::shelf_depth, "shelf_depth", "Depth at which the shelf ends.").unit("m").range(0, 20000);
    s.parameter(&Whittaker::coast_height, "coast_height", "Height up to which land by the ocean is coast.")
        .unit("m")
        .range(0, 20000);
    s.parameter(&Whittaker::sea_ice_at, "sea_ice_at", "The ocean freezes at this mean and below.")
        .unit("C")
        .range(-100, 100);
    s.parameter(&Whittaker::overlays, "overlays", "Writes the coast into the classes.");
  }

  void arrange(Arrangement& a) {
    chart.take(whittaker_curves());
    const std::size_t wrong = chart.take(curves);
    if (wrong < curves.size()) {
      throw Failure("curves", "point " + std::to_string(wrong + 1) + " does not lie beyond the one before it");
    }
    std::vector<LegendEntry> entries;
    for (const BiomeClass& own : whittaker_classes()) entries.push_back(entry(own));
    for (const BiomeClass& given : legend) {
      bool known = false;
      for (LegendEntry& e : entries) {
        if (e.code != given.code) continue;
        e = entry(given);
        known = true;
      }
      if (!known) throw Failure("classes", "there is no class " + std::to_string(given.code));
    }
    a.set_legend(classes, entries);
  }

  static LegendEntry entry(const BiomeClass& c) {
    const std::optional<Colour> colour = colour_of(c.colour);
    if (!colour) throw Failure("classes", "\"" + c.colour + "\" is no colour; write \"#rrggbb\"");
    return {static_cast<std::uint16_t>(c.code), c.name, *colour, c.glyph};
  }

  void paint(Tile& tile) const {
    const auto z = tile[height], t = tile[temperature], p = tile[rain], warm = tile[warmest];
    const auto on_land = tile[land], in_ocean = tile[ocean];
    const auto to = tile[classes];
    const auto shore = tile[coast];
    const auto is_land = [&](std::int64_t x, std::int64_t y) { return on_land ? on_land(x, y) != 0 : z(x, y) > 0.0f; };
    const auto is_ocean = [&](std::int64_t x, std::int64_t y) {
      return !is_land(x, y) && (!in_ocean || in_ocean(x, y) != 0);
    };
    const Rect seen = z.area();
    const auto by_ocean = [&](std::int64_t x, std::int64_t y) {
      return (x + 1 < seen.x + seen.width && is_ocean(x + 1, y)) || (y > seen.y && is_ocean(x, y - 1)) ||
             (x > seen.x && is_ocean(x - 1, y)) || (y + 1 < seen.y + seen.height && is_ocean(x, y + 1));
    };
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const double mean = static_cast<double>(t(x, y)), metres = static_cast<double>(z(x, y));
      const double summer = warm ? static_cast<double>(warm(x, y)) : mean + usual_season;
      const bool low_coast = is_land(x, y) && metres <= coast_height && by_ocean(x, y);
      if (shore) shore(x, y) = low_coast ? 1 : 0;
      if (!to) return;
      Code code = unknown;
      if (is_ocean(x, y)) {
        code = mean <= sea_ice_at ? sea_ice : metres > -shelf_depth ? shelf : deep_ocean;
      } else if (!is_land(x, y)) {
        code = lake;
      } else if (overlays && low_coast) {
        code = biome::coast;
      } else if (summer <= 0) {
        code = ice;
      } else {
        code = chart.climate(mean, static_cast<double>(p(x, y)));
      }
      to(x, y) = code;
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(whittaker, Whittaker)
