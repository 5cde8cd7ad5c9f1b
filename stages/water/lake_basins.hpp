// SPDX-License-Identifier: Apache-2.0
// The lakes of one tile: connected cells of one level under water.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "directions.hpp"
#include "outlets.hpp"
#include "scratch.hpp"
#include "terrawright/processors.h"
#include "terrawright/tile.hpp"

namespace terrawright::water {

// A lake: how large and deep it is, and where its water leaves.

// Volumes are sums of whole 1/65536 m of depth, so that they do not depend on the order.
constexpr double depth_steps = 65536.0;

// A lake, or the part of it that a tile has.
struct Lake {
  float level, max_depth;         // m
  std::int64_t area, volume;      // cells; 1/65536 m on a cell
  std::int64_t first;             // raster index of its first cell
  std::int64_t outflow;           // accumulated runoff that leaves it
  std::int64_t outlet_flow = -1;  // of it, through the outlet: the cell that takes most; of equal ones the first
  std::int64_t outlet = -1;       // raster index

  void add(const Lake& other) {
    max_depth = std::max(max_depth, other.max_depth);
    area += other.area;
    volume += other.volume;
    first = std::min(first, other.first);
    outflow += other.outflow;
    drain(other.outlet_flow, other.outlet);
  }
  void drain(std::int64_t flow, std::int64_t to) {
    if (flow < outlet_flow || (flow == outlet_flow && to >= outlet)) return;
    outlet_flow = flow;
    outlet = to;
  }
};

struct LakeRules {
  std::int64_t min_area;  // cells
  double min_depth;       // m
  bool keeps(const Lake& lake) const {
    return lake.area >= min_area && static_cast<double>(lake.max_depth) >= min_depth;
  }
};

constexpr std::uint32_t no_lake = UINT32_MAX;

namespace {

// Cells under water. True if there are any.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool wet_of_row(const float* height, const float* filled, std::uint8_t* __restrict wet, std::int32_t count) {
  std::uint8_t any = 0;
  for (std::int32_t x = 0; x < count; ++x) {
    wet[x] = filled[x] > height[x] ? 1 : 0;
    any = static_cast<std::uint8_t>(any | wet[x]);
  }
  return any != 0;
}

}  // namespace

