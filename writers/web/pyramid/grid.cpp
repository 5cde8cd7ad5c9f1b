// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "web/pyramid/pyramid_writer.hpp"

namespace terrawright::web {

PyramidGrid::PyramidGrid(std::int64_t side, const std::vector<std::int64_t>& zooms, const GeoTransform& transform,
                         std::int64_t width, std::int64_t height)
    : side_(side), transform_(transform), width_(width), height_(height) {
  const Bounds of = bounds();
  const double nearest = of.south > 0 ? of.south : of.north < 0 ? of.north : 0;  // to the equator
  const int native = std::min(zoom_for((of.south + of.north) / 2), deepest_zoom);
  most_ = zooms.empty() ? native : static_cast<int>(zooms.back());
  base_ = std::max(most_, zoom_for(nearest));
  const auto all = static_cast<double>(pixels(base_));
  const auto column = [&](double longitude) {
    const double at = std::ceil((longitude + 180.0) / 360.0 * all - 0.5);
    return static_cast<std::int64_t>(std::clamp(at, 0.0, all));
  };
  // A raster smaller than a pixel has one all the same.
  columns_.begin = std::min(column(of.west), pixels(base_) - 1);
  columns_.end = std::max(column(of.east), columns_.begin + 1);
  rows_.begin = std::min(first_row_at(of.north), pixels(base_) - 1);
  rows_.end = std::max(first_row_at(of.south), rows_.begin + 1);
  least_ = most_;
  while (least_ > 0 && tiles(least_) > 1) --least_;
  if (!zooms.empty()) least_ = static_cast<int>(zooms.front());
}

// The zoom at which a pixel is at most the square root of 2 cells there.
int PyramidGrid::zoom_for(double latitude) const {
  const double down = 360.0 * terrawright_cospi(latitude / 180.0);
  int zoom = 0;
  for (; zoom < 40; ++zoom) {
    const double pixel = down / static_cast<double>(pixels(zoom));
    if (pixel * pixel <= 2 * transform_.down * transform_.down) break;
  }
  return zoom;
}

// The first whose middle lies there or to the south of it.
std::int64_t PyramidGrid::first_row_at(double latitude) const {
  std::int64_t begin = 0, end = pixels(base_);
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (mercator_latitude(middle, pixels(base_)) <= latitude) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

std::int64_t PyramidGrid::tiles() const {
  std::int64_t count = 0;
  for (int zoom = least_; zoom <= most_; ++zoom) count += tiles(zoom);
  return count;
}

double PyramidGrid::x_of(std::int64_t column) const {
  const double longitude = (static_cast<double>(column) + 0.5) / static_cast<double>(pixels(base_)) * 360.0 - 180.0;
  return (longitude - transform_.west) / transform_.across - 0.5;
}

double PyramidGrid::y_of(std::int64_t row) const {
  return (transform_.north - mercator_latitude(row, pixels(base_))) / transform_.down - 0.5;
}

PyramidGrid::Bounds PyramidGrid::bounds() const {
  const double south = transform_.north - transform_.down * static_cast<double>(height_);
  return {std::max(transform_.west, -180.0), std::clamp(south, -northmost, northmost),
          std::min(transform_.west + transform_.across * static_cast<double>(width_), 180.0),
          std::clamp(transform_.north, -northmost, northmost)};
}

std::uint64_t tile_id(int zoom, std::int64_t x, std::int64_t y) {
  std::uint64_t id = 0;
  for (int above = 0; above < zoom; ++above) id += std::uint64_t{1} << 2 * above;
  const std::int64_t all = std::int64_t{1} << zoom;
  for (std::int64_t half = all / 2; half > 0; half /= 2) {
    const bool right = (x & half) != 0, below = (y & half) != 0;
    const std::uint64_t quarter = below ? (right ? 2 : 1) : (right ? 3 : 0);
    id += static_cast<std::uint64_t>(half) * static_cast<std::uint64_t>(half) * quarter;
    if (below) continue;
    if (right) {
      x = all - 1 - x;
      y = all - 1 - y;
    }
    std::swap(x, y);
  }
  return id;
}

}  // namespace terrawright::web
