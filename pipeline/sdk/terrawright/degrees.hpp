// SPDX-License-Identifier: Apache-2.0
// terrawright/degrees.hpp: cells of the world as longitude and latitude, and back; the numbers that all files have.
#pragma once
#include <cmath>
#include <cstdint>

#include "exact_math.h"

namespace terrawright {
inline namespace v1 {

constexpr double metres_per_degree = 111195.0;

// The world's longitude is in its middle. All rows use the centre row's length for one degree of longitude, so that the
// grid stays a grid. x and y in cells, (0, 0) the centre of the top left one.
class Degrees {
 public:
  Degrees(std::int64_t width, std::int64_t height, double metres_per_cell, double latitude, double longitude = 0)
      : middle_x_(static_cast<double>(width - 1) / 2.0),
        middle_y_(static_cast<double>(height - 1) / 2.0),
        latitude_(latitude),
        longitude_(longitude),
        a_cell_down_(metres_per_cell / metres_per_degree),
        a_cell_across_(metres_per_cell / (metres_per_degree * terrawright_cospi(latitude / 180.0))) {}

  double longitude(double x) const { return rounded(longitude_ + (x - middle_x_) * a_cell_across_); }
  // Degrees of one cell, not rounded.
  double a_cell_across() const { return a_cell_across_; }
  double a_cell_down() const { return a_cell_down_; }
  // Degrees of a cell's left and upper edge, not rounded.
  double west(std::int64_t x) const { return longitude_ + (static_cast<double>(x) - 0.5 - middle_x_) * a_cell_across_; }
  double north(std::int64_t y) const { return latitude_ + (middle_y_ + 0.5 - static_cast<double>(y)) * a_cell_down_; }

  // The inverse, for all degrees; not rounded. A longitude is taken half a turn either way of the world's.
  double x(double longitude) const {
    const double turns = (longitude - longitude_) / 360.0;
    return middle_x_ + (longitude - longitude_ - 360.0 * std::floor(turns + 0.5)) / a_cell_across_;
  }
  double y(double latitude) const { return middle_y_ + (latitude_ - latitude) / a_cell_down_; }

  double latitude(double y) const { return rounded(latitude_ + (middle_y_ - y) * a_cell_down_); }

 private:
  // A ten thousandth of a metre: shorter files, no digits that say nothing, and no -0.
  static double rounded(double degrees) { return std::round(degrees * 1e9) / 1e9 + 0.0; }

  double middle_x_, middle_y_, latitude_, longitude_, a_cell_down_, a_cell_across_;
};

}  // namespace v1
}  // namespace terrawright
