// SPDX-License-Identifier: Apache-2.0
// Heights as few triangles, none of which any cell is further away from than a given height: right-triangulated
// irregular networks (W. Evans, D. Kirkpatrick, G. Townsend, Right-Triangulated Irregular Networks, Algorithmica 30,
// 2001, first as a report of 1997). A right triangle is halved from its right angle to the middle of its hypotenuse.
// Two triangles with one hypotenuse are halved together, so that there are no cracks: each middle knows the greatest
// error of both, and of all that can only come of halving them.
//
// Unlike there the error is no bound that is passed on: it is the greatest vertical distance of all cells of both
// triangles. And the world has any size: it is covered by squares of 2^k cells, and corners beyond its last column or
// row are moved to that one. Triangles keep their sense thereby, or have no area and are left out.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace terrawright::encode {

struct MeshVertex {
  std::int64_t x = 0, y = 0;  // its cell
  float height = 0;
  std::array<float, 3> normal = {};  // east, up, south; of length 1
};

struct MeshCounts {
  std::uint64_t vertices = 0, triangles = 0;
  float lowest = std::numeric_limits<float>::infinity(), highest = -lowest;  // of the vertices
};

class TerrainMesh {
 public:
  // Cells row by row, all of them numbers, at least 2 x 2. All of it calls go_on() every few rows, which may throw.
  using GoOn = std::function<void()>;
  TerrainMesh(std::int64_t width, std::int64_t height, std::vector<float> cells, GoOn go_on);

  // Bytes of memory that one takes.
  static std::uint64_t bytes(std::int64_t width, std::int64_t height);

  // Counts of the mesh that has at most this error, in the unit of the heights; 0 omits only points in a plane.
  MeshCounts counts(double error) const;
  // Row by row, west to east: their numbers from 0 on. A normal is the mean of those of the triangles around it, each
  // by its area; cells are so many units of the heights wide.
  using EachVertex = std::function<void(const MeshVertex&)>;
  void each_vertex(double error, double cell, const EachVertex& each) const;
  // Numbers of vertices, counter-clockwise as seen from above.
  using EachTriangle = std::function<void(const std::array<std::uint32_t, 3>&)>;
  void each_triangle(double error, const EachTriangle& each) const;

 private:
  struct Point {
    std::int64_t x, y;  // of the squares that cover the world
  };
  struct Plane;
  class Numbers;

  bool is_cell(const Point& p) const { return p.x < width_ && p.y < height_; }
  Point to_cell(const Point& p) const { return {p.x < width_ ? p.x : width_ - 1, p.y < height_ ? p.y : height_ - 1}; }
  float at(const Point& cell) const { return cells_[static_cast<std::size_t>(cell.y * width_ + cell.x)]; }
  float& error_at(std::int64_t x, std::int64_t y) { return errors_[static_cast<std::size_t>(y * columns_ + x)]; }
  float error_at(std::int64_t x, std::int64_t y) const { return errors_[static_cast<std::size_t>(y * columns_ + x)]; }

  void find_errors();
  void find_errors_of_sides(std::int64_t half);
  void find_errors_of_squares(std::int64_t half);
  double error_of(const Point& a, const Point& b, const Point& c) const;
  double error_of_row(const Plane& plane, std::int64_t y, std::int64_t first, std::int64_t last) const;
  template <class Take>
  void halve(const Point& a, const Point& b, const Point& c, double error, Take& take) const;
  // take(a, b, c) of the cells of each triangle of a row of squares.
  template <class Take>
  void each_of_band(std::int64_t band, double error, Take take) const;
  std::int64_t bands() const { return (rows_ - 1) / side_; }

  std::int64_t width_, height_, side_, columns_, rows_;  // of a square; of its corners and all points between
  std::vector<float> cells_, errors_;                    // errors by the middle of the hypotenuse
  GoOn go_on_;
};

}  // namespace terrawright::encode
