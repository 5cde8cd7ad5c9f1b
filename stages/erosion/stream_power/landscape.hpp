// SPDX-License-Identifier: Apache-2.0
// landscape.hpp: land that rises while its rivers cut into it, E = K A^0.5 S.
//
// Each step is implicit, so any length of it is stable: of the rivers from their mouths up, each cell from its
// receiver's new height. Source: Braun & Willett 2013; algorithms 16.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "drainage.hpp"
#include "fill.hpp"

namespace terrawright::erosion {

struct StreamPower {
  double uplift = 0;        // m/yr
  double erodibility = 0;   // 1/yr
  double step = 0;          // yr
  double cell = 0;          // m
  double channel_area = 0;  // m2: what drains less erodes as if it drained this
};

// What differs between cells; empty: nothing does.
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
  // raises fewer cells, and costs 83 ns a cell and step in the place of 24.
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
    const double square = law.cell * law.cell;
    drainage_.each_upwards([&](std::size_t cell) {
      const double drained = square * (static_cast<double>(load_[cell]) / static_cast<double>(one_cell));
      const double area = std::max(drained, law.channel_area);
      const double length = law.cell * length_of(drainage_.direction(cell));
      const double uplift = ground_.uplift.empty() ? law.uplift : static_cast<double>(ground_.uplift[cell]) / 1000.0;
      const double hardness = ground_.hardness.empty() ? 1.0 : static_cast<double>(ground_.hardness[cell]);
      const double down = height_[drainage_.receiver(cell)], risen = height_[cell] + uplift * law.step;
      const double factor = law.erodibility * hardness * std::sqrt(area) * law.step / length;
      // The quotient lies between the two but for its last bit, and that could make a pit.
      height_[cell] = risen > down ? std::clamp((risen + factor * down) / (1.0 + factor), down, risen) : down;
    });
  }

  bool is_outlet(std::size_t cell) const { return outlet_[cell] != 0; }
  const std::vector<double>& height() const { return height_; }
  const Drainage& drainage() const { return drainage_; }
  // What drains through each cell, of which one_cell is a cell's.
  const std::vector<std::int64_t>& load() const { return load_; }

 private:
  Raster raster_;
  std::vector<double> height_;
  std::vector<std::uint8_t> outlet_;
  Ground ground_;
  Drainage drainage_;
  std::vector<std::int64_t> load_;
  bool filled_ = false;
};

}  // namespace terrawright::erosion
