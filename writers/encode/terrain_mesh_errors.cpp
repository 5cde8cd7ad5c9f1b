// SPDX-License-Identifier: Apache-2.0
// Errors of a mesh where a hypotenuse is not halved.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "encode/terrain_mesh.hpp"

namespace terrawright::encode {
namespace {

// Never below the error.
float rounded_up(double error) {
  auto rounded = static_cast<float>(error);
  if (static_cast<double>(rounded) >= error) return rounded;
  std::uint32_t bits;
  std::memcpy(&bits, &rounded, sizeof bits);
  ++bits;
  std::memcpy(&rounded, &bits, sizeof bits);
  return rounded;
}

std::int64_t floor_divided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

// Through three corners.
struct TerrainMesh::Plane {
  double height, east, south;
  Point corner;

  double at(std::int64_t x, std::int64_t y) const {
    return height + east * static_cast<double>(x - corner.x) + south * static_cast<double>(y - corner.y);
  }
};

// From the smallest triangles to the largest: what halving leads to is known before.
void TerrainMesh::find_errors() {
  for (std::int64_t half = 1; half < side_; half *= 2) {
    find_errors_of_sides(half);
    find_errors_of_squares(half);
  }
}

// Hypotenuses that are the sides of squares of 2 half x 2 half cells.
void TerrainMesh::find_errors_of_sides(std::int64_t half) {
  for (std::int64_t y = 0; y < rows_; y += half) {
    go_on_();
    const bool lies = y / half % 2 == 0;  // west to east
    for (std::int64_t x = lies ? half : 0; x < columns_; x += 2 * half) {
      const Point middle{x, y};
      const Point a = lies ? Point{x - half, y} : Point{x, y - half},
                  b = lies ? Point{x + half, y} : Point{x, y + half};
      double error = 0;
      if (half == 1 && is_cell(b)) {
        error =
            std::abs(static_cast<double>(at(middle)) - (static_cast<double>(at(a)) + static_cast<double>(at(b))) / 2);
      } else if (lies) {
        if (y > 0) error = error_of(a, b, {x, y - half});
        if (y + half < rows_) error = std::max(error, error_of(a, b, {x, y + half}));
      } else {
        if (x > 0) error = error_of(a, b, {x - half, y});
        if (x + half < columns_) error = std::max(error, error_of(a, b, {x + half, y}));
      }
      float worst = rounded_up(error);
      if (half > 1) {
        const std::int64_t quarter = half / 2;
        for (const std::int64_t to_y : {y - quarter, y + quarter}) {
          for (const std::int64_t to_x : {x - quarter, x + quarter}) {
            if (to_x >= 0 && to_y >= 0 && to_x < columns_ && to_y < rows_)
              worst = std::max(worst, error_at(to_x, to_y));
          }
        }
      }
      error_at(x, y) = worst;
    }
  }
}

// Hypotenuses that are their diagonals: beside one another they point to the same corner.
void TerrainMesh::find_errors_of_squares(std::int64_t half) {
  for (std::int64_t y = half; y < rows_; y += 2 * half) {
    go_on_();
    for (std::int64_t x = half; x < columns_; x += 2 * half) {
      const bool falls = (x / (2 * half) + y / (2 * half)) % 2 == 0;  // from north-west to south-east
      const Point a{x - half, falls ? y - half : y + half}, b{x + half, falls ? y + half : y - half};
      double error = 0;
      if (half == 1 && is_cell({x + 1, y + 1})) {  // middles of the other sides are known
        error =
            std::abs(static_cast<double>(at({x, y})) - (static_cast<double>(at(a)) + static_cast<double>(at(b))) / 2);
      } else {
        error = std::max(error_of(a, b, {a.x, b.y}), error_of(a, b, {b.x, a.y}));
      }
      error_at(x, y) = std::max({rounded_up(error), error_at(x - half, y), error_at(x + half, y), error_at(x, y - half),
                                 error_at(x, y + half)});
    }
  }
}

// The greatest distance of the triangle's cells.
double TerrainMesh::error_of(const Point& of_a, const Point& of_b, const Point& of_c) const {
  const Point a = to_cell(of_a), b = to_cell(of_b), c = to_cell(of_c);
  const std::int64_t area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (area == 0) return 0;
  const double height = at(a), to_b = static_cast<double>(at(b)) - height, to_c = static_cast<double>(at(c)) - height;
  const Plane plane{
      height,
      (to_b * static_cast<double>(c.y - a.y) - to_c * static_cast<double>(b.y - a.y)) / static_cast<double>(area),
      (to_c * static_cast<double>(b.x - a.x) - to_b * static_cast<double>(c.x - a.x)) / static_cast<double>(area), a};
  double error = 0;
  const std::int64_t last = std::max({a.y, b.y, c.y});
  for (std::int64_t y = std::min({a.y, b.y, c.y}); y <= last; ++y) {
    std::int64_t from = width_, to = -1;
    for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
      const Point &above = p.y < q.y ? p : q, &below = p.y < q.y ? q : p;
      if (y < above.y || y > below.y) continue;
      if (above.y == below.y) {
        from = std::min({from, p.x, q.x});
        to = std::max({to, p.x, q.x});
        continue;
      }
      // Most run straight or diagonally.
      const std::int64_t high = below.y - above.y, wide = below.x - above.x, rows = y - above.y;
      const bool exact = wide == 0 || wide == high || wide == -high;
      const std::int64_t along = wide == 0 ? 0 : wide < 0 ? -rows : rows;
      from = std::min(from, above.x + (exact ? along : -floor_divided(-wide * rows, high)));
      to = std::max(to, above.x + (exact ? along : floor_divided(wide * rows, high)));
    }
    if (from <= to) error = std::max(error, error_of_row(plane, y, from, to));
  }
  return error;
}

// Greatest of eight side by side: the largest of all is the same in any order.
double TerrainMesh::error_of_row(const Plane& plane, std::int64_t y, std::int64_t first, std::int64_t last) const {
  const float* cells = &cells_[static_cast<std::size_t>(y * width_)];
  const double begin = plane.at(first, y), east = plane.east;
  std::array<double, 8> worst{};
  std::int64_t x = first;
  for (; x + 7 <= last; x += 8) {
    for (std::int64_t k = 0; k < 8; ++k) {
      const double plain = begin + east * static_cast<double>(static_cast<std::int32_t>(x - first + k));
      const double error = std::abs(static_cast<double>(cells[x + k]) - plain);
      worst[static_cast<std::size_t>(k)] =
          error > worst[static_cast<std::size_t>(k)] ? error : worst[static_cast<std::size_t>(k)];
    }
  }
  double error = *std::max_element(worst.begin(), worst.end());
  for (; x <= last; ++x)
    error = std::max(error, std::abs(static_cast<double>(cells[x]) - (begin + east * static_cast<double>(x - first))));
  return error;
}

}  // namespace terrawright::encode
