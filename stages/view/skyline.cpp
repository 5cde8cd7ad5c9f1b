// SPDX-License-Identifier: Apache-2.0
// view.skyline: a profile in front of the sky.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "shore_rows.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

struct Extent {
  float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
};

// Ground up to the four heights of each column, over what is behind it.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void draw_row(const double* tops, double bottom, const Tint& behind, const Tint& ground, Colour* __restrict to,
              std::size_t count) {
  const Tint from = behind, onto = ground;
  for (std::size_t x = 0; x < count; ++x) {
    double cover = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const double under = bottom - tops[x + k * count], above = under < 0.0 ? 0.0 : under;
      cover += (above > 1.0 ? 1.0 : above) / 4;
    }
    const Tint mix = mixed(from, onto, cover);
    write_pixel(to[x], byte_of(mix.red), byte_of(mix.green), byte_of(mix.blue));
  }
}

struct Skyline {
  In<Field> field;
  In<Number> level;
  Out<Picture> picture;
  std::int64_t row = 0;
  Percentage sky_room = percent(25), ground_room = percent(10);
  Colour sky = rgb(0x7fb2d9), horizon = rgb(0xf6e3c5), ground = rgb(0x2e3b3a), water = rgb(0x4f8fb0);

  std::int64_t height = 1;
  std::optional<Sea> sea;
  Tint sky_tint, horizon_tint, ground_tint, water_tint;

  static Rect profile(const Skyline& self, const Rect& tile) { return {tile.x - 1, self.row, tile.width + 2, 1}; }

  static void describe(Spec<Skyline>& s) {
    s.stage("view.skyline",
            "A profile in front of the sky: each column of the picture is filled with ground up to the height that one "
            "row of the world has there. The picture has the world's size.");
    s.source("Landscape generation using midpoint displacement");
    s.port(&Skyline::field, "field", "Heights, of which one row is drawn, or any other field.").window(profile);
    s.port(&Skyline::level, "level", "The sea level, for a world that has a sea and heights that are not in metres.")
        .optional();
    s.port(&Skyline::picture, "picture", "The picture of the profile.");
    s.parameter(&Skyline::row, "row", "Row of the world that is drawn as the profile; 0 is the northernmost.")
        .range(0, 1 << 20);
    s.parameter(&Skyline::sky_room, "sky_room", "Share of the picture's height above the highest point.").range(0, 90);
    s.parameter(&Skyline::ground_room, "ground_room", "Share of the picture's height below the lowest point.")
        .range(0, 90);
    s.parameter(&Skyline::sky, "sky", "Colour of the sky at the top of the picture.");
    s.parameter(&Skyline::horizon, "horizon", "Colour of the sky at the bottom of the picture.");
    s.parameter(&Skyline::ground, "ground", "Colour of the ground.");
    s.parameter(&Skyline::water, "water", "Colour of the sea, where there is one.");
  }

  void arrange(Arrangement& world) {
    height = world.height();
    if (row >= height)
      throw Failure("row",
                    "the world has " + std::to_string(height) + " rows; the last is " + std::to_string(height - 1));
    if (height < 2) {
      throw Failure(
          "field", "a picture of one row cannot show a skyline; give the world as many rows as the picture shall have");
    }
    if (sky_room.parts_per_million + ground_room.parts_per_million >= 1000000) {
      throw Failure("sky_room", "sky_room and ground_room together leave no room for the profile");
    }
    sea = Sea::find(world, field, level);
    sky_tint = tint_of(sky);
    horizon_tint = tint_of(horizon);
    ground_tint = tint_of(ground);
    water_tint = tint_of(water);
  }

  Extent survey(const Tile& tile) const {
    const auto z = tile[field];
    tile.require_finite(field, {tile.left(), row, tile.width(), 1}, "field");
    const auto [low, high] = std::minmax_element(z.row(row, tile.left()), z.row(row, tile.left()) + tile.width());
    return {*low, *high};
  }
  Extent merge(const Extent& a, const Extent& b) const { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
  Next<Extent> resolve(Resolving&, const Notes<Extent>& notes) const {
    Extent all;
    for (std::size_t n = 0; n < notes.size(); ++n) all = merge(all, notes[n]);
    return done(all);
  }

  void paint(Tile& tile, const Extent& all) const {
    const auto z = tile[field];
    const auto to = tile[picture];
    const Rect& seen = z.area();
    const double low = static_cast<double>(all.low), range = static_cast<double>(all.high) - low;
    const auto share = [](Percentage p) { return static_cast<double>(p.parts_per_million) / 1e6; };
    const double rows = static_cast<double>(height);
    const double room = rows * (1.0 - share(sky_room) - share(ground_room)),
                 floor_row = rows * (1.0 - share(ground_room));
    // Rows of a height below the picture's top. A flat profile stands half way up.
    const auto row_of = [&](double h) { return floor_row - room * (range > 0 ? (h - low) / range : 0.5); };
    const double surface = sea ? row_of(static_cast<double>(sea->level(tile))) : rows;
    const double skyfall =
        std::clamp(std::min(surface, floor_row), 1.0, rows);  // where the horizon's colour is reached
    const auto width = static_cast<std::size_t>(tile.width());
    std::vector<double> tops(4 * width);
    for (std::size_t i = 0; i < width; ++i) {
      const std::int64_t x = tile.left() + static_cast<std::int64_t>(i);
      const double here = static_cast<double>(z(x, row));
      const double west = static_cast<double>(z(std::max(x - 1, seen.x), row));
      const double east = static_cast<double>(z(std::min(x + 1, seen.x + seen.width - 1), row));
      // Four heights across the column, so that steep slopes are as smooth as flat ones.
      tops[i] = row_of(here + (west - here) * 0.375);
      tops[i + width] = row_of(here + (west - here) * 0.125);
      tops[i + 2 * width] = row_of(here + (east - here) * 0.125);
      tops[i + 3 * width] = row_of(here + (east - here) * 0.375);
    }
    tile.each_row([&](std::int64_t y) {
      const double bottom = static_cast<double>(y + 1);
      Tint behind = mixed(sky_tint, horizon_tint, std::min((bottom - 0.5) / skyfall, 1.0));
      if (sea) behind = mixed(behind, water_tint, std::clamp(bottom - surface, 0.0, 1.0));
      draw_row(tops.data(), bottom, behind, ground_tint, to.row(y, tile.left()), width);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, skyline, Skyline)
