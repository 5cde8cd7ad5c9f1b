// SPDX-License-Identifier: Apache-2.0
// model.hpp: the surface that the light falls on: the relief at several scales in one, so that broad forms are
// seen through the detail.
#pragma once
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "view/smoothing.hpp"

namespace terrawright::view {

class Model {
 public:
  static constexpr int levels = 4;
  static constexpr std::int64_t reach = smoothing_reach(levels);
  // Of each level, from the finest.
  using Shares = float[levels + 1];
  static constexpr Shares land = {0.15f, 0.22f, 0.30f, 0.40f, 0.60f};
  static constexpr Shares sea_floor = {0.0f, 0.1f, 0.3f, 0.5f, 0.6f};
  static constexpr Shares sea_colour = {0.20f, 0.15f, 0.20f, 0.25f, 0.20f};  // so that shallows glow

  // Of the window of z: what is above the sea, or what is below it; the other half is flat at 0 m.
  static Model above(const View<const float>& z, const Shares& shares) {
    Model model(z.area());
    mix(half(z, true), {{&model, &shares}});
    return model;
  }
  static std::pair<Model, Model> below(const View<const float>& z, const Shares& one, const Shares& other) {
    std::pair<Model, Model> models{Model(z.area()), Model(z.area())};
    mix(half(z, false), {{&models.first, &one}, {&models.second, &other}});
    return models;
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
  explicit Model(const Rect& area) : sum_(area) {}

  static Patch half(const View<const float>& z, bool above) {
    const Rect& area = z.area();
    Patch half(area);
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      const float* from = z.row(y, area.x);
      float* to = half.row(y);
      for (std::int64_t x = 0; x < area.width; ++x) to[x] = above ? std::max(from[x], 0.0f) : std::min(from[x], 0.0f);
    }
    return half;
  }
  static void mix(Patch level, std::initializer_list<std::pair<Model*, const Shares*>> models) {
    const auto is_flat = [](float metres) { return metres == 0.0f; };
    if (std::all_of(level.values.begin(), level.values.end(), is_flat)) return;
    for (int k = 0; k <= levels; ++k) {
      for (const auto& [model, shares] : models) {
        std::vector<float>& sum = model->sum_.values;
        for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += (*shares)[k] * level.values[n];
      }
      if (k < levels) level = smoothed(level, std::int64_t{1} << k);
    }
  }
  static double rise(float from, float to, std::int64_t run) {
    return run > 0 ? (static_cast<double>(to) - static_cast<double>(from)) / static_cast<double>(run) : 0.0;
  }
  Patch sum_;
};

}  // namespace terrawright::view
