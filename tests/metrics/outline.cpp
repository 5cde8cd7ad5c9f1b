// SPDX-License-Identifier: Apache-2.0
#include "outline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace terrawright::metrics {
namespace {

constexpr int longest = 96;  // cells

struct Mask {
  int width = 0, height = 0;
  std::vector<bool> cells;
  bool at(int x, int y) const {
    return x >= 0 && y >= 0 && x < width && y < height && cells[static_cast<std::size_t>(y * width + x)];
  }
};

// The land's bounding box at 96 cells along its longer side, by the cells nearest to the new ones' middles.
Mask scaled(const std::vector<std::uint8_t>& land, std::int64_t width) {
  const auto rows = static_cast<std::int64_t>(land.size()) / width;
  std::int64_t left = width, right = -1, top = rows, bottom = -1;
  for (std::int64_t c = 0; c < width * rows; ++c) {
    if (land[static_cast<std::size_t>(c)] == 0) continue;
    left = std::min(left, c % width), right = std::max(right, c % width);
    top = std::min(top, c / width), bottom = std::max(bottom, c / width);
  }
  const double step = static_cast<double>(std::max(right - left, bottom - top) + 1) / longest;
  Mask mask;
  mask.width = static_cast<int>(std::ceil(static_cast<double>(right - left + 1) / step));
  mask.height = static_cast<int>(std::ceil(static_cast<double>(bottom - top + 1) / step));
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      const auto from_x = std::min(left + static_cast<std::int64_t>((x + 0.5) * step), width - 1);
      const auto from_y = std::min(top + static_cast<std::int64_t>((y + 0.5) * step), rows - 1);
      mask.cells.push_back(land[static_cast<std::size_t>(from_y * width + from_x)] != 0);
    }
  }
  return mask;
}

// Area of the convex hull of all corners of cells: Andrew's monotone chain, and half the sum of cross products.
double hull_area(const Mask& mask) {
  std::vector<std::pair<int, int>> corners;
  for (int y = 0; y <= mask.height; ++y) {
    for (int x = 0; x <= mask.width; ++x) {
      if (mask.at(x, y) || mask.at(x - 1, y) || mask.at(x, y - 1) || mask.at(x - 1, y - 1)) corners.emplace_back(x, y);
    }
  }
  std::sort(corners.begin(), corners.end());
  std::vector<std::pair<int, int>> hull;
  const auto turns_left = [&](std::pair<int, int> to) {
    const auto [ax, ay] = hull[hull.size() - 2];
    const auto [bx, by] = hull.back();
    return (bx - ax) * (to.second - ay) - (by - ay) * (to.first - ax) > 0;
  };
  for (int half = 0; half < 2; ++half) {
    const std::size_t begin = hull.size();
    for (const auto& corner : corners) {
      while (hull.size() >= begin + 2 && !turns_left(corner)) hull.pop_back();
      hull.push_back(corner);
    }
    hull.pop_back();
    std::reverse(corners.begin(), corners.end());
  }
  double twice = 0;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const auto [ax, ay] = hull[i];
    const auto [bx, by] = hull[(i + 1) % hull.size()];
    twice += ax * by - bx * ay;
  }
  return std::abs(twice) / 2;
}

}  // namespace

Outline outline(const std::vector<std::uint8_t>& land, const std::vector<float>& height, std::int64_t width) {
  const Mask mask = scaled(land, width);
  double area = 0, perimeter = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (int j = 0; j < mask.height; ++j) {
    for (int i = 0; i < mask.width; ++i) {
      if (!mask.at(i, j)) continue;
      area += 1, x += i, y += j, xx += i * i, xy += i * j, yy += j * j;
      perimeter += !mask.at(i - 1, j) + !mask.at(i + 1, j) + !mask.at(i, j - 1) + !mask.at(i, j + 1);
    }
  }
  x /= area, y /= area;
  const double a = xx / area - x * x, b = xy / area - x * y, c = yy / area - y * y;
  const double half = (a + c) / 2, apart = std::sqrt((a - c) * (a - c) / 4 + b * b);

  // The summit, on all cells.
  double cells = 0, middle_x = 0, middle_y = 0;
  std::size_t summit = land.size();
  for (std::size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    if (summit == land.size() || height[cell] > height[summit]) summit = cell;
    ++cells;
    middle_x += static_cast<double>(static_cast<std::int64_t>(cell) % width);
    middle_y += static_cast<double>(static_cast<std::int64_t>(cell) / width);
  }
  const double off_x = static_cast<double>(static_cast<std::int64_t>(summit) % width) - middle_x / cells;
  const double off_y = static_cast<double>(static_cast<std::int64_t>(summit) / width) - middle_y / cells;
  constexpr double pi = 3.14159265358979;
  return {std::sqrt((half + apart) / (half - apart)), area / hull_area(mask), 4 * pi * area / (perimeter * perimeter),
          std::hypot(off_x, off_y) / std::sqrt(cells / pi)};
}

}  // namespace terrawright::metrics
