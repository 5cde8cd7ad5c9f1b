// SPDX-License-Identifier: Apache-2.0
// shore_rows.hpp: the level of the sea, and the shore in the rows of a tile.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terrawright/arrangement.hpp"
#include "terrawright/processors.h"
#include "terrawright/tile.hpp"
#include "view/colour_rows.hpp"

namespace terrawright::view {

// The sea ends at 0 in metres, before that at the level that sea.level found.
class Sea {
 public:
  // Nothing where it is not known. Throws Failure where the level has another unit than the field.
  template <class Kind>
  static std::optional<Sea> find(const Arrangement& world, In<Kind> field, In<Number> level) {
    const std::string unit(world.unit(field));
    if (world.connected(level)) {
      const std::string other(world.unit(level));
      if (other != unit)
        throw Failure("level", "the unit of the level is " + other + ", but that of the field is " + unit);
      return Sea(level, true);
    }
    if (world.kind(field) == TERRAWRIGHT_KIND_HEIGHT && unit == "m") return Sea(level, false);
    return std::nullopt;
  }
  // Higher cells are land.
  float level(const Running& running) const { return given_ ? static_cast<float>(running[level_]) : 0.0f; }

 private:
  Sea(In<Number> level, bool given) : level_(level), given_(given) {}
  In<Number> level_;
  bool given_;
};

// shore_rows.hpp: where the shore runs in the rows of a tile.

// Where between two cells the shore runs.

// Share of land in a cell, from the shore that the slope there implies: a smooth coast at any size. 0 or 1 where all
// nine cells around are alike.
inline double land_share(const View<const float>& z, std::int64_t x, std::int64_t y) {
  const Rect& a = z.area();
  const std::int64_t xs[3] = {std::max(x - 1, a.x), x, std::min(x + 1, a.x + a.width - 1)};
  const std::int64_t ys[3] = {std::max(y - 1, a.y), y, std::min(y + 1, a.y + a.height - 1)};
  int land = 0;
  for (const std::int64_t j : ys) {
    for (const std::int64_t i : xs) land += z(i, j) > 0.0f ? 1 : 0;
  }
  if (land == 0 || land == 9) return land == 0 ? 0.0 : 1.0;
  const auto at = [&](int i, int j) { return static_cast<double>(z(xs[i], ys[j])); };
  const double gx = (at(2, 1) - at(0, 1)) / 2, gy = (at(1, 2) - at(1, 0)) / 2;
  const double steep = std::sqrt(gx * gx + gy * gy);
  if (!(steep > 0)) return at(1, 1) > 0 ? 1.0 : 0.0;
  return std::clamp(0.5 + at(1, 1) / steep, 0.0, 1.0);
}

namespace {

// land_share of cells that have all their neighbours, to the last bit.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void land_shares_inside(const float* above, const float* here, const float* below, double* __restrict to,
                        std::size_t count) {
  const auto lower = [](float a, float b) { return a < b ? a : b; };
  const auto higher = [](float a, float b) { return a > b ? a : b; };
  for (std::size_t x = 0; x < count; ++x) {
    float low = here[x], high = here[x];
    const auto look = [&](const float* row) {
      low = lower(lower(lower(row[x - 1], row[x]), row[x + 1]), low);
      high = higher(higher(higher(row[x - 1], row[x]), row[x + 1]), high);
    };
    look(above), look(here), look(below);
    const auto at = [](float z) { return static_cast<double>(z); };
    const double gx = (at(here[x + 1]) - at(here[x - 1])) / 2, gy = (at(below[x]) - at(above[x])) / 2;
    const double steep = std::sqrt(gx * gx + gy * gy), share = 0.5 + at(here[x]) / (steep > 0 ? steep : 1.0);
    const double inside = share < 0 ? 0.0 : share > 1 ? 1.0 : share;
    const double whole = here[x] > 0.0f ? 1.0 : 0.0;
    const double mixed = steep > 0 ? inside : whole;
    to[x] = low > 0.0f ? 1.0 : high > 0.0f ? mixed : 0.0;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
std::uint8_t land_or_sea(const float* z, std::size_t count) {
  std::uint32_t land = 0, sea = 0;
  for (std::size_t x = 0; x < count; ++x) {
    land |= z[x] > 0.0f ? 1u : 0u;
    sea |= z[x] > 0.0f ? 0u : 1u;
  }
  return static_cast<std::uint8_t>(land | sea << 1);
}

}  // namespace

// For the rows of a tile, whose window reaches a cell beyond it inside the world.
class ShoreRows {
 public:
  ShoreRows(const View<const float>& z, const Rect& tile) : z_(z), tile_(tile) {
    const Rect& seen = z.area();
    const std::int64_t left = std::max(tile.x - 1, seen.x);
    const auto width = static_cast<std::size_t>(std::min(tile.x + tile.width + 1, seen.x + seen.width) - left);
    for (std::int64_t y = tile.y - 1; y <= tile.y + tile.height; ++y) {
      const std::int64_t inside = std::clamp(y, seen.y, seen.y + seen.height - 1);
      holds_.push_back(land_or_sea(z.row(inside, left), width));
      tile_holds_ = static_cast<std::uint8_t>(tile_holds_ | holds_.back());
    }
  }
  // Is any share of the tile above 0, or below 1; or of row y?
  bool any_land() const { return (tile_holds_ & 1) != 0; }
  bool any_sea() const { return (tile_holds_ & 2) != 0; }
  bool any_land(std::int64_t y) const { return (around(y) & 1) != 0; }
  bool any_sea(std::int64_t y) const { return (around(y) & 2) != 0; }

  void shares(std::int64_t y, double* to) const {
    const Rect& seen = z_.area();
    const std::int64_t end = tile_.x + tile_.width, first = std::max(tile_.x, seen.x + 1);
    const std::int64_t last = std::min(end, seen.x + seen.width - 1);
    const auto row = [&](std::int64_t at) { return z_.row(std::clamp(at, seen.y, seen.y + seen.height - 1), first); };
    if (last > first) {
      land_shares_inside(row(y - 1), row(y), row(y + 1), to + (first - tile_.x),
                         static_cast<std::size_t>(last - first));
    }
    // At the world's border.
    if (first > tile_.x) to[0] = land_share(z_, tile_.x, y);
    if (last < end) to[tile_.width - 1] = land_share(z_, end - 1, y);
  }

 private:
  int around(std::int64_t y) const {
    const auto at = static_cast<std::size_t>(y - tile_.y);
    return holds_[at] | holds_[at + 1] | holds_[at + 2];
  }
  View<const float> z_;
  Rect tile_;
  std::vector<std::uint8_t> holds_;  // of the rows from the one above the tile: 1 where there is land, 2 where sea
  std::uint8_t tile_holds_ = 0;
};

// Rows of a picture whose land and sea are painted each by itself, and mixed along the shore.
class LandAndSea {
 public:
  LandAndSea(const View<const float>& z, const Rect& tile)
      : shore_(z, tile), water_(tile.width), soil_(tile.width), land_share_(water_.size()) {}

  bool any_land() const { return shore_.any_land(); }
  bool any_sea() const { return shore_.any_sea(); }

  // paint_water(row), paint_soil(row): paint row y where the tile has sea, or land, in it.
  template <class PaintWater, class PaintSoil>
  void paint(std::int64_t y, Colour* to, PaintWater paint_water, PaintSoil paint_soil) {
    const bool water = shore_.any_sea(y), soil = shore_.any_land(y);
    if (water) paint_water(water_);
    if (soil) paint_soil(soil_);
    if (water && soil) {
      shore_.shares(y, land_share_.data());
      lay_over(land_share_.data(), soil_.red.data(), water_.red.data(), water_.size());
      lay_over(land_share_.data(), soil_.green.data(), water_.green.data(), water_.size());
      lay_over(land_share_.data(), soil_.blue.data(), water_.blue.data(), water_.size());
    }
    const ColourRow& row = water ? water_ : soil_;
    write_bytes(row.red.data(), row.green.data(), row.blue.data(), to, row.size());
  }

 private:
  ShoreRows shore_;
  ColourRow water_, soil_;
  std::vector<double> land_share_;  // of the row that is painted
};

}  // namespace terrawright::view
