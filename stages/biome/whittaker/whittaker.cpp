// SPDX-License-Identifier: Apache-2.0
#include "whittaker.hpp"

#include <vector>

#include "biome/surroundings.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::biome;

struct Whittaker : Surroundings {
  In<Scalar> temperature, rain;
  std::vector<CurvePoint> curves = whittaker_curves();
  std::vector<BiomeClass> legend = whittaker_classes();

  WhittakerChart chart;

  static void describe(Spec<Whittaker>& s) {
    s.stage("biome.whittaker", "Biomes from temperature and rain, after Whittaker's chart.");
    s.source("Whittaker 1975, Communities and Ecosystems; Ricklefs 2008, The Economy of Nature");
    describe_height(s);
    s.port(&Whittaker::temperature, "temperature", "Annual mean temperature.").unit("C");
    s.port(&Whittaker::rain, "rain", "Annual rain.").unit("mm/yr");
    describe_ports(s, "Mean temperature of the warmest month; without it, the annual mean plus 8 K.");
    s.parameter(
        &Whittaker::curves, "curves",
        "Points of the curves that separate the biomes on the chart; a curve that is left out keeps its default.");
    s.parameter(&Whittaker::legend, "classes",
                "Names, colours and glyphs of the classes; a class that is left out keeps its default.");
    describe_parameters(s);
  }

  void arrange(Arrangement& a) {
    chart.take(whittaker_curves());
    const std::size_t wrong = chart.take(curves);
    if (wrong < curves.size()) {
      throw Failure(cell_of("curves", wrong, "at"),
                    "point " + std::to_string(wrong + 1) +
                        " does not lie beyond the point before it on the curve: `at` must ascend");
    }
    a.set_legend(classes, legend_of(a, whittaker_classes(), legend));
  }

  void paint(Tile& tile) const {
    const auto t = tile[temperature], p = tile[rain], warm = tile[warmest];
    const auto mean = [&](std::int64_t x, std::int64_t y) { return static_cast<double>(t(x, y)); };
    paint_classes(
        tile, [&](std::int64_t x, std::int64_t y) { return mean(x, y) <= sea_ice_at; },
        [&](std::int64_t x, std::int64_t y) {
          return (warm ? static_cast<double>(warm(x, y)) : mean(x, y) + usual_season) <= 0;
        },
        [&](std::int64_t x, std::int64_t y) { return chart.climate(mean(x, y), static_cast<double>(p(x, y))); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(biome, whittaker, Whittaker)
