// SPDX-License-Identifier: Apache-2.0
// natural.hpp: rows of the natural picture: ground by its climate, rock, snow and light; the sea by its depth.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "terrawright/exact_math.h"
#include "terrawright/parameter.hpp"
#include "terrawright/processors.h"
#include "terrawright/random.h"
#include "view/colour_rows.hpp"
#include "view/shore_rows.hpp"
#include "view/smoothing.hpp"

namespace terrawright::view {

// How bright the ground is under several suns, and what light and shadow make of its colour.
// Source: Lambert's law; several suns after Mark 1992, Multidirectional, oblique-weighted, shaded-relief image.

struct Sun {
  double from = 315, height = 45, weight = 1;
  static void describe(Parameters<Sun>& p) {
    p.parameter(&Sun::from, "from", "Azimuth that the sun shines from: 0 is north, 90 east.")
        .unit("deg")
        .range(-360, 360);
    p.parameter(&Sun::height, "height", "Elevation angle of the sun above the horizon.").unit("deg").range(5, 90);
    p.parameter(&Sun::weight, "weight", "Brightness of the sun beside the others.").range(0.001, 1000);
  }
};

// Light of a sun on ground that rises by gx to the right and gy downwards: (up + x gx + y gy) / sqrt(1 + gx^2 + gy^2),
// where it reaches it. All suns together give flat ground 1.
struct Beam {
  float x, y, up;
};

inline std::vector<Beam> beams_of(const std::vector<Sun>& suns) {
  double flat = 0;
  for (const Sun& sun : suns) flat += sun.weight * terrawright_sinpi(sun.height / 180.0);
  std::vector<Beam> beams;
  for (const Sun& sun : suns) {
    const double along = sun.weight * terrawright_cospi(sun.height / 180.0) / flat;
    beams.push_back({static_cast<float>(-along * terrawright_sinpi(sun.from / 180.0)),
                     static_cast<float>(along * terrawright_cospi(sun.from / 180.0)),
                     static_cast<float>(sun.weight * terrawright_sinpi(sun.height / 180.0) / flat)});
  }
  return beams;
}

namespace {

// Light and shadow multiply colours by up to these, and light adds a little.
constexpr Shade lit_by = {1.70f, 1.65f, 1.50f}, glow = {0.22f * 255, 0.21f * 255, 0.18f * 255};
constexpr Shade dark_by = {0.18f, 0.20f, 0.26f};

TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void length_of_normals(const float* gx, const float* gy, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = std::sqrt(1.0f + gx[x] * gx[x] + gy[x] * gy[x]);
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_beam(const Beam& beam, const float* gx, const float* gy, const float* length, float* __restrict sum,
              std::size_t count) {
  const Beam b = beam;
  for (std::size_t x = 0; x < count; ++x) {
    const float towards = b.up + b.x * gx[x] + b.y * gy[x];
    sum[x] += (towards > 0.0f ? towards : 0.0f) / length[x];
  }
}
// `bright` is 1 on flat ground; crests of the texture are lit as well, and valleys shaded. All of it levels off.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void light_up_by(const float* bright, const float* texture, float contrast, float strength,
                                  float* __restrict red, float* __restrict green, float* __restrict blue,
                                  std::size_t count) {
  constexpr float light_levels = 0.6f, shadow_levels = 0.7f;
  for (std::size_t x = 0; x < count; ++x) {
    const float t = texture[x];
    const float gain = contrast * (bright[x] - 1.0f + strength * t / std::sqrt(1.0f + t * t)), much = std::fabs(gain);
    const bool dark = gain < 0.0f;
    const float share = much / ((dark ? shadow_levels : light_levels) + much);
    // White is the most that light makes of a colour, so that lit snow keeps its forms.
    const auto lit = [](float value, float by, float more) {
      const float high = value * by + more;
      return high < 255.0f ? high : 255.0f;
    };
    red[x] += ((dark ? red[x] * dark_by.red : lit(red[x], lit_by.red, glow.red)) - red[x]) * share;
    green[x] += ((dark ? green[x] * dark_by.green : lit(green[x], lit_by.green, glow.green)) - green[x]) * share;
    blue[x] += ((dark ? blue[x] * dark_by.blue : lit(blue[x], lit_by.blue, glow.blue)) - blue[x]) * share;
  }
}

}  // namespace

// Texture shading: a fractional Laplacian of the heights, (-d2/dx2 - d2/dy2)^0.375, which is above 0 on
// crests and below 0 in valleys, those of every width alike.
//
// In waves it multiplies by |k|^0.75. Here it is a sum of differences of ever smoother copies, an octave each, because
// the transform of a whole world does not come in tiles. Waves longer than some 300 cells are left out.
// Source: Brown 2010, Texture shading: a new technique for depicting terrain relief.

// Weights of the differences, from the finest: least squares against |k|^0.75 on land, tests/metrics/texture.cpp.
constexpr float texture_weights[] = {2.0f, 0.33f, 0.46f, 0.23f, 0.06f, 0.17f};
constexpr int texture_levels = static_cast<int>(sizeof texture_weights / sizeof *texture_weights);

// Weights of the copies themselves.
inline LevelSums::Shares texture_shares() {
  LevelSums::Shares shares(texture_levels + 1);
  for (std::size_t k = 0; k < texture_levels; ++k) {
    shares[k] += texture_weights[k];
    shares[k + 1] -= texture_weights[k];
  }
  return shares;
}

// Constants of all tiles.
struct NaturalStyle {
  ColourRamp land, sea;
  Shade rock, tundra, snow, foam, sand;
  std::vector<Beam> beams;
  float contrast, texture, exaggeration, per_cell;  // per_cell: 1 / metres
  float noise, foam_share, rock_above, snow_below, tundra_range, beach;
  std::uint64_t stream;
  std::int64_t width, height;  // of the world, where its noise may repeat
};

namespace {

// For slopes: tan 24 and tan 34 degrees.
constexpr float ground_ends = 0.445f, rock_begins = 0.675f;

TERRAWRIGHT_FOR_EACH_PROCESSOR
void white_noise(terrawright_row_key key, std::int32_t left, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = terrawright_signed_unit(terrawright_word(key, left + static_cast<std::int32_t>(x)));
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void mark_land(const float* z, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = z[x] > 0.0f ? 1.0f : 0.0f;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void shares_of_foam(const float* land, float most, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = most * smooth_share(held(land[x] * 2.2f - 0.05f, 0.0f, 1.0f));
}
// Low ground by the shore.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void shares_of_sand(const float* z, const float* land, float beach, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = 0.65f * held(2.4f - 3.0f * land[x], 0.0f, 1.0f) * held(2.0f - z[x] / beach, 0.0f, 1.0f);
  }
}
// Steepness, fading out below a height.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void shares_of_rock(const float* z, const float* length, float above, float* __restrict to, std::size_t count) {
  constexpr float most = 0.75f;
  for (std::size_t x = 0; x < count; ++x) {
    const float slope = std::sqrt(length[x] * length[x] - 1.0f);
    const float steep = held((slope - ground_ends) / (rock_begins - ground_ends), 0.0f, 1.0f);
    to[x] = most * smooth_share(steep) * smooth_share(held(z[x] / above * 2.0f - 1.0f, 0.0f, 1.0f));
  }
}
// Below a temperature, which is the lower by 0.03 C the steeper the ground is by a degree, 45 of them at most; with a
// soft rim: 1.2 C wide, and on steep ground four cells at 6.5 C a kilometre, so that it never is the side of a cell.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void shares_of_snow(const float* temperature, const float* length, const float* grain, float below, float per_cell,
                    float* __restrict to, std::size_t count) {
  const float four_cells = 4.0f * 0.0065f / per_cell;
  for (std::size_t x = 0; x < count; ++x) {
    const float steep = std::sqrt(length[x] * length[x] - 1.0f), slope = held(steep, 0.0f, 1.0f);
    const float degrees = 57.29578f * slope / (1.0f + 0.28f * slope * slope);  // arc tangent, within 0.3
    const float colder = below - 0.03f * degrees - temperature[x] + 0.4f * grain[x];
    to[x] = smooth_share(held(0.5f + colder / (1.2f + four_cells * steep), 0.0f, 1.0f));
  }
}
// Ground too cold for trees, up to `width` degrees warmer than snow.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void shares_of_tundra(const float* temperature, const float* grain, float below, float width, float* __restrict to,
                      std::size_t count) {
  constexpr float most = 0.85f;
  for (std::size_t x = 0; x < count; ++x) {
    const float colder = below - temperature[x] + grain[x];
    to[x] = most * smooth_share(held(1.0f + colder / width, 0.0f, 1.0f));
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void scale_row(float by, float* values, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) values[x] *= by;
}

}  // namespace

