// SPDX-License-Identifier: Apache-2.0
// country.hpp: the ground that roads are built on, and what a step over it costs.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"
#include "feature/names/words.hpp"

namespace terrawright::feature {

struct Country {
  FeatureGrid grid;
  std::vector<std::uint8_t> dry;         // where roads may be
  std::vector<float> height;             // metres
  std::vector<std::uint8_t> river;       // in a block
  std::vector<std::uint8_t> whole = {};  // blocks without any water; empty: those that are dry
  std::vector<std::uint8_t> near = {};   // blocks around a place: 1, and its own: 2; empty: none
};

// Surroundings of places: 2 km around.
inline void settle(Country& country, const std::vector<std::size_t>& places) {
  const FeatureGrid& grid = country.grid;
  country.near.assign(grid.size(), 0);
  const std::int64_t r = std::max<std::int64_t>(grid.blocks(2000), 1);
  for (const std::size_t c : places) {
    if (c == SIZE_MAX) continue;
    for (std::int64_t dy = -r; dy <= r; ++dy) {
      for (std::int64_t dx = -r; dx <= r; ++dx) {
        if (dx * dx + dy * dy > r * r || !grid.has(grid.x(c) + dx, grid.y(c) + dy)) continue;
        std::uint8_t& near = country.near[grid.at(grid.x(c) + dx, grid.y(c) + dy)];
        near = std::max<std::uint8_t>(near, dx == 0 && dy == 0 ? 2 : 1);
      }
    }
  }
}

// No map knows a marsh, a hedge or who owns a field: ground differs a little from place to place, by places in metres.
// Roads over a plain swing for it.
class UnseenGround {
 public:
  explicit UnseenGround(double metres) : metres_(metres) {}
  // 0 to 1.
  double at(std::int64_t x, std::int64_t y) const { return 0.55 * wave(x, y, 6000) + 0.45 * wave(x, y, 2400); }

 private:
  // Between hashed values at the corners of squares, without an edge.
  double wave(std::int64_t x, std::int64_t y, double side) const {
    const double u = static_cast<double>(x) * metres_ / side, v = static_cast<double>(y) * metres_ / side;
    const auto i = static_cast<std::int64_t>(u), j = static_cast<std::int64_t>(v);
    const auto eased = [](double t) { return t * t * (3 - 2 * t); };
    const double s = eased(u - static_cast<double>(i)), t = eased(v - static_cast<double>(j));
    const auto value = [&](std::int64_t a, std::int64_t b) {
      const std::uint64_t key = key_of(0, "ground of roads", {static_cast<std::int64_t>(side), i + a, j + b});
      return static_cast<double>(key >> 40) / 16777216;
    };
    const double above = value(0, 0) + (value(1, 0) - value(0, 0)) * s;
    const double below = value(0, 1) + (value(1, 1) - value(0, 1)) * s;
    return above + (below - above) * t;
  }
  double metres_;
};

// Steps to sixteen blocks: the eight around, then those a knight's move away.
class Steps {
 public:
  static constexpr std::size_t ways = 16;
  static constexpr std::uint32_t unknown = UINT32_MAX;
  static constexpr std::int64_t to_x[ways] = {1, 1, 0, -1, -1, -1, 0, 1, 2, 1, -1, -2, -2, -1, 1, 2};
  static constexpr std::int64_t to_y[ways] = {0, 1, 1, 1, 0, -1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1};
  static constexpr std::size_t back(std::size_t k) { return k < 8 ? (k + 4) % 8 : 8 + (k - 4) % 8; }

  explicit Steps(const Country& country) : country_(country), grid_(country.grid), ground_(grid_.size()) {
    const UnseenGround unseen(grid_.metres());
    for (std::size_t c = 0; c < grid_.size(); ++c) {
      if (country.dry[c] != 0) ground_[c] = ground_cost(c, unseen);
    }
  }

  // SIZE_MAX: beyond the world.
  std::size_t to(std::size_t c, std::size_t k) const {
    const std::int64_t x = grid_.x(c) + to_x[k], y = grid_.y(c) + to_y[k];
    return grid_.has(x, y) ? grid_.at(x, y) : SIZE_MAX;
  }

  // From a block one step on; `unknown`: there is no way.
  std::uint32_t cost(std::size_t c, std::size_t k, std::size_t next) const {
    if (country_.dry[next] == 0) return unknown;
    static constexpr double lengths[] = {256, 362, 572};
    const double steps = lengths[k >= 8 ? 2 : k % 2] / 256;
    double ground = (ground_[c] + ground_[next]) / 2.0;
    if (k % 2 == 1 || k >= 8) {
      // The two blocks that a slanting step passes: not between two waters, and a long one through none.
      const std::int64_t x = grid_.x(c), y = grid_.y(c), dx = to_x[k], dy = to_y[k];
      const bool wide = dx * dx > dy * dy, high = dy * dy > dx * dx;
      const std::size_t a = grid_.at(x + (high ? 0 : dx / (wide ? 2 : 1)), y + (high ? dy / 2 : 0));
      const std::size_t b = k < 8 ? grid_.at(x, y + dy) : grid_.at(x + (wide ? dx / 2 : dx), y + (high ? dy / 2 : dy));
      const bool dry_a = country_.dry[a] != 0, dry_b = country_.dry[b] != 0;
      if (k < 8 ? !dry_a && !dry_b : !dry_a || !dry_b) return unknown;
      if (k >= 8) ground = (ground + (ground_[a] + ground_[b]) / 2.0) / 2;
    }
    const double rise = static_cast<double>(country_.height[next]) - static_cast<double>(country_.height[c]);
    const double slope = std::min(5.0, std::max(-5.0, rise / (steps * grid_.metres())));
    const double steep = 14 * slope * (14 * slope);
    return static_cast<std::uint32_t>(steps * (256 * steep + ground)) + 1;
  }

 private:
  // Cost of flat ground: rivers, their banks and the shore are expensive, and partly wet ground more so.
  std::uint32_t ground_cost(std::size_t c, const UnseenGround& unseen) const {
    bool beside = false, shore = false;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::size_t near = to(c, k);
      if (near == SIZE_MAX) continue;
      beside = beside || country_.river[near] != 0;
      shore = shore || country_.dry[near] == 0;
    }
    const bool partly_wet = !country_.whole.empty() && country_.whole[c] == 0;
    const std::uint8_t near = country_.near.empty() ? 0 : country_.near[c];
    const auto plain = static_cast<std::uint32_t>(128 + 320 * unseen.at(grid_.x(c), grid_.y(c)));
    const std::uint32_t dry = plain + (country_.river[c] != 0 ? 896u : beside ? 256u : 0u) + (shore ? 160u : 0u);
    // Roads lead through towns rather than past them.
    return (near == 2 ? dry / 4 : near == 1 ? dry * 5 / 8 : dry) + (partly_wet ? 1536u : 0u);
  }

  const Country& country_;
  const FeatureGrid& grid_;
  std::vector<std::uint32_t> ground_;
};

}  // namespace terrawright::feature
