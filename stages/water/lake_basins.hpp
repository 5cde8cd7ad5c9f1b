// SPDX-License-Identifier: Apache-2.0
// The lakes of one tile: connected cells of one level under water.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "directions.hpp"
#include "scratch.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::water {

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

// Numbers joined into sets; the lowest stands for all.
class Joined {
 public:
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<std::uint32_t> parent_;
};

constexpr std::uint32_t no_lake = UINT32_MAX;

class LakeBasins {
 public:
  // Views that reach one cell beyond the tile; receivers and accumulation may be empty.
  LakeBasins(const View<const float>& height, const View<const float>& filled, const Rect& tile, std::int64_t width,
             const View<const Receiver>& receivers = {}, const View<const std::int64_t>& accumulation = {})
      : tile_(tile) {
    label_.assign(static_cast<std::size_t>(tile.width * tile.height), no_lake);
    const auto wet = [&](std::int64_t x, std::int64_t y) { return filled(x, y) > height(x, y); };
    Joined parts;
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      for (std::int64_t x = tile.x; x < tile.x + tile.width; ++x) {
        if (!wet(x, y)) continue;
        std::uint32_t& here = label_[place(x, y)];
        const auto join = [&](std::int64_t nx, std::int64_t ny) {
          if (nx < tile.x || ny < tile.y || nx >= tile.x + tile.width) return;
          const std::uint32_t there = label_[place(nx, ny)];
          if (there == no_lake || filled(nx, ny) != filled(x, y)) return;
          if (here == no_lake) {
            here = there;
          } else {
            parts.unite(here, there);
          }
        };
        join(x - 1, y);
        join(x - 1, y - 1);
        join(x, y - 1);
        join(x + 1, y - 1);
        if (here == no_lake) here = parts.add();
      }
    }
    // Lakes by their first cells.
    std::vector<std::uint32_t> number(parts.size(), no_lake);
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      for (std::int64_t x = tile.x; x < tile.x + tile.width; ++x) {
        std::uint32_t& label = label_[place(x, y)];
        if (label == no_lake) continue;
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
        if (!receivers || !accumulation || receivers(x, y) == no_receiver) continue;
        const Direction& to = direction(receivers(x, y));
        const std::int64_t nx = x + to.dx, ny = y + to.dy;
        if (wet(nx, ny) && filled(nx, ny) == level) continue;
        lake.outflow += accumulation(x, y);
        lake.drain(accumulation(x, y), ny * width + nx);
      }
    }
  }

  const std::vector<Lake>& lakes() const { return lakes_; }
  // The number of the lake that a cell is in, or no_lake.
  std::uint32_t label(std::int64_t x, std::int64_t y) const { return label_[place(x, y)]; }

 private:
  std::size_t place(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>((y - tile_.y) * tile_.width + x - tile_.x);
  }
  Rect tile_;
  Scratch<std::uint32_t> label_;
  std::vector<Lake> lakes_;
};

}  // namespace terrawright::water