class LakeBasins {
 public:
  // Views of the tile; with receivers and accumulation, which may be empty, one cell further.
  LakeBasins(const View<const float>& height, const View<const float>& filled, const Rect& tile, std::int64_t width,
             const View<const Receiver>& receivers = {}, const View<const std::int64_t>& accumulation = {})
      : tile_(tile), filled_(filled), is_wet_(static_cast<std::size_t>(tile.height), 0) {
    wet_.resize(static_cast<std::size_t>(tile.width * tile.height + beyond_flags));
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      is_wet_[static_cast<std::size_t>(y - tile.y)] = wet_of_row(
          height.row(y, tile.x), filled.row(y, tile.x), &wet_[place(tile.x, y)], static_cast<std::int32_t>(tile.width));
    }
    if (std::none_of(is_wet_.begin(), is_wet_.end(), [](std::uint8_t wet) { return wet != 0; })) return;
    label_.assign(static_cast<std::size_t>(tile.width * tile.height), no_lake);
    Joined parts;
    each([&](std::int64_t x, std::int64_t y) { join(parts, x, y); });
    // Lakes by their first cells.
    std::vector<std::uint32_t> number(parts.size(), no_lake);
    each([&](std::int64_t x, std::int64_t y) {
      std::uint32_t& label = label_[place(x, y)];
      std::uint32_t& of_part = number[parts.find(label)];
      const float level = filled(x, y);
      if (of_part == no_lake) {
        of_part = static_cast<std::uint32_t>(lakes_.size());
        lakes_.push_back({level, 0, 0, 0, y * width + x, 0, -1, -1});
      }
      label = of_part;
      Lake& lake = lakes_[label];
      const double depth = static_cast<double>(level) - static_cast<double>(height(x, y));
      lake.max_depth = std::max(lake.max_depth, static_cast<float>(depth));
      lake.area += 1;
      lake.volume += static_cast<std::int64_t>(std::nearbyint(depth * depth_steps));
      if (!receivers || !accumulation || receivers(x, y) == no_receiver) return;
      const Direction& to = direction(receivers(x, y));
      const std::int64_t nx = x + to.dx, ny = y + to.dy;
      if (filled(nx, ny) > height(nx, ny) && filled(nx, ny) == level) return;
      lake.outflow += accumulation(x, y);
      lake.drain(accumulation(x, y), ny * width + nx);
    });
  }

  const std::vector<Lake>& lakes() const { return lakes_; }
  // The number of the lake that a cell is in, or no_lake.
  std::uint32_t label(std::int64_t x, std::int64_t y) const { return lakes_.empty() ? no_lake : label_[place(x, y)]; }
  // body(x, y) for the cells of row y that are in lakes.
  template <class Body>
  void each_of_row(std::int64_t y, Body body) const {
    if (!is_wet_[static_cast<std::size_t>(y - tile_.y)]) return;
    each_set(&wet_[place(tile_.x, y)], tile_.width, [&](std::int64_t x) { body(tile_.x + x, y); });
  }

 private:
  template <class Body>
  void each(Body body) const {
    for (std::int64_t y = tile_.y; y < tile_.y + tile_.height; ++y) each_of_row(y, body);
  }
  // With those before it that have the same level; those of them that are neighbours hang together already.
  void join(Joined& parts, std::int64_t x, std::int64_t y) {
    std::uint32_t& here = label_[place(x, y)];
    const float level = filled_(x, y);
    const auto same = [&](std::int64_t nx, std::int64_t ny) {
      const bool inside = nx >= tile_.x && ny >= tile_.y && nx < tile_.x + tile_.width;
      return inside && label_[place(nx, ny)] != no_lake && filled_(nx, ny) == level;
    };
    const auto with = [&](std::int64_t nx, std::int64_t ny) {
      const std::uint32_t there = label_[place(nx, ny)];
      if (here == no_lake) {
        here = there;
      } else if (here != there) {
        parts.unite(here, there);
      }
    };
    const bool above = same(x, y - 1);
    if (same(x - 1, y)) {
      with(x - 1, y);
    } else if (above) {
      with(x, y - 1);
    } else if (same(x - 1, y - 1)) {
      with(x - 1, y - 1);
    }
    if (!above && same(x + 1, y - 1)) with(x + 1, y - 1);
    if (here == no_lake) here = parts.add();
  }

  std::size_t place(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - tile_.y) * tile_.width + x - tile_.x);
  }
  Rect tile_;
  View<const float> filled_;
  std::vector<std::uint8_t> is_wet_;  // by row
  Scratch<std::uint8_t> wet_;
  Scratch<std::uint32_t> label_;
  std::vector<Lake> lakes_;
};

// Share of lake in the land.

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
std::int32_t land_of_row(const float* filled, const float* height, const std::uint8_t* is_ocean, std::int32_t count) {
  std::int32_t land = 0;
  for (std::int32_t x = 0; x < count; ++x) land += ((filled[x] > height[x]) | (is_ocean[x] == 0)) ? 1 : 0;
  return land;
}

}  // namespace

// Cells that are not ocean. Cells under water that runs off are land, at all heights.
inline std::int64_t land_cells(const View<const float>& height, const View<const float>& filled, const Outlets& outlets,
                               const Rect& tile) {
  std::int64_t land = 0;
  std::vector<std::uint8_t> is_ocean(static_cast<std::size_t>(tile.width));
  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    outlets.ocean_row(y, tile.x, tile.x + tile.width, is_ocean.data());
    land += land_of_row(filled.row(y, tile.x), height.row(y, tile.x), is_ocean.data(),
                        static_cast<std::int32_t>(tile.width));
  }
  return land;
}

inline double percent_of(std::int64_t cells, std::int64_t land) {
  return land == 0 ? 0.0 : 100.0 * static_cast<double>(cells) / static_cast<double>(land);
}

}  // namespace terrawright::water