class NaturalPainter {
 public:
  static constexpr std::int64_t reach = smoothing_reach(texture_levels) + 1;

  NaturalPainter(const Rect& tile, const View<const float>& z, const View<const float>& rain,
                 const View<const float>& temperature, const NaturalStyle& style)
      : tile_(tile), z_(z), rain_(rain), temperature_(temperature), style_(style), rows_(z, tile) {
    for (std::vector<float>* row : {&right_, &down_, &length_, &bright_, &share_}) {
      row->resize(static_cast<std::size_t>(tile.width));
    }
    using Shares = LevelSums::Shares;
    if (rows_.any_land()) {
      Shares ground(texture_levels + 1);
      ground[0] = 1;
      land_.emplace(z, tile, true, std::vector<Shares>{ground, texture_shares()});
      // Smoothed, noise of -1..1 in every cell keeps deviations of 0.158, 0.073, 0.036 and 0.018.
      grain_.emplace(z.area(), tile, std::vector<Shares>{{0.0f, 0.0f, 1.5f, 4.5f, 12.0f}});
    }
    if (rows_.any_sea()) sea_.emplace(z, tile, false, std::vector<Shares>{{0.0f, 0.0f, 0.4f, 0.6f}});
    LevelSums around(z.area(), tile, {{0.0f, 0.0f, 1.0f}});
    if (has_shore(z, around.area())) around_.emplace(std::move(around));
  }

