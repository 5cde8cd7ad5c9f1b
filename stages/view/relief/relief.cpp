// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ground.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "view/colour_rows.hpp"
#include "view/shore_rows.hpp"
#include "view/smoothing.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// The colours of the relief picture, all in one place.

// Over depth / greatest depth: 0, 40, 150, 800, 2000 and 4000 m of an ocean 4000 m deep, so that the shelf has its own.
constexpr Stop sea_ramp[] = {{0.00, hex(0xa5d2d7)}, {0.01, hex(0x82b9cd)}, {0.0375, hex(0x5c96be)},
                             {0.20, hex(0x3469a0)}, {0.50, hex(0x244e87)}, {1.00, hex(0x183464)}};

// Over height / greatest height, where no classes are given.
constexpr Stop land_ramp[] = {{0.00, hex(0x7fa866)}, {0.12, hex(0xa3bd75)}, {0.28, hex(0xd3cc8c)},
                              {0.45, hex(0xd2b483)}, {0.62, hex(0xb28f6d)}, {0.80, hex(0x9c8a80)},
                              {0.92, hex(0xcfcac6)}, {1.00, hex(0xfdfdfc)}};

constexpr Tint rock = hex(0xa98d72);         // towards the heights
constexpr Tint snow = hex(0xfafcff);         // where it is cold
constexpr Tint shadow = {0.34, 0.39, 0.50};  // multiplies: cool
constexpr Tint light = hex(0xfffdf0);        // mixes in: warm

// The colours of water and of soil before light falls on them.

constexpr ReliefRamp of_sea(sea_ramp);
constexpr ReliefRamp of_land(land_ramp);

