// SPDX-License-Identifier: Apache-2.0
// landscape.hpp: land that rises while its rivers cut into it, E = K A^0.5 S.
//
// Each step is implicit, so any length of it is stable: of the rivers from their mouths up, each cell from its
// receiver's new height. Source: Braun & Willett 2013; algorithms 16.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "drainage.hpp"
#include "fill.hpp"
#include "rows.hpp"

namespace terrawright::erosion {

struct StreamPower {
  double uplift = 0;        // m/yr
  double erodibility = 0;   // 1/yr
  double step = 0;          // yr
  double cell = 0;          // m
  double channel_area = 0;  // m2: what drains less erodes as if it drained this
};

// Properties that differ between cells; empty: none.
struct Ground {
  std::vector<std::int64_t> weight;  // rain over the mean, in parts of one_cell
  std::vector<float> uplift;         // mm/yr, in the place of the law's
  std::vector<float> hardness;       // factor on the erodibility
};

// A cell's own load where all are alike: an integer, so that sums are exact in any order.
constexpr std::int64_t one_cell = 1 << 20;

class Landscape {
 public:
  // `height`: m, each of them a float32. `outlet`: 1 where the height stays, as everywhere on the border.
  Landscape(std::size_t width, std::size_t rows, std::vector<double> height, std::vector<std::uint8_t> outlet,
            Ground ground)
      : raster_(width, rows),
        height_(std::move(height)),
        outlet_(std::move(outlet)),
        ground_(std::move(ground)),
        drainage_(raster_, outlet_),
        load_(raster_.cells()) {}
  Landscape(const Landscape&) = delete;
  Landscape& operator=(const Landscape&) = delete;

  // Bytes for each cell at the peak: while the first step fills, the flags of its flood and the cells of its front.
  static constexpr std::uint64_t bytes = sizeof(double) + sizeof(std::uint8_t) + Drainage::bytes +
                                         sizeof(std::int64_t) + sizeof(std::uint8_t) + sizeof(std::uint64_t);

  // A step leaves no pit: no cell ends below its receiver. So only the first fill has work to do, and where a cell
  // rises less than its receiver it is raised with it, as a river fills its valley up. To fill in every step instead
  // raises half as many cells, and takes 60 ns a cell more, where the rest of a step takes 7.
  template <class Poll>
  void advance(const StreamPower& law, Poll poll) {
    if (!filled_) fill(raster_, outlet_, height_, drainage_.queue(), poll);
    filled_ = true;
    drainage_.route(height_, load_, poll);
    if (ground_.weight.empty()) {
      std::fill(load_.begin(), load_.end(), one_cell);
    } else {
      load_ = ground_.weight;
    }
    drainage_.accumulate(load_, poll);
    find_factors(law, poll);
    if (ground_.uplift.empty()) {
      cut([rise = law.uplift * law.step](std::size_t) { return rise; });
    } else {
      cut([&](std::size_t cell) { return static_cast<double>(ground_.uplift[cell]) / 1000.0 * law.step; });
    }
  }

  bool is_outlet(std::size_t cell) const { return outlet_[cell] != 0; }
  const std::vector<double>& height() const { return height_; }
  const Drainage& drainage() const { return drainage_; }

 private:
  // F of each cell, in the place of its load.
  template <class Poll>
  void find_factors(const StreamPower& law, Poll poll) {
    std::vector<double> erodibility(raster_.width, law.erodibility);
    for (std::size_t y = 0, at = 0; y < raster_.height; ++y, at += raster_.width) {
      poll();
      for (std::size_t x = 0; x < raster_.width && !ground_.hardness.empty(); ++x) {
        erodibility[x] = law.erodibility * static_cast<double>(ground_.hardness[at + x]);
      }
      factors_of_row(&load_[at], drainage_.directions() + at, erodibility.data(), law.cell * law.cell,
                     static_cast<double>(one_cell), law.channel_area, law.step, law.cell,
                     static_cast<std::int64_t>(raster_.width));
    }
  }

  // `rise`: of a cell, in m.
  template <class Rise>
  void cut(Rise rise) {
    drainage_.each_upwards([&](std::size_t cell) {
      double factor;
      std::memcpy(&factor, &load_[cell], sizeof factor);
      const double down = height_[drainage_.receiver(cell)], risen = height_[cell] + rise(cell);
      // The quotient lies between the two but for its last bit, and that could make a pit.
      height_[cell] = risen > down ? std::clamp((risen + factor * down) / (1.0 + factor), down, risen) : down;
    });
  }

  Raster raster_;
  std::vector<double> height_;
  std::vector<std::uint8_t> outlet_;
  Ground ground_;
  Drainage drainage_;
  std::vector<std::int64_t> load_;
  bool filled_ = false;
};

}  // namespace terrawright::erosion
