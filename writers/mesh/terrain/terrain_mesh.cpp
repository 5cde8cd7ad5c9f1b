// SPDX-License-Identifier: Apache-2.0
#include "mesh/terrain/terrain_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace terrawright::encode {
namespace {

// Squares of at most so many cells: they hold the memory of a row of them small, and two triangles are few for each.
constexpr std::int64_t longest_square = 256, shortest_square = 16;

std::int64_t square_side(std::int64_t width, std::int64_t height) {
  const auto covering = [](std::int64_t cells) {
    std::int64_t side = 1;
    while (side < cells) side *= 2;
    return side;
  };
  const std::int64_t narrow = covering(std::min(width, height) - 1), wide = covering(std::max(width, height) - 1);
  return std::min({longest_square, wide, std::max(shortest_square, narrow)});
}

std::int64_t points(std::int64_t cells, std::int64_t side) { return (cells - 2) / side * side + side + 1; }

constexpr std::uint32_t no_vertex = 0xffffffff, some_vertex = 0xfffffffe;

}  // namespace

TerrainMesh::TerrainMesh(std::int64_t width, std::int64_t height, std::vector<float> cells, GoOn go_on)
    : width_(width),
      height_(height),
      side_(square_side(width, height)),
      columns_(points(width, side_)),
      rows_(points(height, side_)),
      cells_(std::move(cells)),
      errors_(static_cast<std::size_t>(columns_ * rows_)),
      go_on_(std::move(go_on)) {
  find_errors();
}

std::uint64_t TerrainMesh::bytes(std::int64_t width, std::int64_t height) {
  if (width < 2 || height < 2) return 0;
  const std::int64_t side = square_side(width, height);
  const std::int64_t of_band = (side + 1) * width * std::int64_t{sizeof(std::uint32_t) + 3 * sizeof(float)};
  const std::int64_t of_cells =
      (width * height + points(width, side) * points(height, side)) * std::int64_t{sizeof(float)};
  return static_cast<std::uint64_t>(of_cells + of_band);
}

// Hypotenuse a b, right angle c.
template <class Take>
void TerrainMesh::halve(const Point& a, const Point& b, const Point& c, double error, Take& take) const {
  const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
  const bool smallest = std::abs(a.x - c.x) + std::abs(a.y - c.y) <= 1;
  if (!smallest && static_cast<double>(error_at(middle.x, middle.y)) > error) {
    halve(c, a, middle, error, take);
    halve(b, c, middle, error, take);
    return;
  }
  const Point p = to_cell(a), q = to_cell(b), r = to_cell(c);
  if ((q.x - p.x) * (r.y - p.y) != (r.x - p.x) * (q.y - p.y)) take(p, q, r);
}

template <class Take>
void TerrainMesh::each_of_band(std::int64_t band, double error, Take take) const {
  go_on_();
  for (std::int64_t square = 0; square < (columns_ - 1) / side_; ++square) {
    const std::int64_t west = square * side_, east = west + side_, north = band * side_, south = north + side_;
    if ((square + band) % 2 == 0) {
      halve({west, north}, {east, south}, {east, north}, error, take);
      halve({east, south}, {west, north}, {west, south}, error, take);
    } else {
      halve({west, south}, {east, north}, {west, north}, error, take);
      halve({east, north}, {west, south}, {east, south}, error, take);
    }
  }
}

// The vertices of a row of squares. Those of its last row of cells are the first of the next one.
class TerrainMesh::Numbers {
 public:
  Numbers(const TerrainMesh& mesh, double error)
      : mesh_(mesh), error_(error), numbers_(static_cast<std::size_t>((mesh.side_ + 1) * mesh.width_), no_vertex) {}

  // The bands in their order.
  void enter(std::int64_t band) {
    const std::int64_t width = mesh_.width_;
    if (band > 0) std::copy(numbers_.end() - width, numbers_.end(), numbers_.begin());
    std::fill(numbers_.begin() + (band > 0 ? width : 0), numbers_.end(), no_vertex);
    north_ = band * mesh_.side_;
    rows_ = std::min(mesh_.side_, mesh_.height_ - 1 - north_) + 1;
    const auto mark = [&](const Point& cell) {
      std::uint32_t& number = numbers_[index(cell)];
      if (number == no_vertex) number = some_vertex;
    };
    mesh_.each_of_band(band, error_, [&](const Point& a, const Point& b, const Point& c) {
      mark(a);
      mark(b);
      mark(c);
    });
    for (std::int64_t i = band > 0 ? width : 0; i < rows_ * width; ++i) {
      std::uint32_t& number = numbers_[static_cast<std::size_t>(i)];
      if (number == some_vertex) number = static_cast<std::uint32_t>(count_++);
    }
  }

