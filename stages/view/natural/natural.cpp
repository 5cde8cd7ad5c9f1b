// SPDX-License-Identifier: Apache-2.0
// view.natural: the world as it looks from far above.
#include "natural.hpp"

#include <vector>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

struct Natural {
  In<Height> height;
  In<Scalar> rain, temperature;
  Out<Picture> picture;
  std::vector<Sun> suns = {{315, 45, 0.5}, {0, 45, 0.25}, {270, 45, 0.25}};
  double exaggeration = 1.6, texture = 0.35, contrast = 1, noise = 0.1, foam = 0.35;
  std::vector<RainColour> land = {
      {120, rgb(0xd2b98a)}, {500, rgb(0xbdab75)}, {1000, rgb(0x859154)}, {2000, rgb(0x335c30)}, {6000, rgb(0x2c5c3a)}};
  std::vector<DepthColour> sea = {
      {0, rgb(0x97c4ce)}, {60, rgb(0x72adc3)}, {300, rgb(0x417fab)}, {1200, rgb(0x1f528b)}, {4000, rgb(0x0d2558)}};
  Colour rock = rgb(0x80786b), tundra = rgb(0xb4ac98), snow = rgb(0xe0e6f0), surf = rgb(0xcce0e0), sand = rgb(0xd8c9a0);
  double rock_above = 500, snow_below = 0.8, tundra_range = 5, beach = 3;

  NaturalStyle style;

  static void describe(Spec<Natural>& s) {
    s.stage("view.natural",
            "The world as it looks from far above: ground by its climate, rock, snow, and every crest and valley lit.");
    s.source(
        "Texture shading (Brown 2010), a fractional Laplacian of order 0.75 as a sum of differences of blurs, under "
        "three suns (Lambert; Mark 1992)");
    s.revision(3);  // 2: the rim of snow on steep ground; 3: tundra
    s.reads_cell().reads_random();
    s.port(&Natural::height, "height", "Heights above the sea.").unit("m").halo(NaturalPainter::reach);
    s.port(&Natural::rain, "rain", "Annual rain, which colours the ground; without it, 1000 mm everywhere.")
        .unit("mm/yr")
        .optional();
    s.port(&Natural::temperature, "temperature", "Annual mean temperature; without it, there is no snow.")
        .unit("C")
        .optional();
    s.port(&Natural::picture, "picture", "The picture.");
    s.parameter(&Natural::land, "land",
                "Colours of the ground by its rain, driest first; between rows, by the logarithm of rain.");
    s.parameter(&Natural::sea, "sea",
                "Colours of the sea by its depth, shallowest first; between rows, by depth to the power 0.45.");
    s.parameter(&Natural::suns, "suns", "Suns that light the ground.");
    s.parameter(&Natural::exaggeration, "exaggeration", "Exaggeration of slopes in the light.").range(0, 100);
    s.parameter(
         &Natural::texture, "texture",
         "Strength of texture shading, by which crests are bright and valleys dark on all sides of a mountain. 0: "
         "the suns alone.")
        .range(0, 4);
    s.parameter(&Natural::contrast, "contrast", "Strength of light and shadow.").range(0, 4);
    s.parameter(&Natural::noise, "noise",
                "Difference in colour of patches of ground, as if their rain were so many times doubled or halved.")
        .range(0, 4);
    s.parameter(&Natural::foam, "foam", "Whiteness of the sea at the shore.").range(0, 1);
    s.parameter(&Natural::rock, "rock", "Colour of rock, on slopes from 24 to 34 degrees on.");
    s.parameter(&Natural::tundra, "tundra", "Colour of ground too cold for trees.");
    s.parameter(&Natural::snow, "snow", "Colour of snow.");
    s.parameter(&Natural::surf, "surf", "Colour of the foam.");
    s.parameter(&Natural::sand, "sand", "Colour of the beach.");
    s.parameter(&Natural::beach, "beach",
                "Height up to which ground at the shore is sand; up to twice as high, less and less.")
        .unit("m")
        .range(0.001, 1e5)
        .advanced();
    s.parameter(&Natural::rock_above, "rock_above",
                "Height from which steep ground is rock; down to half of it, less and less.")
        .unit("m")
        .range(0.001, 1e5)
        .advanced();
    s.parameter(&Natural::snow_below, "snow_below",
                "Temperature below which snow lies on flat ground; on slopes it has to be colder by 0.03 C for each "
                "degree.")
        .unit("C")
        .range(-100, 100)
        .advanced();
    s.parameter(&Natural::tundra_range, "tundra_range",
                "Degrees above that temperature up to which ground is too cold for trees, less and less.")
        .unit("C")
        .range(0.1, 100)
        .advanced();
  }

  void arrange(Arrangement& a) {
    if (suns.empty()) throw Failure("suns", "there is no sun; name one at least");
    const auto as_float = [](double value) { return static_cast<float>(value); };
    style = {by_rain(land),
             by_depth(sea),
             shade_of(rock),
             shade_of(tundra),
             shade_of(snow),
             shade_of(surf),
             shade_of(sand),
             beams_of(suns),
             as_float(contrast),
             as_float(texture),
             as_float(exaggeration),
             as_float(1 / a.cell()),
             as_float(noise),
             as_float(foam),
             as_float(rock_above),
             as_float(snow_below),
             as_float(tundra_range),
             as_float(beach),
             a.stream(),
             a.width(),
             a.height()};
  }

  void paint(Tile& tile) const {
    tile.require_finite(height, "height", "a height");
    const auto to = tile[picture];
    NaturalPainter painter(tile.area(), tile[height], tile[rain], tile[temperature], style);
    tile.each_row([&](std::int64_t y) { painter.paint(y, to.row(y, tile.left())); });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, natural, Natural)
