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
#include <string>
#include <string_view>
#include <vector>

#include "encode/delivered.hpp"
#include "terrawright/writer.hpp"

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

// Code that files of meshes share: ports and parameters, positions of vertices, the texture, and bytes one after the
// other.

// Heights in metres as triangles, with a texture or without.
struct MeshFile {
  std::vector<double> error;  // how far a cell may be from the mesh, in metres; of each level of detail

  template <class Writer>
  static void describe_mesh(WriterSpec<Writer>& s) {
    s.port("height", Field::kinds,
           "Heights in metres, in all cells; shape.metres makes such heights of those without unit.")
        .unit("m");
    s.port("texture", Picture::kinds | Class::kinds,
           "Colours on the mesh, as view.relief makes them, or classes with a legend.")
        .optional();
    s.parameter(
         static_cast<std::vector<double> Writer::*>(&MeshFile::error), "error",
         "How far a cell may be from the mesh, as 5 m: the triangles are as few as that allows. Of several levels "
         "of detail the finest first: [2 m, 10 m, 50 m].")
        .unit("m")
        .range(0, 1e6);
  }

  // Number of levels of detail in a file, and the remedy if there are more.
  struct Levels {
    std::size_t most;
    const char *holds, *remedy;
  };
  // Refuses what cannot be a mesh, and counts its memory.
  void arrange(Delivery& delivery, const Levels& levels) const;
};

// For describe_mesh().
enum class MeshPort : std::uint32_t { height = 0, texture = 1 };

// Metres east, up and south of the world's middle at height 0: glTF's axes, and those of most engines. For a window the
// vertices are relative to its own middle, so that floats can separate them; `middle` is its position.
class MeshFrame {
 public:
  explicit MeshFrame(const terrawright_delivery& delivery);
  double east(std::int64_t column) const { return (static_cast<double>(column) - middle_column_) * cell_; }
  double south(std::int64_t row) const { return (static_cast<double>(row) - middle_row_) * cell_; }
  double cell() const { return cell_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t rows() const { return rows_; }
  double middle_east() const { return middle_east_; }
  double middle_south() const { return middle_south_; }
  // Position on the texture: from its left upper corner, 0 to 1.
  double along(std::int64_t column) const {
    return (static_cast<double>(column) + 0.5) / static_cast<double>(columns_);
  }
  double down(std::int64_t row) const { return (static_cast<double>(row) + 0.5) / static_cast<double>(rows_); }

 private:
  std::int64_t columns_, rows_;
  double cell_, middle_column_, middle_row_, middle_east_, middle_south_;
};

// Mesh of the heights. Fails where a cell is no number.
TerrainMesh mesh_of(const Writing& writing);
// Fewer vertices than 32 bits can tell apart, or it fails.
MeshCounts counts_of(const Writing& writing, const TerrainMesh& mesh, double error);
[[noreturn]] void refuse_size(const Writing& writing, const std::string& reason);

// Bytes to a place in a file, a lot of them at a time.
class ByteStream {
 public:
  ByteStream(Writing::File& file, std::uint64_t offset) : file_(file), offset_(offset) {}
  void put(float number) { append(&number, sizeof number); }
  void put(std::uint32_t number) { append(&number, sizeof number); }
  void put(std::string_view text) { append(text.data(), text.size()); }
  void flush();

 private:
  void append(const void* bytes, std::size_t size);

  Writing::File& file_;
  std::uint64_t offset_;
  std::vector<char> bytes_;
};

}  // namespace terrawright::encode