  std::size_t index(const Point& cell) const {
    return static_cast<std::size_t>((cell.y - north_) * mesh_.width_ + cell.x);
  }
  std::uint32_t operator()(const Point& cell) const { return numbers_[index(cell)]; }
  bool has(const Point& cell) const { return numbers_[index(cell)] != no_vertex; }
  std::int64_t north() const { return north_; }
  std::int64_t rows() const { return rows_; }     // of cells, with those that other bands have too
  std::uint64_t count() const { return count_; }  // up to this band

 private:
  const TerrainMesh& mesh_;
  const double error_;
  std::vector<std::uint32_t> numbers_;
  std::int64_t north_ = 0, rows_ = 0;
  std::uint64_t count_ = 0;
};

MeshCounts TerrainMesh::counts(double error) const {
  MeshCounts counts;
  Numbers numbers(*this, error);
  for (std::int64_t band = 0; band < bands(); ++band) {
    numbers.enter(band);
    each_of_band(band, error, [&](const Point& a, const Point& b, const Point& c) {
      ++counts.triangles;
      for (const Point& corner : {a, b, c}) {
        counts.lowest = std::min(counts.lowest, at(corner));
        counts.highest = std::max(counts.highest, at(corner));
      }
    });
  }
  counts.vertices = numbers.count();
  return counts;
}

void TerrainMesh::each_vertex(double error, double cell, const EachVertex& each) const {
  Numbers numbers(*this, error);
  std::vector<std::array<float, 3>> sums(static_cast<std::size_t>((side_ + 1) * width_));
  for (std::int64_t band = 0; band < bands(); ++band) {
    numbers.enter(band);
    each_of_band(band, error, [&](const Point& a, const Point& b, const Point& c) {
      const double up_b = static_cast<double>(at(b)) - static_cast<double>(at(a));
      const double up_c = static_cast<double>(at(c)) - static_cast<double>(at(a));
      const auto east_b = static_cast<double>(b.x - a.x), east_c = static_cast<double>(c.x - a.x);
      const auto south_b = static_cast<double>(b.y - a.y), south_c = static_cast<double>(c.y - a.y);
      const std::array<double, 3> normal = {
          up_b * south_c - south_b * up_c, cell * (south_b * east_c - east_b * south_c), east_b * up_c - up_b * east_c};
      for (const Point& corner : {a, b, c}) {
        std::array<float, 3>& sum = sums[numbers.index(corner)];
        for (std::size_t k = 0; k < 3; ++k) sum[k] += static_cast<float>(normal[k]);
      }
    });
    const bool last = band + 1 == bands();
    for (std::int64_t row = 0; row < numbers.rows() - (last ? 0 : 1); ++row) {
      for (Point p{0, numbers.north() + row}; p.x < width_; ++p.x) {
        if (!numbers.has(p)) continue;
        const std::array<float, 3>& sum = sums[numbers.index(p)];
        const double x = sum[0], y = sum[1], z = sum[2], length = std::sqrt(x * x + y * y + z * z);
        each({p.x,
              p.y,
              at(p),
              {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length)}});
      }
    }
    std::copy(sums.end() - width_, sums.end(), sums.begin());
    std::fill(sums.begin() + width_, sums.end(), std::array<float, 3>{});
  }
}

void TerrainMesh::each_triangle(double error, const EachTriangle& each) const {
  Numbers numbers(*this, error);
  for (std::int64_t band = 0; band < bands(); ++band) {
    numbers.enter(band);
    each_of_band(band, error, [&](const Point& a, const Point& b, const Point& c) {
      each({numbers(a), numbers(b), numbers(c)});
    });
  }
}

namespace {

// Errors of a mesh where a hypotenuse is not halved.

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
