// SPDX-License-Identifier: Apache-2.0
// ground.hpp: the picture under the lines, room on it, and the ground of signs.
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "field.hpp"
#include "map/margin/layout.hpp"
#include "map/style/style.hpp"
#include "sheet_tables.hpp"

namespace terrawright::map {

// Room in the sea for boxes.

// How much of each pixel lies inside rings, by even and odd.

// Pixel (i, j) of the place is the square from (x + i * pitch, y + j * pitch) on; 0 .. 255. `scans` lines a row.
inline FieldOf<std::uint8_t> covered(const Lines& rings, const GridGeometry& place, int scans,
                                     const Parallel& parallel) {
  const std::int64_t lines = place.rows * scans;
  const double step = place.pitch / scans;
  std::vector<std::vector<float>> crossings(static_cast<std::size_t>(lines));
  for (const Line& ring : rings) {
    for (std::size_t n = 0, count = ring.spots.size(); n < count; ++n) {
      const Spot &a = ring.spots[n], &b = ring.spots[(n + 1) % count];
      // Lines at the middles of their stripes.
      const double ya = (a.y - place.y) / step - 0.5, yb = (b.y - place.y) / step - 0.5;
      if (ya == yb) continue;
      const auto first = static_cast<std::int64_t>(std::ceil(std::max(std::min(ya, yb), 0.0)));
      const auto end =
          static_cast<std::int64_t>(std::ceil(std::clamp(std::max(ya, yb), 0.0, static_cast<double>(lines))));
      for (std::int64_t k = first; k < end; ++k) {
        const double t = (static_cast<double>(k) - ya) / (yb - ya);
        const double x = (a.x + (b.x - a.x) * t - place.x) / place.pitch;
        crossings[static_cast<std::size_t>(k)].push_back(
            static_cast<float>(std::clamp(x, 0.0, static_cast<double>(place.columns))));
      }
    }
  }
  FieldOf<std::uint8_t> to(place);
  in_stretches(parallel, place.rows, 64, [&](std::int64_t from, std::int64_t until) {
    std::vector<float> row(static_cast<std::size_t>(place.columns + 1));
    for (std::int64_t j = from; j < until; ++j) {
      std::fill(row.begin(), row.end(), 0.0f);
      for (int k = 0; k < scans; ++k) {
        auto& xs = crossings[static_cast<std::size_t>(j * scans + k)];
        std::sort(xs.begin(), xs.end());
        for (std::size_t n = 0; n + 1 < xs.size(); n += 2) {
          const auto a = static_cast<std::size_t>(xs[n]), b = static_cast<std::size_t>(xs[n + 1]);
          if (a == b) {
            row[a] += xs[n + 1] - xs[n];
            continue;
          }
          row[a] += static_cast<float>(a + 1) - xs[n];
          for (std::size_t i = a + 1; i < b; ++i) row[i] += 1.0f;
          row[b] += xs[n + 1] - static_cast<float>(b);
        }
      }
      for (std::int64_t i = 0; i < place.columns; ++i)
        to.row(j)[i] = static_cast<std::uint8_t>(
            std::min(row[static_cast<std::size_t>(i)] * (255.0f / static_cast<float>(scans)) + 0.5f, 255.0f));
    }
  });
  return to;
}

class FreeRoom {
 public:
  static constexpr std::int32_t cell = 50;

  FreeRoom(const Lines& coast, const Box& frame, std::int32_t off_land, const Parallel& parallel)
      : frame_(frame), off_land_(off_land) {
    const GridGeometry place{static_cast<double>(frame.left), static_cast<double>(frame.top), cell,
                             frame.width() / cell + 1, frame.height() / cell + 1};
    const FieldOf<std::uint8_t> land = covered(coast, place, 2, parallel);
    columns_ = place.columns, rows_ = place.rows;
    sums_.assign(static_cast<std::size_t>((columns_ + 1) * (rows_ + 1)), 0);
    for (std::int64_t j = 0; j < rows_; ++j) {
      for (std::int64_t i = 0; i < columns_; ++i)
        at(i + 1, j + 1) = at(i, j + 1) + at(i + 1, j) - at(i, j) + (land.row(j)[i] > 0 ? 1 : 0);
    }
  }

  void take(const Box& box, std::int32_t around) {
    taken_.push_back({box.left - around, box.top - around, box.right + around, box.bottom + around});
  }

  // The free place of this size that costs least; cost(box) in whole numbers, ties from above.
  template <class Cost>
  std::optional<Box> best(std::int32_t width, std::int32_t height, std::int32_t off_frame, Cost cost) const {
    std::optional<Box> found;
    std::int64_t least = 0;
    for (std::int32_t y = frame_.top + off_frame; y + height <= frame_.bottom - off_frame; y += 2 * cell) {
      for (std::int32_t x = frame_.left + off_frame; x + width <= frame_.right - off_frame; x += 2 * cell) {
        const Box box{x, y, x + width, y + height};
        const std::int64_t now = cost(box);
        if ((found && now >= least) || !is_free(box)) continue;
        found = box;
        least = now;
      }
    }
    return found;
  }
  // Distance of a box from a corner: 0 left or 1 right, 0 top or 1 bottom.
  std::int64_t from_corner(const Box& box, double right, double bottom) const {
    const double x = frame_.left + right * frame_.width() - (box.left + right * box.width());
    const double y = frame_.top + bottom * frame_.height() - (box.top + bottom * box.height());
    return rounded(x < 0 ? -x : x) + rounded(y < 0 ? -y : y);
  }

