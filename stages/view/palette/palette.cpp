// SPDX-License-Identifier: Apache-2.0
// view.palette: a picture by height, from colour tables and ramps.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "terrawright/failure.hpp"
#include "terrawright/parameter.hpp"
#include "terrawright/stage.hpp"
#include "view/shore_rows.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// Colours between stops, in whole numbers, so that any machine mixes the same ones.
//
// With T = floor(65536 t) between the stops (T0, c0) and (T1, c1), each channel is
// (c0 (T1 - T) + c1 (T - T0) + (T1 - T0) div 2) div (T1 - T0). Source: algorithms 3.4.

// A row of a table of stops.
struct ColourStop {
  double at = 0;
  Colour colour = rgb(0x000000);
  static void describe(Parameters<ColourStop>& p) {
    p.parameter(&ColourStop::at, "at", "Position of the stop on the ramp: 0 is its start, 1 its end.").range(0, 1);
    p.parameter(&ColourStop::colour, "colour", "Colour of the ramp at the stop.");
  }
};

class Ramp {
 public:
  Ramp() = default;
  // Throws Failure{parameter} where the stops do not ascend. Two at the same place make a hard edge.
  Ramp(const std::vector<ColourStop>& stops, const char* parameter) {
    if (stops.empty()) throw Failure(parameter, "a ramp needs at least one stop");
    for (const ColourStop& stop : stops) {
      const auto place = static_cast<std::int64_t>(std::floor(65536.0 * stop.at));
      if (!stops_.empty() && place < stops_.back().place)
        throw Failure(parameter, "the stops of a ramp must ascend: `at` is less than at the stop before");
      stops_.push_back({place, stop.colour});
    }
  }

  // t in 0..1. Before the first stop its colour, likewise after the last.
  Colour at(double t) const {
    const auto place = static_cast<std::int64_t>(std::floor(65536.0 * t));
    const auto above =
        std::find_if(stops_.begin(), stops_.end(), [place](const Stop& stop) { return stop.place > place; });
    if (above == stops_.begin()) return stops_.front().colour;
    if (above == stops_.end()) return stops_.back().colour;
    const Stop &low = *(above - 1), &high = *above;
    const std::int64_t run = high.place - low.place, from = high.place - place, to = place - low.place;
    const auto mix = [&](std::uint8_t a, std::uint8_t b) {
      return static_cast<std::uint8_t>((a * from + b * to + run / 2) / run);
    };
    return {mix(low.colour.red, high.colour.red), mix(low.colour.green, high.colour.green),
            mix(low.colour.blue, high.colour.blue), 255};
  }

 private:
  struct Stop {
    std::int64_t place;
    Colour colour;
  };
  std::vector<Stop> stops_;
};

// The colours that view.palette begins with.

// A row of a table of colours.
struct PaletteColour {
  Colour colour = rgb(0x000000);
  static void describe(Parameters<PaletteColour>& p) {
    p.parameter(&PaletteColour::colour, "colour", "Colour of one step of the table.");
  }
};

// Water, plains, woods, rock and snow. Source: Diamond-square in Clojure.
inline std::vector<PaletteColour> first_text_colours() {
  return {{rgb(0x1437ad)}, {rgb(0x04859d)}, {rgb(0x007d1c)}, {rgb(0x007d1c)}, {rgb(0x24913c)},
          {rgb(0x00c12b)}, {rgb(0x38e05d)}, {rgb(0xa3a3a4)}, {rgb(0x757575)}, {rgb(0xffffff)}};
}

// For any quantity, dark to light: lightness rises evenly, so that it also reads in print and to the colour-blind.
inline std::vector<ColourStop> field_stops() {
  return {{0, rgb(0x1b1f4b)},   {0.15, rgb(0x2b3f86)}, {0.3, rgb(0x2f6a9e)}, {0.45, rgb(0x3b949c)},
          {0.6, rgb(0x6bb88a)}, {0.75, rgb(0xacd37f)}, {0.9, rgb(0xebe38a)}, {1, rgb(0xfdf6c9)}};
}

// From the greatest depth to the shore.
inline std::vector<ColourStop> sea_stops() {
  return {{0, rgb(0x285f90)},    {0.25, rgb(0x3274a5)}, {0.5, rgb(0x438fb9)}, {0.7, rgb(0x5fadca)},
          {0.84, rgb(0x86cad6)}, {0.94, rgb(0xaddfdc)}, {1, rgb(0xc9ebe0)}};
}

// From the shore to the highest summit.
inline std::vector<ColourStop> land_stops() {
  return {{0, rgb(0x7fa866)},    {0.12, rgb(0xa3bd75)}, {0.28, rgb(0xd3cc8c)}, {0.45, rgb(0xd2b483)},
          {0.62, rgb(0xb28f6d)}, {0.8, rgb(0x9c8a80)},  {0.92, rgb(0xcfcac6)}, {1, rgb(0xfdfdfc)}};
}

enum class Scheme { table, ramp, land_and_sea };

struct Palette {
  In<Field> field;
  In<Number> level;
  In<Weight> shade;
  Out<Picture> picture;
  Scheme scheme = Scheme::land_and_sea;
  std::vector<PaletteColour> colours = first_text_colours();
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
    for (const PaletteColour& row : colours) table.push_back(row.colour);
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
