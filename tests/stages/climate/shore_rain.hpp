// SPDX-License-Identifier: Apache-2.0
// Rain of whole worlds: at the shores that a west wind meets, over the sea, inland, and how much it flickers.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace terrawright::test {

struct RainMap {
  std::int64_t width = 0, height = 0;
  double cell = 0;             // m
  std::vector<float> z, rain;  // m, mm/yr
  bool land(std::int64_t x, std::int64_t y) const { return z[at(x, y)] > 0; }
  std::size_t at(std::int64_t x, std::int64_t y) const { return static_cast<std::size_t>(y * width + x); }

  double median(bool of_land) const {
    std::vector<float> some;
    for (std::size_t k = 0; k < z.size(); ++k) {
      if ((z[k] > 0) == of_land) some.push_back(rain[k]);
    }
    const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
    std::nth_element(some.begin(), middle, some.end());
    return static_cast<double>(*middle);
  }

  // Mean on land from..to metres inland of shores with 10 km of sea to the west.
  double inland(double from, double to) const {
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t y = 0; y < height; ++y) {
      double sea = 0, walked = 0;
      bool windward = false;
      for (std::int64_t x = 0; x < width; ++x) {
        if (!land(x, y)) {
          sea += cell;
          continue;
        }
        if (sea > 0) {
          windward = sea >= 10000;
          walked = 0;
        }
        sea = 0;
        if (windward && walked >= from && walked < to) {
          sum += static_cast<double>(rain[at(x, y)]);
          ++count;
        }
        walked += cell;
      }
    }
    return sum / static_cast<double>(count);
  }

  // Root mean square of the rain less its mean over 3 km, over the mean; on land.
  double speckle() const {
    const auto reach = static_cast<std::int64_t>(std::floor(1500 / cell));
    double squares = 0, sum = 0;
    std::int64_t count = 0;
    for (std::int64_t y = reach; y < height - reach; ++y) {
      for (std::int64_t x = reach; x < width - reach; ++x) {
        if (!land(x, y)) continue;
        double around = 0;
        for (std::int64_t j = -reach; j <= reach; ++j) {
          for (std::int64_t i = -reach; i <= reach; ++i) around += static_cast<double>(rain[at(x + i, y + j)]);
        }
        const auto side = static_cast<double>(2 * reach + 1);
        const auto here = static_cast<double>(rain[at(x, y)]);
        squares += (here - around / (side * side)) * (here - around / (side * side));
        sum += here;
        ++count;
      }
    }
    return std::sqrt(squares / static_cast<double>(count)) / (sum / static_cast<double>(count));
  }
};

}  // namespace terrawright::test