  // Off the land and off all that is taken.
  bool is_free(const Box& box) const {
    const auto column = [&](std::int32_t x) { return std::clamp<std::int64_t>((x - frame_.left) / cell, 0, columns_); };
    const auto row = [&](std::int32_t y) { return std::clamp<std::int64_t>((y - frame_.top) / cell, 0, rows_); };
    const std::int64_t l = column(box.left - off_land_), r = column(box.right + off_land_ + cell);
    const std::int64_t t = row(box.top - off_land_), b = row(box.bottom + off_land_ + cell);
    if (at(r, b) - at(l, b) - at(r, t) + at(l, t) > 0) return false;
    return std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) { return overlap(box, other); });
  }

 private:
  std::int64_t& at(std::int64_t i, std::int64_t j) { return sums_[static_cast<std::size_t>(j * (columns_ + 1) + i)]; }
  std::int64_t at(std::int64_t i, std::int64_t j) const {
    return sums_[static_cast<std::size_t>(j * (columns_ + 1) + i)];
  }
  Box frame_;
  std::int32_t off_land_;
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<std::int64_t> sums_;
  std::vector<Box> taken_;
};

// Colours before they are rounded, and washes of them.
struct Tone {
  float red, green, blue;
};
inline Tone tone_of(Colour c) {
  return {static_cast<float>(c.red), static_cast<float>(c.green), static_cast<float>(c.blue)};
}
inline Tone mixed(const Tone& a, const Tone& b, float t) {
  return {a.red + (b.red - a.red) * t, a.green + (b.green - a.green) * t, a.blue + (b.blue - a.blue) * t};
}
// Ink of a colour that is printed over another, so much of it.
class Ink {
 public:
  constexpr explicit Ink(const Tone& c)
      : less_{c.red / 255.0f - 1.0f, c.green / 255.0f - 1.0f, c.blue / 255.0f - 1.0f} {}
  Tone over(const Tone& a, float t) const {
    return {a.red * (1.0f + less_.red * t), a.green * (1.0f + less_.green * t), a.blue * (1.0f + less_.blue * t)};
  }

 private:
  Tone less_;
};
inline float ramp(float v, float from, float to) { return std::clamp((v - from) / (to - from), 0.0f, 1.0f); }

// Lowlands are calm and summits crisp, as if seen through air.
class Light {
 public:
  explicit Light(const Style& style)
      : shadow_(tone_of(style.shadow)),
        sun_(tone_of(style.sunlit)),
        strength_(static_cast<float>(style.shade_strength)) {}
  Tone on(const Tone& ground, float lit, float share_of_highest) const {
    const float clear = (0.62f + 0.55f * share_of_highest) * strength_;
    if (lit < 0) {
      // The darkest shade is not so dark that names and contours in it cannot be read.
      const float dark = -lit * 1.15f * clear;
      return shadow_.over(ground, dark < 0.4f ? dark : std::min(0.4f + (dark - 0.4f) * 0.5f, 0.62f));
    }
    return mixed(ground, sun_, std::clamp(lit * 1.2f * clear, 0.0f, 0.60f));
  }

 private:
  Ink shadow_;
  Tone sun_;
  float strength_;
};

// Washes of an antique map: along the coast, on high ground, and where the sea meets the land.
struct Wash {
  Ink ink;
  float share, reach;  // 1/100 mm; of heights: from this share of the highest on
};
inline constexpr Wash coast_wash{Ink({196, 150, 84}), 0.46f, 230}, high_wash{Ink({214, 184, 140}), 0.36f, 0.18f},
    sea_wash{Ink({132, 168, 166}), 0.50f, 560};
inline Tone washed(const Tone& tone, const Wash& wash, float distance) {
  const float near = std::clamp(1.0f - distance / wash.reach, 0.0f, 1.0f);
  return wash.ink.over(tone, wash.share * near * near);
}
inline Tone on_high_ground(const Tone& tone, float share_of_highest) {
  return high_wash.ink.over(tone, high_wash.share * ramp(share_of_highest, high_wash.reach, 1.0f));
}

// The picture under the lines: tints of height and depth, forest and ice, and relief.

// Layers of an antique map alone: the grain of its parchment, and washes along both sides of the coast.
struct Skin {
  Field grain;
  Field inland, offshore;  // 1/100 mm from the coast
};

// Land is what lies inside the rings of the coast. `pixel` is 1/100 mm; fields of the skin may be empty.
PaperImage ground_image(const Surface& surface, const Lines& coast, const Box& frame, double pixel, const Style& style,
                        const Skin& skin, const Parallel& parallel);

// Places on land where a sign may stand, and their ground.

// Obstacles of signs.
struct SignGround {
  const Surface* surface;
  const Field* from_coast;  // 1/100 mm from the sea on land
  const Lines *coast, *lakes;
  const std::vector<River>* rivers;
  const std::vector<std::pair<bool, Line>>* roads;
  Box frame;
};

// Places without lakes, rivers of at least some width (1/100 mm) and roads, each with some room beside it.
class SignRoom {
 public:
  struct Off {
    double least_river, river, road;
  };
  SignRoom(const SignGround& ground, const Off& off);
  bool free(const Spot& s, double off_shore) const;

 private:
  void take(const Spot& s, double around);
  const SignGround& ground_;
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<std::uint8_t> taken_;
};

// As the ground's picture has it there.
Colour ground_colour(const Surface& surface, const Style& style, const Spot& s);

// How high and how rough the land is, as far as signs show it, and where a mountain could stand.

constexpr double near_named = 1000;  // 1/100 mm

struct MountainSite {
  Spot top;
  double greatness;  // 0 .. 1: how high and rough it is
  bool hill, crest;
  std::uint64_t word;
  bool named = false;
};

// Those of summits with a name first, each greater than all nearby; then the greatest: tops, crests between them,
// hills.
std::vector<MountainSite> mountain_sites(const SignGround& ground, const std::vector<Spot>& named,
                                         const Parallel& parallel);

}  // namespace terrawright::map