TERRAWRIGHT_FOR_EACH_PROCESSOR
void colour_water(const float* metres, float per_metre, float* __restrict red, float* __restrict green,
                  float* __restrict blue, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const Shade c = colour_at(of_sea, metres[x] * per_metre);
    red[x] = c.red;
    green[x] = c.green;
    blue[x] = c.blue;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void colour_by_height(const float* z, float per_metre, float* __restrict red, float* __restrict green,
                      float* __restrict blue, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const Shade c = colour_at(of_land, z[x] * per_metre);
    red[x] = c.red;
    green[x] = c.green;
    blue[x] = c.blue;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void divide(const std::uint16_t* sum, const std::uint16_t* weights, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const int weight = weights[x];
    to[x] = static_cast<float>(int{sum[x]}) / static_cast<float>(weight > 0 ? weight : 1);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void share_of_all(const std::uint16_t* sum, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = static_cast<float>(int{sum[x]}) * (1.0f / binomial_total);
}
// Smooth from 0 where value = from to 1 where it is from + 1 / per_unit, times `most`.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void smooth_step_along(const float* value, float from, float per_unit, float most, float* __restrict to,
                       std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = most * smooth_share(held((value[x] - from) * per_unit, 0.0f, 1.0f));
  }
}

// How bright slopes are under a main light and two weaker ones beside it.
//
// Each light gives (sin h - cos h * (slope towards it)) / sqrt(1 + gx^2 + gy^2), its height h above the horizon.
// Source: Lambert's law; several lights after Mark 1992, Multidirectional, oblique-weighted, shaded-relief image.

// Light on flat ground is 1.
struct Light {
  float x, y;
};

// Azimuth clockwise from north and height, in degrees.
inline Light lights(double from, double height) {
  const double flat = terrawright_cospi(height / 180.0), up = terrawright_sinpi(height / 180.0);
  constexpr double aside[3] = {0, -50, 50}, weights[3] = {0.64, 0.20, 0.16};
  double x = 0, y = 0;
  for (int k = 0; k < 3; ++k) {
    const double azimuth = (from + aside[k]) / 180.0;
    x += weights[k] * flat * terrawright_sinpi(azimuth);
    y -= weights[k] * flat * terrawright_cospi(azimuth);
  }
  return {static_cast<float>(x / up), static_cast<float>(y / up)};
}

// Shadows multiply with a cool tint, lit slopes gain warm light; both level off. gx and gy are rises over a run of 1.
// Gentle slopes are drawn up to 1 + plains times as steep, those of `gentle` half of that, steep ones as they are.
constexpr float gentle = 0.15f;
TERRAWRIGHT_FOR_EACH_PROCESSOR
void light_up(const Light& from, float strength, float plains, const float* gx, const float* gy, float* __restrict red,
              float* __restrict green, float* __restrict blue, std::size_t count) {
  constexpr float steepest = 1e6f;  // its sixth power is a float
  constexpr Shade cool = shade_of(shadow), warm = bytes_of(light);
  const float from_x = from.x, from_y = from.y, more = plains * (gentle * gentle);
  for (std::size_t i = 0; i < count; ++i) {
    const float x = held(gx[i], -steepest, steepest), y = held(gy[i], -steepest, steepest);
    // (1 - L f) / sqrt(1 + (f g)^2) with f = drawn / plain, both parts times `plain`.
    const float square = x * x + y * y, plain = gentle * gentle + square, drawn = plain + more;
    const float brightness =
        (plain - (from_x * x + from_y * y) * drawn) / std::sqrt(plain * plain + square * (drawn * drawn));
    const float gain = (brightness - 1.0f) * strength, much = std::fabs(gain);
    const bool dark = gain < 0.0f;
    const float share = much / ((dark ? 0.55f : 1.1f) + much);
    red[i] += ((dark ? red[i] * cool.red : warm.red) - red[i]) * share;
    green[i] += ((dark ? green[i] * cool.green : warm.green) - green[i]) * share;
    blue[i] += ((dark ? blue[i] * cool.blue : warm.blue) - blue[i]) * share;
  }
}

// How much land and sea rise from cell to cell on the mean, exactly, so that shading can suit any world.

// Sums of nearbyint(1024 |dz|) between neighbours along both axes, and how many, for land and for sea.
struct Rises {
  std::int64_t land = 0, land_pairs = 0, sea = 0, sea_pairs = 0;
};

inline Rises added(const Rises& a, const Rises& b) {
  return {a.land + b.land, a.land_pairs + b.land_pairs, a.sea + b.sea, a.sea_pairs + b.sea_pairs};
}

// Pairs of a cell of one row and a cell of another; pairs across the shore do not count.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_rises(const float* here, const float* there, std::size_t count, Rises& sums) {
  std::int64_t land = 0, land_pairs = 0, sea = 0, sea_pairs = 0;
  for (std::size_t x = 0; x < count; ++x) {
    const auto a = static_cast<double>(here[x]), b = static_cast<double>(there[x]);
    const std::int64_t rise = rounded(1024.0 * std::fabs(b - a));
    const bool dry = a > 0.0 && b > 0.0, wet = a <= 0.0 && b <= 0.0;
    land += dry ? rise : 0;
    land_pairs += dry ? 1 : 0;
    sea += wet ? rise : 0;
    sea_pairs += wet ? 1 : 0;
  }
  sums = added(sums, {land, land_pairs, sea, sea_pairs});
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool all_below(const float* z, float limit, std::size_t count) {
  int beyond = 0;
  for (std::size_t x = 0; x < count; ++x) beyond |= std::fabs(z[x]) < limit ? 0 : 1;
  return beyond == 0;
}

// A pair belongs to the tile of its left or upper cell.
inline Rises survey_rises(const Tile& tile, const View<const float>& z) {
  constexpr float limit = 1e9f;
  const Rect& seen = z.area();
  // Pairs with the cells beside and below the tile are seen where the world goes on.
  const std::int64_t right = std::min(tile.right() + 1, seen.x + seen.width);
  const std::int64_t bottom = std::min(tile.bottom() + 1, seen.y + seen.height);
  const auto across = static_cast<std::size_t>(right - tile.left()), width = static_cast<std::size_t>(tile.width());
  for (std::int64_t y = tile.top(); y < bottom; ++y) {
    const float* row = z.row(y, tile.left());
    if (all_below(row, limit, across)) continue;
    for (std::int64_t x = tile.left(); x < right; ++x) {
      if (!(std::fabs(z(x, y)) < limit))
        throw Failure("height", "the height is not a finite number of metres below 1e9", x, y);
    }
  }
  Rises sums;
  tile.each_row([&](std::int64_t y) {
    const float* row = z.row(y, tile.left());
    add_rises(row, row + 1, across - 1, sums);
    if (y + 1 < bottom) add_rises(row, z.row(y + 1, tile.left()), width, sums);
  });
  return sums;
}

// Metres between neighbours on the mean; 0 where all is flat.
inline double mean_rise(std::int64_t sum, std::int64_t pairs) {
  return pairs > 0 ? static_cast<double>(sum) / (1024.0 * static_cast<double>(pairs)) : 0.0;
}

// Paints a tile of the relief, row by row from top to bottom: water, soil, light on each, and the shore.

// Constants of all tiles.
struct Style {
  Light light;
  float contrast, tint, plains;
  float highest, deepest;                     // metres, above 0
  float land_exaggeration, sea_exaggeration;  // drawn rise over a run of one cell, for each metre between neighbours
};

// Shares of the relief at each scale, from the finest, so that broad forms are visible through the detail.
inline const LevelSums::Shares land_shares = {0.17f, 0.24f, 0.32f, 0.42f, 0.52f},
                               sea_floor_shares = {0.0f, 0.1f, 0.3f, 0.5f, 0.6f},
                               // The depth itself, not what lies around.
    sea_colour_shares = {0.7f, 0.2f, 0.1f, 0.0f, 0.0f};

class Painter {
 public:
  static constexpr std::int64_t reach = smoothing_reach(4) + 1;

  Painter(const Rect& tile, const View<const float>& z, const View<const std::uint16_t>& classes,
          const View<const float>& cold, const Ground& ground, const Style& style)
      : tile_(tile),
        z_(z),
        cold_(cold),
        style_(style),
        rows_(z, tile),
        right_(static_cast<std::size_t>(tile.width)),
        down_(right_.size()),
        share_(right_.size()) {
    if (classes) ground_.emplace(ground, classes, z, tile);
    if (classes && ground.has_ice()) ice_ = shade_of(ground.ice());
    if (rows_.any_land()) land_.emplace(z, tile, true, std::vector<LevelSums::Shares>{land_shares});
    if (rows_.any_sea()) {
      sea_.emplace(z, tile, false, std::vector<LevelSums::Shares>{sea_floor_shares, sea_colour_shares});
    }
  }

  void paint(std::int64_t y, Colour* to) {
    rows_.paint(
        y, to, [&](ColourRow& row) { paint_water(y, row); }, [&](ColourRow& row) { paint_soil(y, row); });
  }

 private:
  void paint_water(std::int64_t y, ColourRow& row) {
    sea_->go_to(y);
    colour_water(sea_->metres(1, y), -1.0f / style_.deepest, row.red.data(), row.green.data(), row.blue.data(),
                 row.size());
    if (ice_) {
      ground_->go_to(y);
      share_of_all(ground_->sums(GroundRows::ice), share_.data(), row.size());
      mix_in(*ice_, share_, row);
    }
    light(row, *sea_, y, style_.sea_exaggeration, 0.0f);
  }
  void paint_soil(std::int64_t y, ColourRow& row) {
    const float* z = z_.row(y, tile_.x);
    land_->go_to(y);
    if (ground_) {
      ground_->go_to(y);
      const std::uint16_t* weights = ground_->sums(GroundRows::land);
      divide(ground_->sums(GroundRows::red), weights, row.red.data(), row.size());
      divide(ground_->sums(GroundRows::green), weights, row.green.data(), row.size());
      divide(ground_->sums(GroundRows::blue), weights, row.blue.data(), row.size());
      const float from = 0.15f, room = 1.0f - from;
      smooth_step_along(z, from * style_.highest, 1.0f / (room * style_.highest), style_.tint, share_.data(),
                        row.size());
      mix_in(bytes_of(rock), share_, row);
    } else {
      colour_by_height(z, 1.0f / style_.highest, row.red.data(), row.green.data(), row.blue.data(), row.size());
    }
    if (cold_) {
      const float none = 1.5f, all = -1.5f, most = 0.9f;
      smooth_step_along(cold_.row(y, tile_.x), none, 1.0f / (all - none), most, share_.data(), row.size());
      mix_in(bytes_of(snow), share_, row);
    }
    light(row, *land_, y, style_.land_exaggeration, style_.plains);
  }
  void light(ColourRow& row, Model& model, std::int64_t y, float exaggeration, float plains) {
    model.slopes(y, exaggeration, right_.data(), down_.data());
    light_up(style_.light, style_.contrast, plains, right_.data(), down_.data(), row.red.data(), row.green.data(),
             row.blue.data(), row.size());
  }

  Rect tile_;
  View<const float> z_, cold_;
  Style style_;
  LandAndSea rows_;
  std::optional<GroundRows> ground_;
  std::optional<Shade> ice_;
  std::optional<Model> land_, sea_;
  std::vector<float> right_, down_, share_;  // of the row that is painted
};

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
