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
#include "view/tint.hpp"

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
    among_its_own_.clear();
    for (const Tint& t : tints_) among_its_own_.push_back(mean_of_one(t));
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
    Around around(classes, z, area);
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      const std::uint8_t* alike = around.alike(y);
      for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
        if (alike[x - area.x]) {
          add_alike(to, classes(x, y), z(x, y) > 0.0f);
        } else {
          add(to, classes, z, x, y);
        }
      }
    }
    return to;
  }

 private:
  // Cells whose 5 x 5 cells are of one class and all land or all sea. That is most of them, and no sum has to be made.
  class Around {
   public:
    Around(const View<const std::uint16_t>& classes, const View<const float>& z, const Rect& area)
        : area_(area), width_(area.width + 2 * reach), alike_(static_cast<std::size_t>(area.width)) {
      const Rect& seen = classes.area();
      for (std::int64_t y = area.y - reach; y < area.y + area.height + reach; ++y) {
        const std::int64_t ny = std::clamp(y, seen.y, seen.y + seen.height - 1);
        for (std::int64_t x = area.x - reach; x < area.x + area.width + reach; ++x) {
          const std::int64_t nx = std::clamp(x, seen.x, seen.x + seen.width - 1);
          keys_.push_back(classes(nx, ny) | (z(nx, ny) > 0.0f ? 0x10000u : 0u));
        }
      }
      column_.resize(static_cast<std::size_t>(width_));
    }
    // For the cells of row y.
    const std::uint8_t* alike(std::int64_t y) {
      const std::uint32_t* first = keys_.data() + (y - area_.y) * width_;
      for (std::int64_t i = 0; i < width_; ++i) {
        std::uint32_t differ = 0;
        for (std::int64_t j = 1; j <= 2 * reach; ++j) differ |= first[i] ^ first[i + j * width_];
        column_[static_cast<std::size_t>(i)] = differ;
      }
      for (std::int64_t i = 0; i < area_.width; ++i) {
        std::uint32_t differ = 0;
        for (std::int64_t k = 0; k <= 2 * reach; ++k) {
          differ |= column_[static_cast<std::size_t>(i + k)] | (first[i] ^ first[i + k]);
        }
        alike_[static_cast<std::size_t>(i)] = differ == 0;
      }
      return alike_.data();
    }

   private:
    Rect area_;
    std::int64_t width_;
    std::vector<std::uint32_t> keys_, column_;
    std::vector<std::uint8_t> alike_;
  };

  Tint tint(std::uint16_t code) const { return code < tints_.size() ? tints_[code] : Tint{1, 0, 1}; }

  // What `add` gives where all cells have one colour, to the last bit.
  static Tint mean_of_one(const Tint& t) {
    Tint sum{};
    double weights = 0;
    for (const double down : taps) {
      for (const double across : taps) {
        const double weight = across * down;
        sum = {sum.red + weight * t.red, sum.green + weight * t.green, sum.blue + weight * t.blue};
        weights += weight;
      }
    }
    return {sum.red / weights, sum.green / weights, sum.blue / weights};
  }
  void add_alike(Colours& to, std::uint16_t code, bool land) const {
    const Tint own = code < among_its_own_.size() ? among_its_own_[code] : mean_of_one(tint(code));
    to.tints_.push_back(land ? own : Tint{});
    to.ice_share_.push_back(code == sea_code_ ? 1.0 : 0.0);
  }

  void add(Colours& to, const View<const std::uint16_t>& classes, const View<const float>& z, std::int64_t x,
           std::int64_t y) const {
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

  static constexpr double taps[5] = {1, 4, 6, 4, 1};
  std::vector<Tint> tints_, among_its_own_;  // by code
  int sea_code_ = -1;
};

}  // namespace terrawright::view