  void paint(std::int64_t y, Colour* to) {
    rows_.paint(
        y, to, [&](ColourRow& row) { paint_water(y, row); }, [&](ColourRow& row) { paint_soil(y, row); });
  }

 private:
  const float* of_tile(LevelSums& sums, std::int64_t y) { return sums.rows(0).row(y) + (tile_.x - sums.inner().x); }

  static bool has_shore(const View<const float>& z, const Rect& area) {
    int holds = 0;
    for (std::int64_t y = area.y; y < area.y + area.height && holds != 3; ++y) {
      holds |= land_or_sea(z.row(y, area.x), static_cast<std::size_t>(area.width));
    }
    return holds == 3;
  }
  // White noise, which repeats beyond the edges of a world that wraps.
  void read_noise(std::int64_t y, const Rect& area, float* to) const {
    const auto folded = [](std::int64_t place, std::int64_t side) { return (place % side + side) % side; };
    const auto row = static_cast<std::int32_t>(folded(y, style_.height));
    const auto key = terrawright_key_of_row(style_.stream, row, TERRAWRIGHT_FOR_NOISE, 0, 0);
    for (std::int64_t done = 0; done < area.width;) {
      const std::int64_t column = folded(area.x + done, style_.width);
      const std::int64_t count = std::min(style_.width - column, area.width - done);
      white_noise(key, static_cast<std::int32_t>(column), to + done, static_cast<std::size_t>(count));
      done += count;
    }
  }
  // Share of land in the cells around.
  const float* land_around(std::int64_t y) {
    const Rect& read = around_->area();
    around_->go_to(y, [&](std::int64_t row, float* to) {
      mark_land(z_.row(row, read.x), to, static_cast<std::size_t>(read.width));
    });
    return of_tile(*around_, y);
  }

  void paint_water(std::int64_t y, ColourRow& row) {
    sea_->go_to(y);
    roots_of_depth(sea_->metres(0, y), bright_.data(), bright_.size());
    style_.sea.paint(bright_.data(), row);
    if (!around_) return;
    shares_of_foam(land_around(y), style_.foam_share, share_.data(), share_.size());
    mix_in(style_.foam, share_, row);
  }

  void paint_soil(std::int64_t y, ColourRow& row) {
    const std::size_t count = share_.size();
    grain_->go_to(y, [&](std::int64_t at, float* to) { read_noise(at, grain_->area(), to); });
    const float* grain = of_tile(*grain_, y);
    const float* rain = rain_ ? rain_.row(y, tile_.x) : nullptr;
    if (!rain) std::fill(share_.begin(), share_.end(), usual_rain), rain = share_.data();
    logarithms(rain, grain, style_.noise, bright_.data(), count);
    style_.land.paint(bright_.data(), row);

    land_->go_to(y);
    land_->slopes(y, style_.per_cell, right_.data(), down_.data());
    length_of_normals(right_.data(), down_.data(), length_.data(), count);
    if (temperature_) {
      shares_of_tundra(temperature_.row(y, tile_.x), grain, style_.snow_below, style_.tundra_range, share_.data(),
                       count);
      mix_in(style_.tundra, share_, row);
    }
    shares_of_rock(z_.row(y, tile_.x), length_.data(), style_.rock_above, share_.data(), count);
    mix_in(style_.rock, share_, row);
    if (around_) {
      shares_of_sand(z_.row(y, tile_.x), land_around(y), style_.beach, share_.data(), count);
      mix_in(style_.sand, share_, row);
    }
    if (temperature_) {
      shares_of_snow(temperature_.row(y, tile_.x), length_.data(), grain, style_.snow_below, style_.per_cell,
                     share_.data(), count);
      mix_in(style_.snow, share_, row);
    }
    light(y, row);
  }
  void light(std::int64_t y, ColourRow& row) {
    const std::size_t count = share_.size();
    scale_row(style_.exaggeration, right_.data(), count);
    scale_row(style_.exaggeration, down_.data(), count);
    length_of_normals(right_.data(), down_.data(), length_.data(), count);
    std::fill(bright_.begin(), bright_.end(), 0.0f);
    for (const Beam& beam : style_.beams) {
      add_beam(beam, right_.data(), down_.data(), length_.data(), bright_.data(), count);
    }
    std::copy_n(land_->metres(1, y), count, share_.data());
    scale_row(style_.per_cell, share_.data(), count);
    light_up_by(bright_.data(), share_.data(), style_.contrast, style_.texture, row.red.data(), row.green.data(),
                row.blue.data(), count);
  }

  static constexpr float usual_rain = 1000;  // mm, where it is not known
  Rect tile_;
  View<const float> z_, rain_, temperature_;
  const NaturalStyle& style_;
  LandAndSea rows_;
  std::optional<Model> land_, sea_;
  std::optional<LevelSums> grain_;
  std::optional<LevelSums> around_;                            // where there is a shore, in the tile or near it
  std::vector<float> right_, down_, length_, bright_, share_;  // of the row that is painted
};

}  // namespace terrawright::view
