// SPDX-License-Identifier: Apache-2.0
// view.palette: a picture by height, from colour tables and ramps.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ramp.hpp"
#include "schemes.hpp"
#include "terrawright/stage.hpp"
#include "view/sea.hpp"
#include "view/shade.hpp"
#include "view/spread.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

enum class Scheme { table, ramp, land_and_sea };

struct Palette {
  In<Field> field;
  In<Number> level;
  In<Weight> shade;
  Out<Picture> picture;
  Scheme scheme = Scheme::land_and_sea;
  std::vector<TableColour> colours = first_text_colours();
  std::vector<ColourStop> stops = field_stops(), sea_ramp = sea_stops(), land_ramp = land_stops();

  std::vector<Colour> table;
  Ramp all, water, ground;
  std::optional<Sea> sea;

  static void describe(Spec<Palette>& s) {
    s.stage("view.palette",
            "A picture coloured by height: by a table of colours, by one ramp, or by two ramps that meet at the sea "
            "level.");
    s.source("Diamond-square in Clojure; algorithms 3.4");
    s.port(&Palette::field, "field", "Heights, or any other field for the schemes table and ramp.").statistics();
    s.port(&Palette::level, "level",
           "The sea level, which `scheme: land_and_sea` needs where heights are not in metres.")
        .optional();
    s.port(&Palette::shade, "shade",
           "Light and shadow from view.hillshade, which brighten and darken the colours; flat ground keeps its colour.")
        .unit("1")
        .optional();
    s.port(&Palette::picture, "picture", "The coloured picture.");
    s.parameter(&Palette::scheme, "scheme",
                "table: `colours` in equal steps, the last for the highest cells alone. ramp: `stops` from the lowest "
                "cell to the highest. land_and_sea: `sea` from the greatest depth to the shore, `land` from the shore "
                "to the summit.")
        .choices({"table", "ramp", "land_and_sea"});
    s.parameter(&Palette::colours, "colours", "With `scheme: table`, the colours of the steps, lowest first.");
    s.parameter(&Palette::stops, "stops",
                "With `scheme: ramp`, the stops of the ramp from the lowest cell (0) to the highest (1).");
    s.parameter(&Palette::sea_ramp, "sea",
                "With `scheme: land_and_sea`, the stops of the ramp from the greatest depth (0) to the shore (1).");
    s.parameter(&Palette::land_ramp, "land",
                "With `scheme: land_and_sea`, the stops of the ramp from the shore (0) to the summit (1).");
  }

  void arrange(Arrangement& world) {
    if (colours.size() < 2)
      throw Failure("colours", "a table needs at least two colours, one for low and one for high");
    for (const TableColour& row : colours) table.push_back(row.colour);
    all = Ramp(stops, "stops");
    water = Ramp(sea_ramp, "sea");
    ground = Ramp(land_ramp, "land");
    sea = Sea::find(world, field, level);
    if (scheme == Scheme::land_and_sea && !sea) {
      throw Failure(
          "field", "the sea level is not known; connect level: sea.level, take heights in metres, or set scheme: ramp");
    }
  }

  template <class ColourAt>
  void colour(Tile& tile, ColourAt colour_at) const {
    const auto from = tile[field], light = tile[shade];
    const auto to = tile[picture];
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const Colour plain = colour_at(from(x, y));
      to(x, y) = light ? multiplied(plain, static_cast<double>(light(x, y)) / shade_of_flat()) : plain;
    });
  }
  static Colour multiplied(const Colour& c, double by) {
    const auto channel = [by](std::uint8_t value) {
      return static_cast<std::uint8_t>(std::min(std::floor(static_cast<double>(value) * by + 0.5), 255.0));
    };
    return {channel(c.red), channel(c.green), channel(c.blue), c.alpha};
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const Spread spread(tile.statistics(field));
    if (scheme == Scheme::table) {
      const auto steps = static_cast<std::int64_t>(table.size()) - 1;
      return colour(tile, [&](float h) { return table[static_cast<std::size_t>(spread.step(h, steps))]; });
    }
    if (scheme == Scheme::ramp) {
      return colour(tile, [&](float h) { return all.at(spread.share(h)); });
    }
    const float shore = sea->level(tile);
    const double q = static_cast<double>(shore);
    const double depth = q - tile.statistics(field).minimum, rise = tile.statistics(field).maximum - q;
    colour(tile, [&](float h) {
      const double above = static_cast<double>(h) - q;
      if (h > shore) return ground.at(above / rise);
      return water.at(depth > 0 ? 1.0 + above / depth : 1.0);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, palette, Palette)
