// SPDX-License-Identifier: Apache-2.0
// An image as the shape of a stamp: its middle on the point, its sides two radii long.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "placed.hpp"
#include "shape/sampling.hpp"

namespace terrawright::shape {

struct StampImage {
  File file;
  std::int64_t columns = 0, rows = 0;
  double full = 1;  // the largest sample

  double column(double across) const { return (across + 1.0) / 2.0 * static_cast<double>(columns - 1); }
  double row(double along) const { return (along + 1.0) / 2.0 * static_cast<double>(rows - 1); }
};

// The samples that some cells of one stamp need.
class ImagePart {
 public:
  ImagePart(const StampImage& image, const Placed& stamp, const Tile& tile, const Rect& cells, double cell) {
    double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
    for (const std::int64_t y : {cells.y, cells.y + cells.height - 1}) {
      for (const std::int64_t x : {cells.x, cells.x + cells.width - 1}) {
        const double dx = static_cast<double>(x) * cell - stamp.x, dy = static_cast<double>(y) * cell - stamp.y;
        const double column = image.column(stamp.across(dx, dy)), row = image.row(stamp.along(dx, dy));
        left = std::min(left, column);
        right = std::max(right, column);
        top = std::min(top, row);
        bottom = std::max(bottom, row);
      }
    }
    const auto inside = [](double at, std::int64_t samples) {
      return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(samples - 1)));
    };
    area_.x = inside(std::floor(left) - 2.0, image.columns);
    area_.y = inside(std::floor(top) - 2.0, image.rows);
    area_.width = inside(std::floor(right) + 3.0, image.columns) - area_.x + 1;
    area_.height = inside(std::floor(bottom) + 3.0, image.rows) - area_.y + 1;
    samples_.resize(static_cast<std::size_t>(area_.width * area_.height));
    tile.read(image.file, area_, samples_.data(), area_.width);
    for (const float sample : samples_) {
      if (!std::isfinite(sample)) throw Failure("file", "the image holds a value that is no finite number");
    }
  }
  Sampled<float> samples() const {
    return Sampled<float>(View<const float>(terrawright_view{samples_.data(), area_.width, area_}));
  }

 private:
  Rect area_{};
  std::vector<float> samples_;
};

}  // namespace terrawright::shape
