// SPDX-License-Identifier: Apache-2.0
// model.hpp: the surface that the light falls on: the relief at several scales in one, so that broad forms are
// seen through the detail.
#pragma once
#include <algorithm>
#include <cstdint>

#include "smoothing.hpp"

namespace terrawright::view {

class Model {
 public:
  static constexpr int levels = 4;
  static constexpr std::int64_t reach = smoothing_reach(levels);

  // Which half of the relief; the other is flat at 0 m. Shares of the levels, from the finest.
  struct Half {
    bool above;
    float shares[levels + 1];
  };
  static constexpr Half land = {true, {0.15f, 0.22f, 0.30f, 0.40f, 0.60f}};
  static constexpr Half tone = {false, {0.20f, 0.15f, 0.20f, 0.25f, 0.20f}};  // depths for colours: shallows glow
  static constexpr Half sea = {false, {0.0f, 0.1f, 0.3f, 0.5f, 0.6f}};

  // Of the cells of the window of z.
  Model(const View<const float>& z, const Half& half) : sum_(z.area()) {
    const Rect& area = z.area();
    Patch level(area);
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      const float* from = z.row(y, area.x);
      float* to = level.row(y);
      for (std::int64_t x = 0; x < area.width; ++x) {
        to[x] = half.above ? std::max(from[x], 0.0f) : std::min(from[x], 0.0f);
      }
    }
    for (int k = 0; k <= levels; ++k) {
      for (std::size_t n = 0; n < sum_.values.size(); ++n) sum_.values[n] += half.shares[k] * level.values[n];
      if (k < levels) level = smoothed(level, std::int64_t{1} << k);
    }
  }

  double metres(std::int64_t x, std::int64_t y) const { return static_cast<double>(sum_.at(x, y)); }
  // Metres from a cell to the next, right and down.
  double slope_x(std::int64_t x, std::int64_t y) const {
    const std::int64_t west = std::max(x - 1, sum_.area.x), east = std::min(x + 1, sum_.area.x + sum_.area.width - 1);
    return rise(sum_.at(west, y), sum_.at(east, y), east - west);
  }
  double slope_y(std::int64_t x, std::int64_t y) const {
    const std::int64_t north = std::max(y - 1, sum_.area.y),
                       south = std::min(y + 1, sum_.area.y + sum_.area.height - 1);
    return rise(sum_.at(x, north), sum_.at(x, south), south - north);
  }

 private:
  static double rise(float from, float to, std::int64_t run) {
    return run > 0 ? (static_cast<double>(to) - static_cast<double>(from)) / static_cast<double>(run) : 0.0;
  }
  Patch sum_;
};

}  // namespace terrawright::view
