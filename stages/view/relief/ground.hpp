// SPDX-License-Identifier: Apache-2.0
// ground.hpp: the colour of the ground from a class layer, softened where classes meet.
//
// A cell's colour is the mean over the 5 x 5 cells around it that are land, weighted 1 4 6 4 1 both ways, so the
// sea never bleeds ashore. The weights sum to 256 and colours are bytes: 16 bits hold every sum exactly.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "terrawright/arrangement.hpp"
#include "terrawright/processors.h"
#include "view/smoothing.hpp"

namespace terrawright::view {

constexpr int binomial_total = 256;

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void binomial(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c, const std::uint16_t* d,
              const std::uint16_t* e, std::uint16_t* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = static_cast<std::uint16_t>(a[x] + e[x] + 4 * (b[x] + d[x]) + 6 * c[x]);
  }
}
// Red, green and blue lie in one number, as `bytes` of the table.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void split_land(const std::uint32_t* bytes, const float* z, std::uint16_t* __restrict red,
                std::uint16_t* __restrict green, std::uint16_t* __restrict blue, std::uint16_t* __restrict land,
                std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const std::uint32_t all = z[x] > 0.0f ? bytes[x] | 1u << 24 : 0;
    red[x] = static_cast<std::uint16_t>(all & 255);
    green[x] = static_cast<std::uint16_t>(all >> 8 & 255);
    blue[x] = static_cast<std::uint16_t>(all >> 16 & 255);
    land[x] = static_cast<std::uint16_t>(all >> 24);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void mark(const std::uint16_t* codes, std::uint16_t code, std::uint16_t* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = codes[x] == code ? 1 : 0;
}

}  // namespace

// The colours of classes.
class Ground {
 public:
  static constexpr std::int64_t reach = 2;

  // `on_sea` names the class that is seen on the sea.
  void take(const std::vector<LegendEntry>& legend, std::string_view on_sea) {
    constexpr std::uint32_t unknown = 0xff00ff;
    bytes_.assign(std::size_t{UINT16_MAX} + 1, unknown);
    for (const LegendEntry& e : legend) {
      bytes_[e.code] = bytes_of(e.colour);
      if (e.name == on_sea) sea_code_ = e.code;
    }
  }
  // Is there a class of that name?
  bool has_ice() const { return sea_code_ >= 0; }
  Colour ice() const {
    const std::uint32_t bytes = bytes_[static_cast<std::size_t>(sea_code_)];
    return {static_cast<std::uint8_t>(bytes), static_cast<std::uint8_t>(bytes >> 8),
            static_cast<std::uint8_t>(bytes >> 16), 255};
  }

 private:
  friend class GroundRows;
  static std::uint32_t bytes_of(const Colour& c) {
    return std::uint32_t{c.red} | std::uint32_t{c.green} << 8 | std::uint32_t{c.blue} << 16;
  }
  std::vector<std::uint32_t> bytes_;  // by code
  int sea_code_ = -1;
};

// Rows of a tile.
class GroundRows {
 public:
  // Sums over the cells around, weighed: of colours and of their weights where land is, and of the weights of ice.
  enum Channel { red, green, blue, land, ice, channels };

  GroundRows(const Ground& ground, const View<const std::uint16_t>& classes, const View<const float>& z,
             const Rect& tile)
      : ground_(ground),
        classes_(classes),
        z_(z),
        tile_(tile),
        next_(tile.y - Ground::reach),
        bytes_(static_cast<std::size_t>(classes.area().width)),
        cells_(0, classes.area().width, channels, Ground::reach),
        sums_(static_cast<std::size_t>(channels), std::vector<std::uint16_t>(static_cast<std::size_t>(tile.width))) {
    for (int n = 0; n < channels; ++n) across_.emplace_back(tile.y - Ground::reach, tile.width, 2 * Ground::reach + 1);
  }

  // Makes the sums of row y; rows come from top to bottom.
  void go_to(std::int64_t y) {
    for (; next_ <= y + Ground::reach; ++next_) read(next_);
    for (int n = 0; n < made(); ++n) {
      const auto row = [&](std::int64_t down) { return across_[static_cast<std::size_t>(n)].row(y + down); };
      binomial(row(-2), row(-1), row(0), row(1), row(2), sums_[static_cast<std::size_t>(n)].data(), sums_[0].size());
    }
  }
  const std::uint16_t* sums(Channel of) const { return sums_[of].data(); }

 private:
  int made() const { return ground_.has_ice() ? channels : ice; }

  // The binomials across of row y. Beyond the world's border its outermost cells repeat.
  void read(std::int64_t y) {
    const Rect& seen = classes_.area();
    const std::int64_t inside = std::clamp(y, seen.y, seen.y + seen.height - 1);
    const std::uint16_t* codes = classes_.row(inside, seen.x);
    for (std::size_t x = 0; x < bytes_.size(); ++x) bytes_[x] = ground_.bytes_[codes[x]];
    split_land(bytes_.data(), z_.row(inside, seen.x), cells_.row(red), cells_.row(green), cells_.row(blue),
               cells_.row(land), bytes_.size());
    if (ground_.has_ice()) {
      mark(codes, static_cast<std::uint16_t>(ground_.sea_code_), cells_.row(ice), bytes_.size());
    }
    for (int n = 0; n < made(); ++n) {
      cells_.repeat_ends(n, Ground::reach);
      const std::uint16_t* from = cells_.row(n) + (tile_.x - seen.x);
      binomial(from - 2, from - 1, from, from + 1, from + 2, across_[static_cast<std::size_t>(n)].row(y),
               sums_[0].size());
    }
  }

  const Ground& ground_;
  View<const std::uint16_t> classes_;
  View<const float> z_;
  Rect tile_;
  std::int64_t next_;
  std::vector<std::uint32_t> bytes_;
  Rows<std::uint16_t> cells_;                     // one row of each channel
  std::vector<Rows<std::uint16_t>> across_;       // the last five rows of each, summed along x
  std::vector<std::vector<std::uint16_t>> sums_;  // of each
};

}  // namespace terrawright::view
