// SPDX-License-Identifier: Apache-2.0
#include "surface.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "terrawright/processors.h"

namespace terrawright::map {
namespace {

// Light from 45 degrees above, from 315, 285 and 345 degrees: where it comes from (x to the right, y down).
struct Lamp {
  float x, y, weight;
};
constexpr float up = 0.70710678f;
constexpr Lamp lights[] = {
    {-0.5f, -0.5f, 0.62f}, {-0.68301270f, -0.18301270f, 0.19f}, {-0.18301270f, -0.68301270f, 0.19f}};
constexpr float steepest_share = 0.92f;  // share of the land that is less steep than what shows a gradient of ...
constexpr float shown_slope = 0.85f;

// A row of a field's slopes, in its own units a sample; at its edges half of what they would be.
class Slopes {
 public:
  explicit Slopes(std::int64_t columns)
      : columns_(columns), right_(static_cast<std::size_t>(columns)), down_(static_cast<std::size_t>(columns)) {}
  void go_to(const Field& field, std::int64_t j) {
    const float* row = field.row(j);
    const float* above = field.row(std::max<std::int64_t>(j - 1, 0));
    const float* below = field.row(std::min(j + 1, field.place.rows - 1));
    const std::int64_t last = columns_ - 1;
    right_[0] = (row[std::min<std::int64_t>(1, last)] - row[0]) / 2;
    for (std::int64_t i = 1; i < last; ++i) right_[static_cast<std::size_t>(i)] = (row[i + 1] - row[i - 1]) / 2;
    right_[static_cast<std::size_t>(last)] = (row[last] - row[std::max<std::int64_t>(last - 1, 0)]) / 2;
    for (std::int64_t i = 0; i < columns_; ++i) down_[static_cast<std::size_t>(i)] = (below[i] - above[i]) / 2;
  }
  const float* right() const { return right_.data(); }
  const float* down() const { return down_.data(); }
  float steepness(std::int64_t i) const {
    const float gx = right_[static_cast<std::size_t>(i)], gy = down_[static_cast<std::size_t>(i)];
    return gx * gx + gy * gy;
  }

 private:
  std::int64_t columns_;
  std::vector<float> right_, down_;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void light_row(float* __restrict to, const float* right, const float* down, std::int64_t columns, float scale) {
  for (std::int64_t i = 0; i < columns; ++i) {
    const float gx = right[i] * scale, gy = down[i] * scale;
    const float length = std::sqrt(1.0f + (gx * gx + gy * gy));
    float sum = 0;
    for (const Lamp& light : lights) {
      const float lit = (up - (gx * light.x + gy * light.y)) / length;
      sum = sum + light.weight * (lit > 0 ? lit : 0.0f);
    }
    to[i] = sum / up - 1.0f;
  }
}

Field share_of(const Ground& ground, const std::vector<std::uint16_t>& codes, double sigma, const GridPlace& place,
               const Parallel& parallel) {
  if (!ground.biome || codes.empty()) return {};
  Field share(ground.biome.place);
  std::vector<std::uint8_t> is(65536, 0);
  for (const std::uint16_t code : codes) is[code] = 1;
  bool any = false;
  for (std::size_t n = 0; n < share.values.size(); ++n) {
    const bool here = is[ground.biome.values[n]] != 0;
    share.values[n] = here ? 1.0f : 0.0f;
    any = any || here;
  }
  if (!any) return {};
  return taken_over(smoothed(share, sigma / share.place.pitch, parallel), place, parallel);
}

}  // namespace

Field shaded(const Field& height, const Field& land_height, const Parallel& parallel) {
  const GridPlace& p = height.place;
  Field steepness(p), to(p);
  in_stretches(parallel, p.rows, 64, [&](std::int64_t first, std::int64_t end) {
    Slopes slopes(p.columns);
    for (std::int64_t j = first; j < end; ++j) {
      slopes.go_to(height, j);
      for (std::int64_t i = 0; i < p.columns; ++i) steepness.row(j)[i] = slopes.steepness(i);
    }
  });
  // Every third sample of the land in each direction says how steep it is.
  std::vector<float> of_land;
  for (std::int64_t j = 0; j < p.rows; j += 3) {
    for (std::int64_t i = 0; i < p.columns; i += 3) {
      if (land_height.row(j)[i] > 0) of_land.push_back(steepness.row(j)[i]);
    }
  }
  if (of_land.empty()) return to;
  const auto at =
      of_land.begin() + static_cast<std::ptrdiff_t>(static_cast<float>(of_land.size() - 1) * steepest_share);
  std::nth_element(of_land.begin(), at, of_land.end());
  const float steep = std::sqrt(*at);
  float highest = 0;
  for (const float h : land_height.values) highest = std::max(highest, h);
  if (!(steep > even_ground * highest)) return to;
  const float scale = shown_slope / steep;
  in_stretches(parallel, p.rows, 64, [&](std::int64_t first, std::int64_t end) {
    Slopes slopes(p.columns);
    for (std::int64_t j = first; j < end; ++j) {
      slopes.go_to(height, j);
      light_row(to.row(j), slopes.right(), slopes.down(), p.columns, scale);
    }
  });
  return to;
}

Surface surface_of(const Ground& ground, const GridPlace& place, const ClassWords& words, const Style& style,
                   const Parallel& parallel) {
  Surface s;
  s.place = place;
  Field land = ground.height, sea = ground.height;
  for (std::size_t n = 0; n < land.values.size(); ++n) {
    const bool dry = ground.land.values[n] != 0;
    land.values[n] = dry ? std::max(land.values[n], 0.05f) : 0.0f;
    sea.values[n] = dry ? 0.0f : std::max(-sea.values[n], 0.0f);
    s.highest = std::max(s.highest, land.values[n]);
  }
  s.height = taken_over(land, place, parallel);
  s.depth = taken_over(smoothed(sea, 0.6, parallel), place, parallel);
  const double per_mm = 100 / place.pitch;
  const Field fine = shaded(smoothed(s.height, style.fine * per_mm, parallel), s.height, parallel);
  const Field broad = shaded(smoothed(s.height, style.broad * per_mm, parallel), s.height, parallel);
  s.tone = Field(place);
  const auto share = static_cast<float>(style.fine_share);
  for (std::size_t n = 0; n < s.tone.values.size(); ++n)
    s.tone.values[n] = share * fine.values[n] + (1.0f - share) * broad.values[n];
  // Forests of an antique map are washed.
  s.forest = share_of(ground, words.forest, style.name == StyleName::antique ? 90 : 35, place, parallel);
  s.desert = share_of(ground, words.desert, 120, place, parallel);
  s.ice = share_of(ground, words.ice, 40, place, parallel);
  const Field tundra = share_of(ground, words.tundra, 80, place, parallel);
  if (tundra) {
    if (!s.ice) s.ice = Field(place);
    for (std::size_t n = 0; n < s.ice.values.size(); ++n)
      s.ice.values[n] = std::max(s.ice.values[n], 0.55f * tundra.values[n]);
  }
  return s;
}

}  // namespace terrawright::map
