// SPDX-License-Identifier: Apache-2.0
#include "holdridge.hpp"

#include <algorithm>
#include <vector>

#include "biome/surroundings.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::biome;

constexpr double evaporation_per_degree = 58.93;  // mm/yr
constexpr double driest_ratio = 64;

struct Holdridge : Surroundings {
  In<Scalar> biotemperature, rain, temperature;
  Out<Scalar> pet_ratio;
  Out<Class> humidity;
  std::vector<double> warmth_bounds = holdridge_warmth(), rain_bounds = holdridge_rain();
  std::vector<BiomeClass> legend = holdridge_classes();

  static void describe(Spec<Holdridge>& s) {
    s.stage("biome.holdridge", "Life zones from biotemperature and rain, after Holdridge.");
    s.source("Holdridge 1947, Determination of world plant formations; 1967, Life Zone Ecology");
    describe_height(s);
    s.port(&Holdridge::biotemperature, "biotemperature",
           "Biotemperature: the year's mean of the monthly temperatures, each held to 0..30 C.")
        .unit("C");
    s.port(&Holdridge::rain, "rain", "Annual rain.").unit("mm/yr");
    s.port(&Holdridge::temperature, "temperature",
           "Annual mean temperature, which decides where the sea freezes; without it, the sea freezes where the "
           "biotemperature is 0 C.")
        .unit("C")
        .optional();
    describe_ports(s,
                   "Mean temperature of the warmest month, which decides where land is ice; without it, land is ice "
                   "where the biotemperature is 0 C.");
    s.port(&Holdridge::pet_ratio, "pet_ratio", "Potential evapotranspiration divided by rain, at most 64.")
        .unit("1")
        .by_name();
    s.port(&Holdridge::humidity, "humidity", "The humidity province of each cell.").by_name();
    s.parameter(&Holdridge::warmth_bounds, "warmth_bounds",
                "The six biotemperatures that separate the seven warmth belts, ascending.")
        .unit("C")
        .range(0, 30);
    s.parameter(&Holdridge::rain_bounds, "rain_bounds",
                "The seven amounts of annual rain that separate the eight rain bands, ascending.")
        .unit("mm/yr")
        .range(0, 1e6);
    s.parameter(&Holdridge::legend, "classes",
                "Names, colours and glyphs of the classes; a class that is left out keeps its default.");
    describe_parameters(s);
  }

  void arrange(Arrangement& a) {
    require_rising("warmth_bounds", warmth_bounds, holdridge_warmth().size());
    require_rising("rain_bounds", rain_bounds, holdridge_rain().size());
    a.set_legend(classes, legend_of(a, holdridge_classes(), legend));
    a.set_legend(humidity, legend_of(a, humidity_provinces(), {}));
  }

  static void require_rising(const char* name, const std::vector<double>& bounds, std::size_t wanted) {
    if (bounds.size() != wanted) {
      throw Failure(name, "there are " + std::to_string(bounds.size()) + " bounds for " + std::to_string(wanted + 1) +
                              " zones; write " + std::to_string(wanted));
    }
    for (std::size_t k = 1; k < wanted; ++k) {
      if (bounds[k] > bounds[k - 1]) continue;
      throw Failure(std::string(name) + "[" + std::to_string(k) + "]", "a bound is not above the one before it");
    }
  }

  // Number of bounds that the value reaches.
  template <class Bounds>
  static std::size_t band(const Bounds& bounds, double value) {
    return static_cast<std::size_t>(std::upper_bound(bounds.begin(), bounds.end(), value) - bounds.begin());
  }

  void paint(Tile& tile) const {
    const auto b = tile[biotemperature], p = tile[rain], t = tile[temperature], warm = tile[warmest];
    const auto warmth = [&](std::int64_t x, std::int64_t y) { return static_cast<double>(b(x, y)); };
    if (tile.wanted(classes) || tile.wanted(coast)) {
      paint_classes(
          tile,
          [&](std::int64_t x, std::int64_t y) {
            return t ? static_cast<double>(t(x, y)) <= sea_ice_at : warmth(x, y) <= 0;
          },
          [&](std::int64_t x, std::int64_t y) { return warm ? warm(x, y) <= 0.0f : warmth(x, y) <= 0; },
          [&](std::int64_t x, std::int64_t y) { return zone(warmth(x, y), static_cast<double>(p(x, y))); });
    }
    const auto ratios = tile[pet_ratio];
    const auto provinces = tile[humidity];
    if (!ratios && !provinces) return;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const double ratio = pet_over_rain(warmth(x, y), static_cast<double>(p(x, y)));
      if (ratios) ratios(x, y) = static_cast<float>(ratio);
      if (provinces) provinces(x, y) = static_cast<std::uint16_t>(band(humidity_bounds, ratio) + 1);
    });
  }

  // C, mm/yr; unknown where one is not a number.
  std::uint16_t zone(double warmth, double rainfall) const {
    if (!(warmth - warmth == 0 && rainfall - rainfall == 0)) return unknown;
    return holdridge_code(band(warmth_bounds, warmth), band(rain_bounds, rainfall));
  }

  static double pet_over_rain(double warmth, double rainfall) {
    const double pet = evaporation_per_degree * warmth;
    if (!(pet > 0)) return 0;
    return pet < driest_ratio * rainfall ? pet / rainfall : driest_ratio;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(biome, holdridge, Holdridge)
