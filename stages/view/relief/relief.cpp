// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "painter.hpp"
#include "rise.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// The drawn slope of the mean land and the mean sea floor, where the exaggeration is auto.
constexpr double usual_land_slope = 0.5, usual_sea_slope = 0.10;

// Drawn rise over a run of one cell, for each metre between neighbours.
struct Exaggeration {
  double land, sea;
};

struct Relief {
  In<Height> height;
  In<Class> biome;
  In<Scalar> temperature;
  Out<Picture> picture;
  std::optional<double> exaggeration;
  double light_from = 315, light_height = 50, contrast = 1, plains = 2, tint = 0.5;
  std::string sea_class = "sea ice";

  double cell = 1000;
  Light light{};
  Ground ground;

  static void describe(Spec<Relief>& s) {
    s.stage("view.relief", "A shaded picture of the world: land in the colours of its classes, sea by its depth.");
    s.source("Lambert shading under several lights (Mark 1992) of a relief at several scales");
    s.revision(4);  // 2: float32; 3: the sea's colours by depth alone; 4: light on plains
    s.reads_cell();
    s.port(&Relief::height, "height", "Heights above the sea.")
        .unit("m")
        .statistics(phases(TERRAWRIGHT_PHASE_PAINT))
        .halo(Painter::reach);
    s.port(&Relief::biome, "biome", "Classes whose colours the land takes; without it, colours by height.")
        .optional()
        .halo(Ground::reach);
    s.port(&Relief::temperature, "temperature", "Annual mean temperature: snow lies where it is below 0 C.")
        .unit("C")
        .optional();
    s.port(&Relief::picture, "picture", "The shaded picture.");
    s.parameter(&Relief::exaggeration, "exaggeration",
                "Vertical exaggeration, how much steeper slopes are drawn than they are; auto draws the mean slope of "
                "every world alike.")
        .range(0, 1e6)
        .word("auto");
    s.parameter(&Relief::light_from, "light_from", "Azimuth that the main light comes from: 0 is north, 90 east.")
        .unit("deg")
        .range(-360, 360);
    s.parameter(&Relief::light_height, "light_height", "Elevation angle of the lights above the horizon.")
        .unit("deg")
        .range(10, 90);
    s.parameter(&Relief::contrast, "contrast", "Strength of light and shadow.").range(0, 4);
    s.parameter(&Relief::plains, "plains",
                "Emphasis of the forms of plains beside mountains: the gentlest slopes are lit as if they were this "
                "many times steeper still. 0: light is the same for all.")
        .range(0, 10);
    s.parameter(&Relief::tint, "tint", "Share of the colour of rock on the highest land.").range(0, 1);
    s.parameter(&Relief::sea_class, "sea_class", "Name of the class that covers the sea in its own colour.");
  }

  void arrange(Arrangement& a) {
    cell = a.cell();
    light = lights(light_from, light_height);
    if (a.connected(biome)) ground.take(a.legend(biome), sea_class);
  }

  Rises survey(const Tile& tile) const { return survey_rises(tile, tile[height]); }
  Rises merge(const Rises& a, const Rises& b) const { return added(a, b); }
  Next<Exaggeration> resolve(Resolving&, const Notes<Rises>& notes) const {
    Rises all;
    for (std::size_t n = 0; n < notes.size(); ++n) all = added(all, notes[n]);
    if (exaggeration) return done(Exaggeration{*exaggeration / cell, *exaggeration / cell});
    const auto per_metre = [](double slope, double rise) { return rise > 0 ? slope / rise : 0.0; };
    return done(Exaggeration{per_metre(usual_land_slope, mean_rise(all.land, all.land_pairs)),
                             per_metre(usual_sea_slope, mean_rise(all.sea, all.sea_pairs))});
  }

  void paint(Tile& tile, const Exaggeration& drawn) const {
    const auto to = tile[picture];
    const Style style{light,
                      static_cast<float>(contrast),
                      static_cast<float>(tint),
                      static_cast<float>(plains),
                      static_cast<float>(std::max(tile.statistics(height).maximum, 1e-3)),
                      static_cast<float>(std::max(-tile.statistics(height).minimum, 1e-3)),
                      static_cast<float>(drawn.land),
                      static_cast<float>(drawn.sea)};
    Painter painter(tile.area(), tile[height], tile[biome], tile[temperature], ground, style);
    tile.each_row([&](std::int64_t y) { painter.paint(y, to.row(y, tile.left())); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, relief, Relief)
