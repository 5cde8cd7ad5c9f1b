// SPDX-License-Identifier: Apache-2.0
// ground.hpp: the colour of the ground from a class layer, softened where classes meet.
//
// A cell's colour is the mean over the 5 x 5 cells around it that are land, weighted 1 4 6 4 1 both ways, so the
// sea never bleeds ashore.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "terrawright/arrangement.hpp"
#include "terrawright/tile.hpp"
#include "tint.hpp"

namespace terrawright::view {

class Ground {
 public:
  static constexpr std::int64_t reach = 2;

  // `on_sea` names the class that is seen on the sea.
  void take(const std::vector<LegendEntry>& legend, std::string_view on_sea) {
    for (const LegendEntry& e : legend) {
      if (e.code >= tints_.size()) tints_.resize(std::size_t{e.code} + 1);
      tints_[e.code] = tint_of(e.colour);
      if (e.name == on_sea) sea_code_ = e.code;
    }
  }

  class Colours {
   public:
    bool any() const { return !tints_.empty(); }
    const Tint& land(std::int64_t x, std::int64_t y) const { return tints_[index(x, y)]; }
    Tint over_sea(std::int64_t x, std::int64_t y, const Tint& water) const {
      return any() ? mixed(water, ice_, ice_share_[index(x, y)]) : water;
    }

   private:
    friend class Ground;
    std::size_t index(std::int64_t x, std::int64_t y) const {
      return static_cast<std::size_t>((y - area_.y) * area_.width + (x - area_.x));
    }
    Rect area_{};
    std::vector<Tint> tints_;
    std::vector<double> ice_share_;
    Tint ice_;
  };

  Colours colours(const View<const std::uint16_t>& classes, const View<const float>& z, const Rect& area) const {
    Colours to;
    if (!classes) return to;
    to.area_ = area;
    if (sea_code_ >= 0) to.ice_ = tint(static_cast<std::uint16_t>(sea_code_));
    const auto n = static_cast<std::size_t>(area.width * area.height);
    to.tints_.reserve(n);
    to.ice_share_.reserve(n);
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      for (std::int64_t x = area.x; x < area.x + area.width; ++x) add(to, classes, z, x, y);
    }
    return to;
  }

 private:
  Tint tint(std::uint16_t code) const { return code < tints_.size() ? tints_[code] : Tint{1, 0, 1}; }

  void add(Colours& to, const View<const std::uint16_t>& classes, const View<const float>& z, std::int64_t x,
           std::int64_t y) const {
    constexpr double taps[5] = {1, 4, 6, 4, 1};
    const Rect& seen = classes.area();
    Tint sum{};
    double weights = 0, ice = 0, all = 0;
    for (std::int64_t j = -reach; j <= reach; ++j) {
      for (std::int64_t i = -reach; i <= reach; ++i) {
        const std::int64_t nx = std::clamp(x + i, seen.x, seen.x + seen.width - 1);
        const std::int64_t ny = std::clamp(y + j, seen.y, seen.y + seen.height - 1);
        const double weight = taps[i + reach] * taps[j + reach];
        const std::uint16_t code = classes(nx, ny);
        all += weight;
        if (code == sea_code_) ice += weight;
        if (!(z(nx, ny) > 0.0f)) continue;
        const Tint t = tint(code);
        sum = {sum.red + weight * t.red, sum.green + weight * t.green, sum.blue + weight * t.blue};
        weights += weight;
      }
    }
    if (weights > 0) sum = {sum.red / weights, sum.green / weights, sum.blue / weights};
    to.tints_.push_back(sum);
    to.ice_share_.push_back(ice / all);
  }

  std::vector<Tint> tints_;
  int sea_code_ = -1;
};

}  // namespace terrawright::view
